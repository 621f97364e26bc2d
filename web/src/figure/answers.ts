/** The answers of all limiters to one request of the traffic. */
import type { Card, Engine, Result } from '../engine/index.ts';
import type { Sent } from '../engine/figure/searches.ts';
import type { LaneAnswer } from '../plot/playhead.ts';
import { duration, instant, requestName } from '../words/index.ts';

export interface Answers {
  request: number;
  time: bigint;
  lanes: LaneAnswer[];
  /** All answers in one sentence. */
  words: string;
}

export class AnswerReader {
  constructor(
    private readonly engine: Engine,
    private readonly result: Result,
  ) {}

  /** The first request after an instant. */
  after(time: bigint): Promise<Answers | undefined> {
    return this.read({ after: time });
  }

  /** The request with the next index. */
  next(request: number): Promise<Answers | undefined> {
    return this.read({ request: request + 1 });
  }

  /** The last request of the traffic at an instant: the one just sent. */
  lastAt(time: bigint): Promise<Answers | undefined> {
    return this.read({ at: time });
  }

  private async read(sent: Sent): Promise<Answers | undefined> {
    const cards = await this.engine.ask('answersTo', sent);
    const [first] = cards ?? [];
    if (cards === undefined || first === undefined) return undefined;
    const lanes = cards.map((card) => answerOf(card));
    const each = lanes.map(({ words }, lane) => `${this.result.lanes[lane]?.title}: ${words}`);
    const words = `${requestName(first)} at ${instant(first.time)}. ${each.join('; ')}.`;
    return { request: first.request, time: first.time, lanes, words };
  }
}

function answerOf({ request, outcome, started, time }: Card): LaneAnswer {
  const waits = outcome === 'delayed' && started !== undefined;
  return { request, time, outcome, words: waits ? `waits ${duration(started - time)}` : outcome };
}
