// Where a session of the playground runs: in a worker shared by all sessions of a page, or on the main thread where
// workers are blocked.

import type { Addresses } from './addresses.ts';
import { ADDRESSES } from './addresses.ts';
import type { Events, Playground, Reply } from './playground.ts';
import { startWorker } from './start-worker.ts';
import type { Host } from './transport/workers.ts';
import { Workers } from './transport/workers.ts';

export type PlaygroundHost = Host<Playground>;

export const WORKERS = new Workers<Playground, Events, Addresses>(startWorker, ADDRESSES);

/** Loads the session code on demand: a page with a worker does not need it. */
export function hostOnPage(receive: (reply: Reply) => void): PlaygroundHost {
  // In a microtask, so that an exception in the page does not surface inside the session.
  const later = (reply: Reply): void => queueMicrotask(() => receive(reply));
  const starting = import('./local.ts').then(({ beginLocally }) => beginLocally(later, ADDRESSES));
  // `ask` reports the failure.
  const started = starting.catch(() => undefined);
  return {
    ask: (question) =>
      void starting.then(
        (session) => session.take(question),
        ({ message }: Error) => later({ kind: 'failed', id: question.id, fault: { message, code: 'not_loaded' } }),
      ),
    cancel: () => void started.then((session) => session?.cancel()),
    stop: () => void started.then((session) => session?.dispose()),
  };
}
