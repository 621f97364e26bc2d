// The workers of a page. All sessions of a kind share one worker.

import type { Parcel, Question, Reply, Table, ToWorker } from './messages.ts';

/** Where a session runs. */
export interface Host<T extends Table<T>> {
  ask(question: Question<T>): void;
  cancel(): void;
  stop(): void;
}

/** Receives what a session in a worker replies. */
export interface Listener<T extends Table<T>, E extends Table<E>> {
  receive(reply: Reply<T, E>): void;
  /** The worker could not be started, or it died. */
  fail(): void;
}

export class Workers<T extends Table<T>, E extends Table<E>, Addresses> {
  /** The worker for the next session. */
  private current: SessionWorker<T, E, Addresses> | undefined;

  constructor(
    private readonly start: () => Worker,
    private readonly addresses: Addresses,
  ) {}

  /** Throws, or calls `fail` later, if the page, its host or the browser blocks workers. */
  begin(listener: Listener<T, E>): Host<T> {
    this.current ??= new SessionWorker(this.start(), (worker) => this.leave(worker));
    return this.current.begin(listener, this.addresses);
  }

  private leave(worker: SessionWorker<T, E, Addresses>): void {
    if (this.current === worker) this.current = undefined;
  }
}

/** A worker and its sessions by number. It stops when its last session ends. */
class SessionWorker<T extends Table<T>, E extends Table<E>, Addresses> {
  private readonly listeners = new Map<number, Listener<T, E>>();
  private sessions = 0;

  constructor(
    private readonly worker: Worker,
    /** Called when it accepts no more sessions. */
    private readonly close: (self: SessionWorker<T, E, Addresses>) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<Parcel<Reply<T, E>>>) => this.deliver(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.die();
    };
    worker.onmessageerror = () => this.die();
  }

  begin(listener: Listener<T, E>, addresses: Addresses): Host<T> {
    const session = (this.sessions += 1);
    const post = (content: ToWorker<T, Addresses>): void =>
      this.worker.postMessage({ session, content } satisfies Parcel<ToWorker<T, Addresses>>);
    this.listeners.set(session, listener);
    post({ kind: 'begin', addresses });
    return {
      ask: (question) => post({ kind: 'question', question }),
      cancel: () => post({ kind: 'cancel' }),
      stop: () => this.end(session, post),
    };
  }

  private deliver({ session, content }: Parcel<Reply<T, E>>): void {
    // All sessions of a worker share one core, so the next session needs another worker.
    if (content.kind === 'broken') this.close(this);
    this.listeners.get(session)?.receive(content);
  }

  private end(session: number, post: (content: ToWorker<T, Addresses>) => void): void {
    if (!this.listeners.delete(session)) return;
    post({ kind: 'end' });
    if (this.listeners.size > 0) return;
    this.close(this);
    this.worker.terminate();
  }

  private die(): void {
    this.close(this);
    for (const listener of [...this.listeners.values()]) listener.fail();
  }
}
