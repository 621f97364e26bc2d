// The positions of the marks of a lane. Requests in one column of pixels stack: height shows their number.

import { PER_MARK } from '../engine/marks.ts';
import { FEW_MARKS, MARK_INSET, SMALL_MARK_INSET, SMALL_PITCH } from './constants.ts';

/** Half the width of a mark at this pitch. */
export function radiusOf(pitch: number): number {
  return pitch / 2 - (pitch < SMALL_PITCH ? SMALL_MARK_INSET : MARK_INSET);
}

/**
 * The column of an instant, as the core computes it: the last one that begins at the instant or before. Multiplying by
 * `width / length` would put an instant at the beginning of a column into the one before, and where a nanosecond has
 * several columns, into the first of them instead of the last.
 */
export function columnOf(offset: number, length: number, width: number): number {
  return Math.min(width - 1, Math.floor(((offset + 1) * width - 1) / length));
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
    this.grow(marks.length / PER_MARK);
    for (let mark = 0; mark < this.count; mark += 1) {
      this.xs[mark] = columnOf(marks[PER_MARK * mark + 1], length, width) + 0.5;
    }
    this.heap();
  }

  /** The same for arrivals, which come as columns. */
  locateArrivals(traffic: Uint32Array, width: number): void {
    this.grow(traffic.reduce((sum, here) => sum + here, 0));
    for (let column = 0, mark = 0; column < traffic.length; column += 1) {
      const end = mark + traffic[column];
      this.xs.fill(Math.floor(((column + 0.5) * width) / traffic.length) + 0.5, mark, end);
      mark = end;
    }
    this.heap();
  }

  private grow(count: number): void {
    this.count = count;
    if (this.xs.length >= count) return;
    this.xs = new Float32Array(2 * count);
    this.levels = new Uint16Array(2 * count);
  }

  /** Height means at the same time, and nothing else: neighbours that touch do not stack. */
  private heap(): void {
    [this.highest, this.closest] = [0, Infinity];
    for (let mark = 0; mark < this.count; mark += 1) {
      const again = mark > 0 && this.xs[mark] === this.xs[mark - 1];
      if (mark > 0 && !again && this.count > FEW_MARKS)
        this.closest = Math.min(this.closest, this.xs[mark] - this.xs[mark - 1]);
      this.levels[mark] = again ? this.levels[mark - 1] + 1 : 0;
      this.highest = Math.max(this.highest, this.levels[mark] + 1);
    }
  }
}
