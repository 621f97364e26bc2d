/**
 * Moves the cursor through the figure: between requests, between lanes, and to disagreements of two limiters. It
 * announces where it arrives.
 */
import type { Direction } from '../engine/index.ts';
import { spanLength } from '../plot/index.ts';
import type { FigureContext } from './context.ts';
import { CursorFinder } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { instant, requestName } from '../words/index.ts';

const APART = 'When clients retry, each limiter sees different requests, which cannot be compared one by one.';

export class Navigator {
  cursor: Cursor | undefined;
  /** Whether a move is in progress. */
  isUnderway = false;
  /** Where to put the cursor when new results change the requests. */
  private anchor: { lane: number; time: bigint; news: string } | undefined;
  /** The last sentence about the cursor, so that it is not repeated. */
  private announced = '';
  /** Counts moves, so that a late answer does not move the cursor back. */
  private asked = 0;

  /** `arrive` is called when the cursor has reached a request, with the sentence to announce. */
  constructor(
    private readonly figure: FigureContext,
    private readonly arrive: (cursor: Cursor, sentence: string | undefined) => void,
  ) {}

  get lane(): number {
    return this.cursor?.lane ?? this.figure.lane;
  }

  /** The instant of the cursor or of the open card, else the middle of the view. */
  get middle(): bigint {
    const { card, span = { from: 0n, to: 0n } } = this.figure;
    return this.cursor?.time ?? card?.time ?? span.from + spanLength(span) / 2n;
  }

  /** Where the cursor starts. */
  private get beginning(): { lane: number; request: number | undefined; time: bigint } {
    const { lane, card, span } = this.figure;
    return { lane, request: card?.request, time: span?.from ?? 0n };
  }

  /** A new result has come; `mayDiffer` if its requests may differ. */
  renew(mayDiffer: boolean): void {
    if (mayDiffer) this.cursor = undefined;
    const { anchor } = this;
    if (anchor === undefined || this.figure.result?.complete !== true) return;
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
    const { lane, request, time } = this.cursor ?? this.beginning;
    if (request !== undefined) this.move((finder) => finder.at(lane, request + by));
    else this.move((finder) => finder.from(lane, time));
  }

  changeLane(by: number): void {
    let lane = this.lane + by;
    while (this.figure.isFolded(lane)) lane += by;
    if (lane < 0 || lane >= (this.figure.result?.lanes.length ?? 0)) return;
    const { cursor } = this;
    const time = cursor?.time ?? this.beginning.time;
    // Without retries a request has the same index in all lanes, so the cursor stays on it.
    const request = this.figure.scenario?.same_requests === true ? cursor?.request : undefined;
    this.move((finder) => (request === undefined ? finder.from(lane, time) : finder.at(lane, request)));
  }

  /** Goes to a request that two limiters decide differently. */
  async disagreement(direction: Direction, from?: number): Promise<void> {
    const { engine, result } = this.figure;
    if (engine === undefined || result === undefined) return;
    if (this.figure.scenario?.same_requests === false) return this.figure.say(APART);
    const { cursor, lane } = this;
    const start = from ?? (cursor === undefined ? 0 : cursor.request + (direction === 'next' ? 1 : 0));
    this.isUnderway = true;
    const finder = new CursorFinder(engine, result);
    const found = await finder.disagreement(lane, start, direction).catch(() => undefined);
    this.isUnderway = false;
    if (found !== undefined) this.move(async () => found);
    else this.figure.say(`No ${direction} request is decided differently by two limiters.`);
  }

  /** Moves the cursor, and stops following. */
  move(find: (finder: CursorFinder) => Promise<Cursor | undefined>): void {
    this.anchor = undefined;
    this.announced = '';
    this.find(find);
  }

  private find(find: (finder: CursorFinder) => Promise<Cursor | undefined>): void {
    const { engine, result } = this.figure;
    if (engine === undefined || result === undefined) return;
    const asked = ++this.asked;
    this.isUnderway = true;
    const arrive = (cursor: Cursor | undefined): void => {
      if (asked !== this.asked) return;
      this.isUnderway = false;
      this.take(cursor);
    };
    find(new CursorFinder(engine, result)).then(arrive, () => arrive(undefined));
  }

  private take(cursor: Cursor | undefined): void {
    const news = this.anchor?.news ?? '';
    if (cursor === undefined) return news === '' ? undefined : this.figure.say(news);
    this.cursor = cursor;
    const title = this.figure.result?.lanes[cursor.lane]?.title ?? '';
    const where = `${title}, ${requestName(cursor.card).toLowerCase()}, ${instant(cursor.time)}.`;
    const isKnown = news === '' && where === this.announced;
    this.announced = where;
    if (this.anchor !== undefined) this.anchor.news = '';
    this.arrive(cursor, isKnown ? undefined : `${news} ${where} ${cursor.card.rule}`.trim());
  }
}
