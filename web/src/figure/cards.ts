/** Reads the card of the open request, and what the other lanes decided for the same request. */
import type { Bounds, Card, Engine, Result, Scenario } from '../engine/index.ts';
import { laneNames } from '../words/index.ts';
import { decided } from './cursor.ts';

/** A lane and a request in it, both counted from 0. */
export interface LaneRequest {
  lane: number;
  request: number;
  /** The column of the picture in which it was chosen. */
  column?: Column;
  /** Its card, if the figure has it already, and the result that it belongs to. */
  known?: { card: Card; result: Result };
}

/** The requests of one outcome in an interval, and which of them it is, from 0. */
export interface Column {
  from: bigint;
  to: bigint;
  outcome: number;
  n: number;
  total: number;
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
  /** The column whose requests the card steps through. */
  column?: Column | undefined;
  /** The n-th request of that column. */
  walk(n: number): Promise<LaneRequest | undefined>;
}

/** The n-th request of an outcome in an interval, with its card: one question. */
export async function nthIn(
  engine: Engine,
  result: Result,
  lane: number,
  column: Pick<Column, 'from' | 'to' | 'outcome'>,
  n: number,
): Promise<(LaneRequest & { known: { card: Card } }) | undefined> {
  const found = await engine.ask('explainNth', lane, column.outcome, { from: column.from, to: column.to }, n);
  if (found === undefined) return undefined;
  const { card, total } = found;
  return { lane, request: card.request, column: { ...column, n, total }, known: { card, result } };
}

export async function readCards(
  engine: Engine,
  result: Result,
  scenario: Scenario | undefined,
  bounds: Bounds | undefined,
  chosenRequest: LaneRequest,
): Promise<Cards | undefined> {
  const { lane, column } = chosenRequest;
  if (chosenRequest.request >= decided(result, lane)) return undefined;
  const isSame = scenario?.same_requests === true;
  const others = result.lanes.map((_, other) => other).filter((other) => isSame && other !== lane);
  const cards = await cardsOf(engine, result, chosenRequest, others);
  const names = laneNames(result.lanes, scenario, bounds);
  const [chosen, ...rest] = [lane, ...others].map(
    (lane, index): LaneCard => ({ lane, title: names[lane] ?? '', card: cards[index] }),
  );
  const walk = async (n: number) => column && nthIn(engine, result, lane, column, n);
  return chosen && { chosen, others: rest, column, walk };
}

/** The card of a request, then those of other lanes: one question at most. A card of another result is not used. */
async function cardsOf(
  engine: Engine,
  result: Result,
  { lane, request, known }: LaneRequest,
  others: number[],
): Promise<Card[]> {
  if (known?.result !== result) return engine.ask('explainAll', [lane, ...others], request);
  return [known.card, ...(others.length === 0 ? [] : await engine.ask('explainAll', others, request))];
}
