/** Reads the card of the open request, and what the other lanes decided for the same request. */
import type { Card, Engine, Result, Scenario } from '../engine/index.ts';
import { decided } from './cursor.ts';

/** A lane and a request in it, both counted from 0. */
export interface Place {
  lane: number;
  request: number;
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
}

export async function readCards(
  engine: Engine,
  result: Result,
  scenario: Scenario | undefined,
  place: Place,
): Promise<Cards | undefined> {
  const read = async (lane: number): Promise<LaneCard> => ({
    lane,
    title: result.lanes[lane]?.title ?? '',
    card: await engine.ask('explain', lane, place.request),
  });
  if (place.request >= decided(result, place.lane)) return undefined;
  const isSame = scenario?.same_requests === true;
  const lanes = result.lanes.map((_, lane) => lane).filter((lane) => isSame && lane !== place.lane);
  const [chosen, ...others] = await Promise.all([place.lane, ...lanes].map(read));
  return chosen && { chosen, others };
}
