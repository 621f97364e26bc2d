// Where the marks of a lane stand. Requests in one column of pixels stack: height shows their number.

import { PER_MARK } from '../engine/marks.ts';
import { FEW_MARKS, MARK_INSET, SMALL_MARK_INSET, SMALL_PITCH } from './constants.ts';

/** Half the width of a mark at this pitch. */
export function radiusOf(pitch: number): number {
  return pitch / 2 - (pitch < SMALL_PITCH ? SMALL_MARK_INSET : MARK_INSET);
}

/** The positions of a lane's marks. Its arrays are reused, and grow when necessary. */
export class Stack {
  count = 0;
  /** The most marks in one column. */
  highest = 0;
  /** The least distance between two columns with marks, in pixels; without bound if there are only a few marks. */
  closest = Infinity;
  xs = new Float32Array(0);
  levels = new Uint16Array(0);

  /** Finds the pixel of each mark: the middle of its column, as for the arrivals. */
  locate(marks: Float64Array, length: number, width: number): void {
    this.count = marks.length / PER_MARK;
    if (this.xs.length < this.count) {
      this.xs = new Float32Array(2 * this.count);
      this.levels = new Uint16Array(2 * this.count);
    }
    const scale = width / length;
    for (let mark = 0; mark < this.count; mark += 1) {
      this.xs[mark] = Math.floor(marks[PER_MARK * mark + 1] * scale) + 0.5;
    }
    this.heap();
  }

  /** Height means at the same time, and nothing else: neighbours that touch do not stack. */
  private heap(): void {
    [this.highest, this.closest] = [0, Infinity];
    for (let mark = 0; mark < this.count; mark += 1) {
      const again = mark > 0 && this.xs[mark] === this.xs[mark - 1];
      if (mark > 0 && !again && this.count > FEW_MARKS) this.closest = Math.min(this.closest, this.xs[mark] - this.xs[mark - 1]);
      this.levels[mark] = again ? this.levels[mark - 1] + 1 : 0;
      this.highest = Math.max(this.highest, this.levels[mark] + 1);
    }
  }
}
