import type { Scenario } from '../../generated/everything/ratelab_wasm.js';
import type { LaneResult } from './types.ts';

/** Whether a lane let one client get more than its own limit, if it counts in windows as long as those of the peak. */
export function isOverLimit({ measures, limit }: LaneResult, lane: number, scenario: Scenario): boolean {
  const isComparable = scenario.lanes[lane]?.windows?.length === scenario.limit.period;
  return isComparable && measures !== undefined && limit !== undefined && measures.most.cost > limit;
}
