/** Reads the card of the open request, and what the other lanes decided for the same request. */
import type { Bounds, Card, Engine, Result, Scenario } from '../engine/index.ts';
import { laneNames } from '../words/index.ts';
import { decided } from './cursor.ts';

/** A lane and a request in it, both counted from 0. */
export interface Place {
  lane: number;
  request: number;
  /** The column of the picture in which it was chosen. */
  column?: Column;
}

/** The requests of one outcome in an interval, and which of them it is, from 0. */
export interface Column {
  from: bigint;
  to: bigint;
  outcome: number;
  n: number;
  of: number;
}

export interface LaneCard {
  lane: number;
  title: string;
  card: Card;
}

export interface Cards {
  chosen: LaneCard;
  /** Empty with retries: only without them does a request have the same index in every lane. */
  others: LaneCard[];
  /** The column that the card walks through. */
  column?: Column | undefined;
  /** The n-th request of that column. */
  walk(n: number): Promise<Place | undefined>;
}

/** The n-th request of an outcome in an interval. */
export async function nthIn(engine: Engine, lane: number, column: Pick<Column, 'from' | 'to' | 'outcome'>, n: number): Promise<Place | undefined> {
  const found = await engine.ask('nthOfKind', lane, column.outcome, { from: column.from, to: column.to }, n);
  return found && { lane, request: found.request, column: { ...column, n, of: found.of } };
}

export async function readCards(
  engine: Engine,
  result: Result,
  scenario: Scenario | undefined,
  bounds: Bounds | undefined,
  place: Place,
): Promise<Cards | undefined> {
  const names = laneNames(result.lanes, scenario, bounds);
  const read = async (lane: number): Promise<LaneCard> => ({
    lane,
    title: names[lane] ?? '',
    card: await engine.ask('explain', lane, place.request),
  });
  if (place.request >= decided(result, place.lane)) return undefined;
  const isSame = scenario?.same_requests === true;
  const lanes = result.lanes.map((_, lane) => lane).filter((lane) => isSame && lane !== place.lane);
  const [chosen, ...others] = await Promise.all([place.lane, ...lanes].map(read));
  const { lane, column } = place;
  const walk = async (n: number) => column && nthIn(engine, lane, column, n);
  return chosen && { chosen, others, column, walk };
}
