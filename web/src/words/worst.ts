/** How far the worst known traffic gets, and whether that is the bound. */
import type { Worst, WorstScenario } from '../engine/types.ts';
import { count } from './numbers.ts';

/** After a bound: ` in the worst case; …`. The requests may cost more than the scenario's, which has another bound. */
export function reachedBy({ started, started_bound, cost }: Worst): string {
  const reached = count(started.cost);
  if (cost !== undefined) return `. Requests of cost ${count(cost)} can reach ${reached}.`;
  return started.cost === started_bound ? '.' : `; the worst known traffic reaches ${reached}.`;
}

/** `the worst traffic for GCRA`, or how far it gets. */
export function worstTraffic(title: string, { reached, bound }: WorstScenario): string {
  if (bound === undefined || reached >= bound) return `the worst traffic for ${title}`;
  return `the worst known traffic for ${title} (it reaches ${count(reached)} of at most ${count(bound)})`;
}
