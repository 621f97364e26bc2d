// Where a session runs: in a worker shared by all sessions of a page, or on the main thread where workers are
// blocked.

import type { Parcel, Reply, Request, ToWorker } from './messages.ts';
import { toFields } from './messages.ts';
import { PLACES } from './places.ts';
import { startWorker } from './start-worker.ts';

export interface Host {
  tell(request: Request): void;
  stop(): void;
}

/** Receives the messages of a session in a worker. */
interface Listener {
  receive(reply: Reply): void;
  fail(): void;
}

/** A worker and its sessions by number. It stops when its last session ends. */
class SessionWorker {
  private readonly listeners = new Map<number, Listener>();
  private readonly worker = startWorker();
  private sessions = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Parcel<Reply>>) => this.deliver(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.die();
    };
    this.worker.onmessageerror = () => this.die();
  }

  begin(listener: Listener): Host {
    const session = (this.sessions += 1);
    const tell = (content: ToWorker): void => this.worker.postMessage({ session, content } satisfies Parcel<ToWorker>);
    this.listeners.set(session, listener);
    tell({ kind: 'begin', places: PLACES });
    return { tell, stop: () => this.end(session, tell) };
  }

  private deliver({ session, content }: Parcel<Reply>): void {
    // All sessions of a worker share one core, so the next session needs another worker.
    if (content.kind === 'broken') this.close();
    this.listeners.get(session)?.receive(content);
  }

  private end(session: number, tell: (content: ToWorker) => void): void {
    if (!this.listeners.delete(session)) return;
    tell({ kind: 'end' });
    if (this.listeners.size > 0) return;
    this.close();
    this.worker.terminate();
  }

  private die(): void {
    this.close();
    for (const listener of [...this.listeners.values()]) listener.fail();
  }

  /** Accepts no more sessions. */
  private close(): void {
    if (current === this) current = undefined;
  }
}

/** The worker for the next session. */
let current: SessionWorker | undefined;

/** Throws, or calls `fail` later, if the page, its host or the browser blocks workers. */
export function hostInWorker(receive: (reply: Reply) => void, fail: () => void): Host {
  current ??= new SessionWorker();
  return current.begin({ receive, fail });
}

/** Loads the session code on demand: a page with a worker does not need it. */
export function hostOnPage(receive: (reply: Reply) => void): Host {
  // In a microtask, so that an exception in the page does not surface inside the session.
  const later = (reply: Reply): void => queueMicrotask(() => receive(reply));
  const starting = import('./local.ts').then(({ beginLocally }) => beginLocally(later, PLACES));
  const tell = async (request: Request): Promise<void> => {
    try {
      (await starting).take(request);
    } catch (error) {
      const fault = { ...toFields(error), code: 'not_loaded' };
      if (request.kind === 'question') later({ kind: 'failed', id: request.id, fault });
    }
  };
  const stop = (): void => void starting.then((session) => session.dispose()).catch(() => undefined);
  return { tell: (request) => void tell(request), stop };
}
