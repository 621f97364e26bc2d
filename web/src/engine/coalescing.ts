// Keeps a drag fluid. While a slider is dragged, changes come faster than they can be run, so some are left out. Every
// rule about which ones is here:
//
// 1. On the page, a change waits until the one before it is accepted. Of several unsettled changes to one field that
//    wait, only the newest is sent (`ChangeQueue`).
// 2. In the session, a newer order ends an older run, unless that began less than `PATIENCE` ago (`Turn`).
// 3. Anything other than a picture waits until no order has come for `REST`.

import type { Change } from './types.ts';
import { Superseded } from './types.ts';

/**
 * Milliseconds that a run may continue after a newer order. If each change ended the run before it, nothing would
 * appear until the drag ends.
 */
const PATIENCE = 150;

/** Milliseconds without a new order before anything other than pictures is computed: two frames. */
export const REST = 32;

/** Sends changes one after the other. */
export class ChangeQueue {
  private waiting: Change[] = [];
  private sending: Promise<void> | undefined;

  /** `send` resolves when the change is accepted or refused. It must not reject. */
  constructor(private readonly send: (change: Change) => Promise<void>) {}

  /**
   * Replaces a waiting unsettled change to the same field. Settled changes are steps to undo, so each of them is sent.
   * Resolves when every change so far has been accepted or refused.
   */
  add(change: Change): Promise<void> {
    const stays = ({ key, isSettled }: Change) => isSettled || key !== change.key;
    this.waiting = [...this.waiting.filter(stays), change];
    return (this.sending ??= this.sendAll());
  }

  private async sendAll(): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) await this.send(next);
    this.sending = undefined;
  }
}

/** The right of an order or a question to be worked on, until a newer one comes. */
export class Turn {
  /** Until a newer order comes, or the run is cancelled. */
  isNewest = true;
  private isCancelled = false;
  private elapsed: (() => number) | undefined;

  constructor(readonly text?: string) {}

  /** A newer order has come. */
  supersede(): void {
    this.isNewest = false;
  }

  cancel(): void {
    this.isNewest = false;
    this.isCancelled = true;
  }

  /** Throws if a newer order has come. */
  checkNewest(): void {
    if (!this.isNewest) throw new Superseded();
  }

  /** Called when its run begins, with how many milliseconds ago that was. */
  begin(elapsed: () => number): void {
    this.checkNewest();
    this.elapsed = elapsed;
  }

  /** Throws if its run must stop. */
  check(): void {
    const isRecent = !this.isCancelled && this.elapsed !== undefined && this.elapsed() < PATIENCE;
    if (!isRecent) this.checkNewest();
  }
}
