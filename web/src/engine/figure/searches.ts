// Searches for a request in a finished run. They look at one request after the other, so they run where the run is: the
// page asks one question for each search, not one for each request.

import { ALLOWED, DELAYED, DENIED } from '../marks.ts';
import type { WholeRun } from '../modules.ts';
import type { Card, LanePicture, Span } from '../types.ts';

/** The part of a run that a search needs. */
export type Searched = Pick<WholeRun, 'lanes' | 'counts' | 'explain' | 'requestAt'>;

/** A row of a lane. */
export interface RowPosition {
  kind: NonNullable<LanePicture['rows']>['kind'];
  row: number;
}

/** How many requests of a column are searched for one of a row. */
const MOST_IN_COLUMN = 100;

/** How many attempts at one instant are searched for the right one. */
const MOST_ATTEMPTS = 500;

/** The first request of a lane at or after an instant, else the last; undefined if the lane has no requests. */
export function cardFrom(run: Searched, lane: number, instant: bigint): Card | undefined {
  const request = run.requestAt(lane, instant);
  return request === undefined ? undefined : run.explain(lane, request);
}

/** The first request of an outcome in a column of a row. */
export function cardInRow(
  run: Searched,
  lane: number,
  { kind, row }: RowPosition,
  outcome: number,
  { from, to }: Span,
): Card | undefined {
  const isMeant = (card: Card) => card.time >= to || outcomeIn(card, kind, row) === outcome;
  const found = firstFrom(run, lane, run.requestAt(lane, from), MOST_IN_COLUMN, isMeant);
  return found !== undefined && found.time < to ? found : undefined;
}

/** The first and the last of these requests of a lane that are no retries. */
export function firstAttempts(
  run: Searched,
  lane: number,
  requests: number[],
): { first: Card; last: Card } | undefined {
  const among = (numbers: number[]): Card | undefined => {
    for (const request of numbers) {
      const card = run.explain(lane, request);
      if (card.attempt === 1) return card;
    }
    return undefined;
  };
  const [first, last] = [among(requests), among([...requests].reverse())];
  return first && last && { first, last };
}

/** Which request of the first lane: one by its index, the first after an instant, or the last sent at one. */
export type Sent = { request: number } | { after: bigint } | { at: bigint };

/** Returns the cards of a request, one per lane. */
export function answersTo(run: Searched, sent: Sent): Card[] | undefined {
  const card =
    'request' in sent
      ? cardAt(run, 0, sent.request)
      : 'after' in sent
        ? cardAfter(run, sent.after)
        : lastSentAt(run, sent.at);
  if (card === undefined) return undefined;
  return Array.from({ length: run.lanes }, (_, lane) => (lane === 0 ? card : cardLike(run, lane, card)));
}

function cardAt(run: Searched, lane: number, request: number): Card | undefined {
  return request >= 0 && request < decidedIn(run, lane) ? run.explain(lane, request) : undefined;
}

function cardAfter(run: Searched, instant: bigint): Card | undefined {
  const card = cardFrom(run, 0, instant + 1n);
  return card !== undefined && card.time > instant ? card : undefined;
}

/** Retries that come at the same instant may follow the request that was sent. */
function lastSentAt(run: Searched, instant: bigint): Card | undefined {
  const next = cardFrom(run, 0, instant + 1n);
  let card = next !== undefined && next.time > instant ? cardAt(run, 0, next.request - 1) : next;
  for (let tried = 0; card !== undefined && card.attempt > 1 && tried < MOST_ATTEMPTS; tried += 1) {
    card = cardAt(run, 0, card.request - 1);
  }
  return card?.time === instant ? card : undefined;
}

/**
 * The same attempt in another lane. Without retries it has the same index there. With them, it is one of those that
 * come at the same instant.
 */
function cardLike(run: Searched, lane: number, card: Card): Card {
  const isSame = (other: Card) => other.traffic_request === card.traffic_request && other.attempt === card.attempt;
  const there = cardAt(run, lane, card.request);
  if (there !== undefined && isSame(there)) return there;
  return firstFrom(run, lane, run.requestAt(lane, card.time), MOST_ATTEMPTS, isSame) ?? card;
}

/** The first request of a lane, from an index on, that satisfies a predicate. */
function firstFrom(
  run: Searched,
  lane: number,
  from: number | undefined,
  most: number,
  isMeant: (card: Card) => boolean,
): Card | undefined {
  const end = from === undefined ? 0 : Math.min(from + most, decidedIn(run, lane));
  for (let request = from ?? 0; request < end; request += 1) {
    const card = run.explain(lane, request);
    if (isMeant(card)) return card;
  }
  return undefined;
}

function decidedIn(run: Searched, lane: number): number {
  return run.counts(lane).reduce((sum, part) => sum + part, 0);
}

/** The outcome of a request in a row; undefined if it did not reach it. Delayed requests wait behind the last layer. */
function outcomeIn(
  { outcome, server, layer, layers }: Card,
  kind: RowPosition['kind'],
  row: number,
): number | undefined {
  const all = { allowed: ALLOWED, denied: DENIED, delayed: DELAYED }[outcome];
  if (kind === 'servers') return server === row ? all : undefined;
  if (layers[row]?.asked !== true) return undefined;
  return outcome === 'denied' ? (layer === row ? DENIED : ALLOWED) : row === layers.length - 1 ? all : ALLOWED;
}
