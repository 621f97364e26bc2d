// Decides which order may run: newer orders end older work.

import { stopwatch } from '../clock.ts';
import { Superseded } from './types.ts';

/**
 * Milliseconds that a run may continue after a newer order. While a slider is dragged, changes come faster than runs
 * finish. If each change ended the run before it, nothing would appear until the drag ends.
 */
const PATIENCE = 150;

/** The right to run a text. */
export class Turn {
  private newer = false;
  private over = false;
  private elapsed: (() => number) | undefined;

  constructor(readonly text: string | undefined) {}

  /** A newer order has come. */
  supersede(): void {
    this.newer = true;
  }

  /** The run is cancelled. */
  end(): void {
    this.over = true;
  }

  get isNewest(): boolean {
    return !this.newer && !this.over;
  }

  /** Throws if a newer order has come. */
  checkNewest(): void {
    if (!this.isNewest) throw new Superseded();
  }

  /** Called when its run begins. */
  begin(): void {
    this.checkNewest();
    this.elapsed = stopwatch();
  }

  /** Throws if its run must stop. */
  check(): void {
    const patient = !this.over && this.elapsed !== undefined && this.elapsed() < PATIENCE;
    if (!patient) this.checkNewest();
  }
}
