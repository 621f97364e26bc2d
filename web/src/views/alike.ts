/** Limiters that decide exactly alike are one row or one column of a table. */
import type { Bounds, LaneResult, Result, Scenario } from '../engine/index.ts';
import { laneNames } from '../words/index.ts';
import { sharedName } from '../words/names.ts';

export interface Alike {
  /** Of the first of them, which represents all. */
  lane: LaneResult;
  index: number;
  lanes: LaneResult[];
  /** All their names: `Token bucket = leaky meter = GCRA`. */
  name: string;
}

export function alikeIn({ lanes }: Result, scenario: Scenario | undefined, bounds: Bounds | undefined): Alike[] {
  const names = laneNames(lanes, scenario, bounds);
  return lanes.flatMap((lane, index) => {
    if (lane.equivalentTo !== index) return [];
    const same = lanes.flatMap(({ equivalentTo }, other) => (equivalentTo === index ? [other] : []));
    return [
      { lane, index, lanes: same.map((other) => lanes[other]), name: sharedName(same.map((other) => names[other])) },
    ];
  });
}
