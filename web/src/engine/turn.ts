// Whose turn it is: newer orders end older work.

import { stopwatch } from '../clock.ts';
import { Superseded } from './types.ts';

/**
 * How many milliseconds a run may go on after a newer one was asked. While a slider is dragged,
 * changes come faster than runs are done; if each ended the one before, nothing would be seen until
 * the drag ends.
 */
const PATIENCE = 150;

/** The right to work on the run of a text. */
export class Turn {
  private newer = false;
  private over = false;
  private elapsed: (() => number) | undefined;

  constructor(readonly text: string | undefined) {}

  /** A newer one was asked. */
  supersede(): void {
    this.newer = true;
  }

  /** It is not wanted at all. */
  end(): void {
    this.over = true;
  }

  get isNewest(): boolean {
    return !this.newer && !this.over;
  }

  /** Throws unless it is still the newest. */
  checkNewest(): void {
    if (!this.isNewest) throw new Superseded();
  }

  /** Its run begins. */
  begin(): void {
    this.checkNewest();
    this.elapsed = stopwatch();
  }

  /** Throws if its run has to end. */
  check(): void {
    const patient = !this.over && this.elapsed !== undefined && this.elapsed() < PATIENCE;
    if (!patient) this.checkNewest();
  }
}
