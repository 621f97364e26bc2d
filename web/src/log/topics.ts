/** Which topics a change makes obsolete. */
import type { Topic } from './asking.ts';
import type { Limit } from './types.ts';

const OF_AMOUNT: Topic[] = ['frontier', 'effects', 'overTime', 'ranges', 'busiest', 'compare', 'scenarios'];
const OF_BURST: Topic[] = ['thresholds', ...OF_AMOUNT.filter((topic) => topic !== 'frontier')];
export const OF_PERIOD: Topic[] = ['peaks', 'thresholds', ...OF_AMOUNT];
/** While a log is read. */
export const OF_EARLY: Topic[] = ['overview', 'peaks', 'thresholds', 'effects', 'overTime', 'busiest'];

/** The topics that a change of the limit makes obsolete. */
export function agedBy(before: Limit, now: Limit): Topic[] {
  if (before.period !== now.period) return OF_PERIOD;
  return [...(before.amount === now.amount ? [] : OF_AMOUNT), ...(before.burst === now.burst ? [] : OF_BURST)];
}
