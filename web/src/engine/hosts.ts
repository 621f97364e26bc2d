// Where a session can live: in a worker, or on the main thread where workers are refused.

import type { Reply, Told } from './messages.ts';
import { toFields } from './messages.ts';
import { startWorker } from './start-worker.ts';

export interface Host {
  tell(told: Told): void;
  stop(): void;
}

/** Throws, or calls `fail` later, where the page, its host or the browser refuses workers. */
export function hostInWorker(receive: (reply: Reply) => void, fail: () => void): Host {
  const worker = startWorker();
  worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail();
  };
  worker.onmessageerror = fail;
  return { tell: (told) => worker.postMessage(told), stop: () => worker.terminate() };
}

/** Loads the session only here: a page with a worker does without it. */
export function hostOnPage(receive: (reply: Reply) => void): Host {
  // Not within the session's own work: an exception of the page is none of the session.
  const later = (reply: Reply): void => queueMicrotask(() => receive(reply));
  const starting = import('./local.ts').then(({ beginLocally }) => beginLocally(later));
  const tell = async (told: Told): Promise<void> => {
    try {
      (await starting).take(told);
    } catch (error) {
      const fault = { ...toFields(error), code: 'not_loaded' };
      if (told.kind === 'ask') later({ kind: 'failed', id: told.id, fault });
    }
  };
  const stop = (): void => void starting.then((session) => session.dispose()).catch(() => undefined);
  return { tell: (told) => void tell(told), stop };
}
