/**
 * The figure's cursor: a request in a lane. It moves by asking the engine, so that it can reach every request, in
 * view or not, however many there are.
 */
import type { Card, Direction, Engine, LanePicture, Result, Span } from '../engine/index.ts';
import { markAt, markCount } from '../engine/marks.ts';
import type { RowPosition } from '../engine/figure/searches.ts';
import type { ColumnSpot } from '../plot/index.ts';

export interface Cursor {
  lane: number;
  request: number;
  time: bigint;
  card: Card;
  /** The card's result. */
  result: Result;
}

/** How many requests a lane decided. */
export function decided(result: Result, lane: number): number {
  return (result.lanes[lane]?.counts ?? [0, 0, 0]).reduce((sum, part) => sum + part, 0);
}

export class CursorFinder {
  /** The last request that was asked for: a click asks again for the one that the pointer is on. */
  private last: { lane: number; request: number; cursor: Promise<Cursor> } | undefined;

  constructor(
    private readonly engine: Engine,
    readonly result: Result,
  ) {}

  /** The cursor at a request, or at the nearest one that exists. */
  async at(lane: number, request: number): Promise<Cursor | undefined> {
    const end = decided(this.result, lane) - 1;
    if (end < 0) return undefined;
    const near = Math.min(Math.max(request, 0), end);
    if (this.last?.lane !== lane || this.last.request !== near) {
      this.last = { lane, request: near, cursor: this.explain(lane, near) };
    }
    return this.last.cursor;
  }

  /** The cursor at the first request at or after an instant, or at the last one. */
  async from(lane: number, time: bigint): Promise<Cursor | undefined> {
    const card = await this.engine.ask('explainFrom', lane, time < 0n ? 0n : time);
    return card && this.cursorOf(lane, card);
  }

  /** The first request at or after an instant that two lanes decide differently, as each lane decided it. */
  differing(time: bigint): Promise<Card[] | undefined> {
    return this.engine.ask('explainDiffering', this.lanes, time < 0n ? 0n : time);
  }

  /** The cursor at that request. */
  async atDiffering(lane: number, time: bigint): Promise<Cursor | undefined> {
    const card = (await this.differing(time))?.at(lane);
    return card && this.cursorOf(lane, card);
  }

  /** The cursor at the next request from an index on, or the last before it, that two lanes decide differently. */
  async disagreement(lane: number, from: number, direction: Direction): Promise<Cursor | undefined> {
    const card = await this.engine.ask('explainDisagreement', lane, this.lanes, from, direction);
    return card && this.cursorOf(lane, card);
  }

  /** The cursor at the first request of an outcome in a column of a row. */
  async inRow(lane: number, row: RowPosition, { outcome, from, to }: ColumnSpot): Promise<Cursor | undefined> {
    const card = await this.engine.ask('explainInRow', lane, row, outcome, { from, to });
    return card && this.cursorOf(lane, card);
  }

  private get lanes(): number[] {
    return this.result.lanes.map((_, lane) => lane);
  }

  private async explain(lane: number, request: number): Promise<Cursor> {
    try {
      return this.cursorOf(lane, await this.engine.ask('explain', lane, request));
    } catch (error) {
      // A retry may succeed.
      this.last = undefined;
      throw error;
    }
  }

  private cursorOf(lane: number, card: Card): Cursor {
    return { lane, request: card.request, time: card.time, card, result: this.result };
  }
}

/** The request in a picture nearest to an instant, if the picture shows single requests. */
export function nearest(picture: LanePicture | undefined, span: Span, time: bigint): number | undefined {
  const marks = picture?.marks;
  if (marks === undefined) return undefined;
  const offset = Number(time - span.from);
  let [found, least]: [number | undefined, number] = [undefined, Infinity];
  for (let index = 0; index < markCount(marks); index += 1) {
    const { request, time: came } = markAt(marks, index);
    const distance = Math.abs(came - offset);
    if (distance < least) [found, least] = [request, distance];
  }
  return found;
}
