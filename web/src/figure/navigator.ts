/**
 * Moves the cursor through the figure: between requests, between lanes, and to disagreements of two limiters. It
 * announces where it arrives.
 */
import type { Direction, Engine, Result, Scenario } from '../engine/index.ts';
import { CursorFinder } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { instant, requestName } from '../words/index.ts';

/** The figure that the cursor moves in. */
export interface CursorHost {
  readonly engine: Engine | undefined;
  readonly result: Result | undefined;
  readonly scenario: Scenario | undefined;
  /** Where the cursor starts. */
  /** Whether another lane stands for this one. */
  isFolded(lane: number): boolean;
  beginning(): { lane: number; request?: number | undefined; time: bigint };
  /** The cursor has reached a request. `said` is the sentence to announce. */
  arrive(cursor: Cursor, said: string | undefined): void;
  say(text: string): void;
}

const APART = 'Where clients retry, each limiter has requests of its own: they cannot be compared one by one.';

export class Navigator {
  cursor: Cursor | undefined;
  /** Whether a move is in progress. */
  isUnderway = false;
  /** Where to put the cursor when new results change the requests. */
  private anchor: { lane: number; time: bigint; news: string } | undefined;
  /** The last sentence about the cursor, so that it is not repeated. */
  private said = '';
  /** Counts moves, so that a late answer does not move the cursor back. */
  private asked = 0;

  constructor(private readonly host: CursorHost) {}

  get lane(): number {
    return this.cursor?.lane ?? this.host.beginning().lane;
  }

  /** A new result has come; `mayDiffer` if its requests may differ. */
  renew(mayDiffer: boolean): void {
    if (mayDiffer) this.cursor = undefined;
    const { anchor } = this;
    if (anchor === undefined || this.host.result?.complete !== true) return;
    this.find((finder) => finder.from(anchor.lane, anchor.time));
  }

  /** Keeps the cursor at an instant in the results that follow. `news` is announced if it is not empty. */
  follow(time: bigint, news: string): void {
    this.anchor = { lane: this.lane, time, news };
  }

  /** Stops following: the cursor is lost when requests change. */
  release(): void {
    this.anchor = undefined;
  }

  step(by: number): void {
    const { lane, request, time } = this.cursor ?? this.host.beginning();
    if (request !== undefined) this.move((finder) => finder.at(lane, request + by));
    else this.move((finder) => finder.from(lane, time));
  }

  changeLane(by: number): void {
    let lane = this.lane + by;
    while (this.host.isFolded(lane)) lane += by;
    if (lane < 0 || lane >= (this.host.result?.lanes.length ?? 0)) return;
    const { cursor } = this;
    const time = cursor?.time ?? this.host.beginning().time;
    // Without retries a request has the same index in all lanes, so the cursor stays on it.
    const request = this.host.scenario?.same_requests === true ? cursor?.request : undefined;
    this.move((finder) => (request === undefined ? finder.from(lane, time) : finder.at(lane, request)));
  }

  /** Goes to a request that two limiters decide differently. */
  async disagreement(direction: Direction, from?: number): Promise<void> {
    const { engine, result } = this.host;
    if (engine === undefined || result === undefined) return;
    if (this.host.scenario?.same_requests === false) return this.host.say(APART);
    const { cursor, lane } = this;
    const lanes = result.lanes.map((_, index) => index);
    const start = from ?? (cursor === undefined ? 0 : cursor.request + (direction === 'next' ? 1 : 0));
    this.isUnderway = true;
    const request = await engine.ask('disagreement', lanes, start, direction).catch(() => undefined);
    this.isUnderway = false;
    if (request !== undefined) this.move((finder) => finder.at(lane, request));
    else this.host.say(`There is no ${direction} request that two limiters decide differently.`);
  }

  /** Moves the cursor, and stops following. */
  move(find: (finder: CursorFinder) => Promise<Cursor | undefined>): void {
    this.anchor = undefined;
    this.said = '';
    this.find(find);
  }

  private find(find: (finder: CursorFinder) => Promise<Cursor | undefined>): void {
    const { engine, result } = this.host;
    if (engine === undefined || result === undefined) return;
    const asked = ++this.asked;
    this.isUnderway = true;
    const arrive = (cursor: Cursor | undefined): void => {
      if (asked !== this.asked) return;
      this.isUnderway = false;
      this.arrive(cursor);
    };
    find(new CursorFinder(engine, result)).then(arrive, () => arrive(undefined));
  }

  private arrive(cursor: Cursor | undefined): void {
    const news = this.anchor?.news ?? '';
    if (cursor === undefined) return news === '' ? undefined : this.host.say(news);
    this.cursor = cursor;
    const title = this.host.result?.lanes[cursor.lane]?.title ?? '';
    const where = `${title}, ${requestName(cursor.card).toLowerCase()}, ${instant(cursor.time)}.`;
    const isKnown = news === '' && where === this.said;
    this.said = where;
    if (this.anchor !== undefined) this.anchor.news = '';
    this.host.arrive(cursor, isKnown ? undefined : `${news} ${where} ${cursor.card.rule}`.trim());
  }
}
