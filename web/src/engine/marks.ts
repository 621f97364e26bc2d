// The requests of a picture: four numbers each in one flat array, as the core returns them.

import type { Mark as Numbers } from '../../generated/studio/ratelab_wasm.js';

/** Numbers per request. */
export const PER_MARK: Numbers['length'] = 4;

/** Values of the third number. Only the plot uses `ARRIVED`: a request without a decision. */
export const [ALLOWED, DENIED, DELAYED, ARRIVED] = [0, 1, 2, 3];

export interface Mark {
  /** Its index in the lane, from 0. */
  request: number;
  /** Its arrival, in nanoseconds from the start of the span. */
  time: number;
  /** Allowed, denied or delayed. */
  outcome: number;
  /** Its start, in nanoseconds from the start of the span; NaN if it was denied. */
  started: number;
}

export function markCount(marks: Float64Array): number {
  return marks.length / PER_MARK;
}

export function markAt(marks: Float64Array, index: number): Mark {
  const from = index * PER_MARK;
  return { request: marks[from], time: marks[from + 1], outcome: marks[from + 2], started: marks[from + 3] };
}
