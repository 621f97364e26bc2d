/** The answers of all limiters to one request of the traffic. */
import type { Card, Engine, Result, Scenario } from '../engine/index.ts';
import type { LaneAnswer } from '../plot/playhead.ts';
import { CursorFinder } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { duration, instant, requestName } from '../words/index.ts';

export interface Answers {
  request: number;
  time: bigint;
  lanes: LaneAnswer[];
  /** All answers in one sentence. */
  words: string;
}

/** How many attempts at one instant are searched for the right one. */
const MOST = 500;

export class AnswerReader {
  private readonly finder: CursorFinder;

  constructor(
    engine: Engine,
    private readonly result: Result,
    private readonly scenario: Scenario | undefined,
  ) {
    this.finder = new CursorFinder(engine, result);
  }

  /** The first request after an instant. */
  async after(time: bigint): Promise<Answers | undefined> {
    const cursor = await this.finder.from(0, time + 1n);
    return cursor === undefined || cursor.time <= time ? undefined : this.of(cursor);
  }

  /** The request with the next index. */
  async next(request: number): Promise<Answers | undefined> {
    const cursor = await this.finder.at(0, request + 1);
    return cursor === undefined || cursor.request === request ? undefined : this.of(cursor);
  }

  /** The last request of the traffic at an instant: the one just sent. */
  async lastAt(time: bigint): Promise<Answers | undefined> {
    const found = await this.finder.from(0, time + 1n);
    let at = found !== undefined && found.time > time ? await this.finder.at(0, found.request - 1) : found;
    for (let tried = 0; at !== undefined && at.card.attempt > 1 && tried < MOST; tried += 1) {
      at = await this.finder.at(0, at.request - 1);
    }
    return at?.time === time ? this.of(at) : undefined;
  }

  private async of(cursor: Cursor): Promise<Answers> {
    const cards = await Promise.all(this.result.lanes.map((_, lane) => this.cardIn(lane, cursor)));
    const lanes = cards.map((card) => answerOf(card));
    const each = lanes.map(({ words }, lane) => `${this.result.lanes[lane]?.title}: ${words}`);
    const words = `${requestName(cursor.card)} at ${instant(cursor.time)}. ${each.join('; ')}.`;
    return { request: cursor.request, time: cursor.time, lanes, words };
  }

  /** Where clients retry, a request of the traffic has a different index in every lane. */
  private async cardIn(lane: number, { request, time, card }: Cursor): Promise<Card> {
    if (lane === 0) return card;
    const isShared = this.scenario?.same_requests === true;
    let found = isShared ? await this.finder.at(lane, request) : await this.finder.from(lane, time);
    for (let tried = 0; found !== undefined && !isSame(found.card, card) && tried < MOST; tried += 1) {
      found = await this.finder.at(lane, found.request + 1);
    }
    return found?.card ?? card;
  }
}

function isSame(one: Card, other: Card): boolean {
  return one.traffic_request === other.traffic_request && one.attempt === other.attempt;
}

function answerOf({ request, outcome, started, time }: Card): LaneAnswer {
  const waits = outcome === 'delayed' && started !== undefined;
  return { request, time, outcome, words: waits ? `waits ${duration(started - time)}` : outcome };
}
