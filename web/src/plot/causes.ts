// Why rows differ, where the cause has an instant: when servers sync, and when the store is down.

import type { Store } from '../engine/index.ts';
import { CAUSES_APART } from './constants.ts';
import { shareOf, spanLength } from './span.ts';
import type { Causes, Span } from './types.ts';

/** The causes in view. The clock of the limiters begins at `start`; servers sync at multiples of their interval. */
export function causesOf(
  { kind, every = 0n, from = 0n, to = 0n }: Store,
  start: bigint,
  span: Span,
  width: number,
): Causes {
  if (kind === 'down') {
    const [begin, end] = [Math.max(0, shareOf(span, from)), Math.min(1, shareOf(span, to))];
    return begin < end ? { outage: [begin, end] } : {};
  }
  if (kind !== 'sync' || Number(every) * width < CAUSES_APART * Number(spanLength(span))) return {};
  const ticks: number[] = [];
  for (let clock = ((span.from + start + every - 1n) / every) * every; clock - start < span.to; clock += every) {
    // At the beginning there is nothing to sync.
    if (clock > start) ticks.push(shareOf(span, clock - start));
  }
  return { ticks };
}
