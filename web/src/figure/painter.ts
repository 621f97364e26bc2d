/**
 * Painting: turns keys and strokes on the lane of arrivals into changes of the traffic. Every stroke is an `amend`
 * event, and the strokes of one gesture are one step to undo.
 */
import type { Engine, Picture, Result, Span, Stroke } from '../engine/index.ts';
import { markAt, markCount } from '../engine/marks.ts';
import { Brush, fineStep, snap } from '../plot/brush.ts';
import type { Arrival } from '../plot/brush.ts';
import type { Plot } from '../plot/index.ts';
import type { Interaction } from '../plot/interaction.ts';
import type { Cursor } from './cursor.ts';
import { amend } from './model.ts';
import { counted, instant } from '../words/index.ts';

/** The figure as the painter sees it. */
export interface Canvas {
  readonly element: HTMLElement;
  readonly plot: Plot;
  readonly interaction: Interaction;
  readonly engine: Engine | undefined;
  readonly result: Result | undefined;
  readonly picture: Picture | undefined;
  readonly cursor: Cursor | undefined;
  /** The instant in the middle of the view, for use without a cursor. */
  readonly middle: bigint;
  /** Marks an instant in all lanes. */
  guide(time: bigint | undefined): void;
  /** Puts the cursor at an instant when the result comes, and announces the news. */
  follow(time: bigint, news: string): void;
  /** Stops following with the cursor. */
  release(): void;
}

/** The lane to look arrivals up in: they are the first attempts of every lane. */
const WITNESS = 0;

export class Painter {
  /** Whether a stroke is waiting for its result. */
  isWaiting = false;
  /** The request that keys are moving, until they are released. */
  private held: Arrival | undefined;
  /** The traffic before the gesture, to restore on cancel. */
  private before: string | undefined;

  constructor(private readonly canvas: Canvas) {
    canvas.interaction.brush = new Brush(canvas.interaction.sheet, {
      find: (between) => this.find(between),
      onStroke: (stroke, isSettled) => this.stroke(stroke, isSettled),
      onCancel: () => this.cancel(),
      onGuide: (time) => canvas.guide(time),
    });
  }

  /** Adds a request at the cursor. */
  add(): void {
    const { cursor, middle } = this.canvas;
    const time = cursor?.time ?? snap(middle, this.step());
    this.stroke({ add: BigUint64Array.of(time) }, true);
  }

  /** Removes the request at the cursor. */
  remove(): void {
    const { cursor } = this.canvas;
    if (cursor === undefined) return;
    this.canvas.follow(cursor.time, `Removed the request at ${instant(cursor.time)}.`);
    this.send({ remove: cursor.card.traffic_request }, true);
  }

  /** Moves the request at the cursor by steps; `settle` ends the move. */
  nudge(by: bigint): void {
    const { cursor } = this.canvas;
    this.held ??= cursor && { request: cursor.card.traffic_request, time: cursor.time };
    if (this.held === undefined) return;
    const to = snap(this.held.time, this.step()) + by * this.step();
    this.held = { ...this.held, time: to < 0n ? 0n : to };
    this.canvas.guide(this.held.time);
    this.stroke({ move: this.held.request, to: this.held.time }, false);
  }

  settle(): void {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return;
    this.canvas.guide(undefined);
    this.stroke({ move: held.request, to: held.time }, true);
  }

  private stroke(stroke: Stroke, isSettled: boolean): void {
    if (!isSettled && this.held === undefined) this.canvas.release();
    if (!isSettled && this.held !== undefined) this.canvas.follow(this.held.time, '');
    if (isSettled && 'move' in stroke) this.canvas.follow(stroke.to, `Moved to ${instant(stroke.to)}.`);
    if (isSettled && 'add' in stroke) this.followAdded(stroke.add);
    this.send(stroke, isSettled);
  }

  private followAdded(times: BigUint64Array): void {
    const [first] = times;
    if (first === undefined) return;
    const when = times.length === 1 ? `at ${instant(first)}` : `from ${instant(first)} on`;
    this.canvas.follow(first, `Added ${counted(times.length, 'request')} ${when}.`);
  }

  private send(stroke: Stroke, isSettled: boolean): void {
    const { result, element } = this.canvas;
    this.before ??= result?.scenario?.traffic.map(({ text }) => text).join('; ');
    if (isSettled) this.before = undefined;
    this.isWaiting = true;
    amend(element, 'traffic', stroke, isSettled);
  }

  private cancel(): void {
    if (this.before !== undefined) amend(this.canvas.element, 'traffic', this.before);
    this.before = undefined;
  }

  /** The last first attempt between two instants: it is drawn on top. */
  private async find({ from, to }: Span): Promise<Arrival | undefined> {
    const { engine, picture } = this.canvas;
    const marks = picture?.lanes[WITNESS]?.marks;
    if (engine === undefined || picture === undefined || marks === undefined) return undefined;
    for (let index = markCount(marks) - 1; index >= 0; index -= 1) {
      const mark = markAt(marks, index);
      const time = picture.span.from + BigInt(mark.time);
      if (time < from || time >= to) continue;
      const card = await engine.ask('explain', WITNESS, mark.request).catch(() => undefined);
      if (card?.attempt === 1) return { request: card.traffic_request, time };
    }
    return undefined;
  }

  private step(): bigint {
    const { picture, plot } = this.canvas;
    return picture === undefined ? 1n : fineStep(picture.span, plot.columns);
  }
}
