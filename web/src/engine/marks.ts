// The requests of a picture one by one: four numbers each, one after the other in one array, as the core gives them.

import type { Mark as Numbers } from '../../generated/everything/ratelab_wasm.js';

/** How many numbers a request takes. */
export const PER_MARK: Numbers['length'] = 4;

/** The third of them. What has only arrived is not decided yet, and comes from nowhere but the plot. */
export const [ALLOWED, DENIED, DELAYED, ARRIVED] = [0, 1, 2, 3];

export interface Mark {
  /** Its number in the lane, from 0. */
  request: number;
  /** When it came, in nanoseconds from where the span begins. */
  time: number;
  /** Allowed, denied or delayed. */
  outcome: number;
  /** When it started, from the same, or NaN if it was refused. */
  started: number;
}

export function markCount(marks: Float64Array): number {
  return marks.length / PER_MARK;
}

export function markAt(marks: Float64Array, index: number): Mark {
  const [request, time, outcome, started] = marks.subarray(index * PER_MARK, (index + 1) * PER_MARK) as unknown as Numbers;
  return { request, time, outcome, started };
}
