// Where the marks of a lane stand. Requests at one instant, or too close to tell apart, stack: height shows their
// number.

import { DELAYED, PER_MARK } from '../engine/marks.ts';

/** Pixels from the middle of a mark to the middle of the one above it, from most to least legible. */
export const PITCHES = [8, 7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5, 3, 2.5];

/** Half the width of a mark at this pitch. */
export function radiusOf(pitch: number): number {
  return pitch / 2 - (pitch < 4 ? 0.2 : 0.4);
}

const MOST_LEVELS = 128;
/** Where the last mark of each level is, and where the last tail ends. */
const marksEnd = new Float64Array(MOST_LEVELS);
const tailsEnd = new Float64Array(MOST_LEVELS);

/** The positions of a lane's marks. Its arrays are reused, and grow when necessary. */
export class Stack {
  count = 0;
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
  }

  /** Puts each mark as low as possible without touching another; returns false if they get too high. */
  spread(pitch: number, height: number): boolean {
    return this.settle(pitch, height, () => 0);
  }

  /** The same, with no delayed mark on the tail of another: height shows how many wait. */
  spreadTails(marks: Float64Array, scale: number, pitch: number, height: number): boolean {
    const waits = (mark: number) => marks[PER_MARK * mark + 2] === DELAYED;
    return this.settle(pitch, height, (mark) => (waits(mark) ? marks[PER_MARK * mark + 3] * scale + 3 : 0));
  }

  private settle(pitch: number, height: number, tailOf: (mark: number) => number): boolean {
    const highest = Math.min(MOST_LEVELS, Math.floor(height / pitch));
    const radius = radiusOf(pitch);
    const apart = 2 * radius + 0.3;
    marksEnd.fill(-Infinity, 0, highest);
    tailsEnd.fill(-Infinity, 0, highest);
    for (let mark = 0; mark < this.count; mark += 1) {
      const x = this.xs[mark];
      const tail = tailOf(mark);
      const free = tail > 0 ? x - radius : Infinity;
      let level = 0;
      while (level < highest && (x - marksEnd[level] < apart || tailsEnd[level] > free)) level += 1;
      if (level === highest) return false;
      marksEnd[level] = x;
      if (tail > 0) tailsEnd[level] = tail;
      this.levels[mark] = level;
    }
    return true;
  }

  /** Stacks marks one pixel high, however many there are. */
  heap(): void {
    for (let mark = 0; mark < this.count; mark += 1) {
      const again = mark > 0 && this.xs[mark] === this.xs[mark - 1];
      this.levels[mark] = again ? this.levels[mark - 1] + 1 : 0;
    }
  }
}
