/** Finds what is under the pointer or at the cursor, and explains it on a hover card. */
import type { Beside, Pointed, Position, RowSpot } from '../plot/index.ts';
import type { Interaction } from '../plot/interaction.ts';
import type { FigureContext } from './context.ts';
import { CursorFinder } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import './hover-card.ts';
import { differenceOf, noteOf, partsOf } from './notes.ts';
import type { Note, Part } from './notes.ts';
import { sumOf } from './rows.ts';

export class Pointing {
  private readonly card = document.createElement('hover-card');
  private pointed: string | undefined;
  private lastFinder: CursorFinder | undefined;
  /** The part that the keyboard explained last, and where. */
  private step = { at: '', next: 0 };

  constructor(
    private readonly figure: FigureContext,
    private readonly interaction: Interaction,
  ) {
    figure.chart.append(this.card);
  }

  /** One finder for each result, so that a click uses what the pointer has found. */
  get finder(): CursorFinder | undefined {
    const { engine, result } = this.figure;
    if (engine === undefined || result === undefined) return undefined;
    if (this.lastFinder?.result !== result) this.lastFinder = new CursorFinder(engine, result);
    return this.lastFinder;
  }

  /** Shows the request under a pointer, or another part of a lane. Only the last of several calls counts. */
  async point(at: Pointed | undefined): Promise<void> {
    const row = at?.spot?.part === 'row' ? at.spot.row : '';
    const pointed = at && `${at.lane} ${at.request ?? at.time} ${at.spot?.part}${row}`;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    const isAlone = at?.spot?.part === 'row' && at.spot.column !== undefined && sumOf(at.spot.column) === 1;
    if (at?.spot !== undefined && typeof at.lane === 'number' && !isAlone)
      return void this.explain(at.lane, at.spot, at.time, at.position);
    if (at?.lane === 'differences') return this.disagree(at.time);
    const cursor = at && (await this.cursorOf(at)?.catch(() => undefined));
    if (this.pointed === pointed) this.show(cursor, at?.position);
  }

  /** Shows what a finger tapped, until it taps something else. */
  tap(at: Pointed): Promise<void> {
    addEventListener('pointerdown', () => this.hide(), { once: true });
    return this.point(at);
  }

  /** Explains the words next to a lane, while the pointer is on them. */
  beside(at: Beside | undefined): void {
    if (at === undefined) return;
    const pointed = `${at.lane} ${at.part}`;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    void this.explain(at.lane, at, 0n, at.position);
  }

  /** Explains the next part of a lane, and returns what it says. */
  async next(lane: number, time: bigint): Promise<string> {
    const parts = partsOf(this.figure, lane, time);
    const at = `${lane} ${time}`;
    const next = this.step.at === at ? this.step.next % parts.length : 0;
    this.step = { at, next: next + 1 };
    this.pointed = `key ${at} ${next}`;
    const note = await this.explain(lane, parts[next], time, this.interaction.positionOf({ lane, request: -1, time }));
    return note === undefined ? '' : `${note.title}. ${note.text}`;
  }

  /** Shows a request that was reached by keys; in a row, beside the pointer. */
  show(cursor: Cursor | undefined, position?: Position): void {
    this.card.note = undefined;
    this.card.card = cursor?.card;
    if (cursor !== undefined) this.card.position = position ?? this.interaction.positionOf(cursor);
  }

  /** The request of a row that is under the pointer. */
  async requestIn(lane: number, { row, column }: RowSpot): Promise<Cursor | undefined> {
    const { finder } = this;
    const rows = this.figure.plot?.shown?.lanes[lane]?.picture.rows;
    if (finder?.result.complete !== true || rows === undefined || column === undefined) return undefined;
    return finder.inRow(lane, { kind: rows.kind, row }, column);
  }

  hide(): void {
    this.pointed = undefined;
    this.show(undefined);
  }

  /** Shows which limiter decided what, next to the lane of the first. */
  private async disagree(from: bigint): Promise<void> {
    const { finder, pointed } = this;
    const cards = finder?.result.complete === true ? await finder.differing(from).catch(() => undefined) : undefined;
    if (this.pointed !== pointed) return;
    const first = cards?.at(0);
    if (finder === undefined || cards === undefined || first === undefined) return this.show(undefined);
    const { request, time } = first;
    const position = this.interaction.positionOf({ lane: 0, request, time });
    Object.assign(this.card, { card: undefined, note: differenceOf(finder.result, cards), position });
  }

  private async explain(lane: number, part: Part, time: bigint, position = { x: 0, y: 0 }): Promise<Note | undefined> {
    const { pointed } = this;
    const note = await noteOf(this.figure, lane, part, time).catch(() => undefined);
    if (this.pointed !== pointed) return undefined;
    Object.assign(this.card, { card: undefined, note, position });
    return note;
  }

  private cursorOf({ lane, request, spot }: Pointed): Promise<Cursor | undefined> | undefined {
    const { finder } = this;
    if (finder?.result.complete !== true || typeof lane !== 'number') return undefined;
    if (spot?.part === 'row') return this.requestIn(lane, spot);
    return request === undefined ? undefined : finder.at(lane, request);
  }
}
