// Where a session can live: in the one worker that all sessions of a page share, or on the main
// thread where workers are refused.

import type { Asking, Parcel, Reply, Told } from './messages.ts';
import { toFields } from './messages.ts';
import { PLACES } from './places.ts';
import { startWorker } from './start-worker.ts';

export interface Host {
  tell(told: Asking): void;
  stop(): void;
}

/** Who a session in a worker works for. */
interface Resident {
  receive(reply: Reply): void;
  fail(): void;
}

/** A worker, and the sessions in it by their numbers. It ends when the last of them does. */
class Home {
  private readonly residents = new Map<number, Resident>();
  private readonly worker = startWorker();
  private admitted = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Parcel<Reply>>) => this.deliver(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.die();
    };
    this.worker.onmessageerror = () => this.die();
  }

  admit(resident: Resident): Host {
    const session = (this.admitted += 1);
    const tell = (content: Told): void => this.worker.postMessage({ session, content } satisfies Parcel<Told>);
    this.residents.set(session, resident);
    tell({ kind: 'begin', places: PLACES });
    return { tell, stop: () => this.leave(session, tell) };
  }

  private deliver({ session, content }: Parcel<Reply>): void {
    // The core of all its sessions is one: whoever comes next needs another.
    if (content.kind === 'broken') this.close();
    this.residents.get(session)?.receive(content);
  }

  private leave(session: number, tell: (told: Told) => void): void {
    if (!this.residents.delete(session)) return;
    tell({ kind: 'end' });
    if (this.residents.size > 0) return;
    this.close();
    this.worker.terminate();
  }

  private die(): void {
    this.close();
    for (const resident of [...this.residents.values()]) resident.fail();
  }

  /** Takes in nobody else. */
  private close(): void {
    if (home === this) home = undefined;
  }
}

let home: Home | undefined;

/** Throws, or calls `fail` later, where the page, its host or the browser refuses workers. */
export function hostInWorker(receive: (reply: Reply) => void, fail: () => void): Host {
  home ??= new Home();
  return home.admit({ receive, fail });
}

/** Loads the session only here: a page with a worker does without it. */
export function hostOnPage(receive: (reply: Reply) => void): Host {
  // Not within the session's own work: an exception of the page is none of the session.
  const later = (reply: Reply): void => queueMicrotask(() => receive(reply));
  const starting = import('./local.ts').then(({ beginLocally }) => beginLocally(later));
  const tell = async (told: Asking): Promise<void> => {
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
