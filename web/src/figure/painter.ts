/**
 * Painting: turns keys and strokes on the lane of arrivals into changes of the traffic. Every stroke is an `amend`
 * event, and the strokes of one gesture are one step to undo.
 */
import type { Card, Span, Stroke } from '../engine/index.ts';
import { markAt, markCount } from '../engine/marks.ts';
import { Brush, fineStep, snap } from '../plot/brush.ts';
import type { Arrival, Taken } from '../plot/brush.ts';
import type { Interaction } from '../plot/interaction.ts';
import type { FigureContext } from './context.ts';
import type { Cursor } from './cursor.ts';
import { amend } from './model.ts';
import type { Navigator } from './navigator.ts';
import { counted, instant } from '../words/index.ts';

/** The lane to look arrivals up in: they are the first attempts of every lane. */
const WITNESS = 0;

export class Painter {
  /** Whether a stroke is waiting for its result. */
  isWaiting = false;
  /** The request that keys are moving, or its burst, until they are released. */
  private held: (Arrival & { all: Span | undefined }) | undefined;
  /** The traffic before the gesture, to restore on cancel. */
  private before: string | undefined;

  /** `guide` marks an instant in all lanes. */
  constructor(
    private readonly figure: FigureContext,
    interaction: Interaction,
    private readonly navigator: Navigator,
    private readonly guide: (time: bigint | undefined) => void,
  ) {
    interaction.brush = new Brush(interaction.sheet, {
      find: (between) => this.find(between),
      onStroke: (stroke, isSettled) => this.stroke(stroke, isSettled),
      onCancel: () => this.cancel(),
      onGuide: guide,
    });
  }

  /** Adds a request at the cursor. */
  add(): void {
    const { cursor, middle } = this.navigator;
    const time = cursor?.time ?? snap(middle, this.step());
    this.stroke({ add: BigUint64Array.of(time) }, true);
  }

  /** Removes the request at the cursor, or all at its instant. */
  remove(isOfAll: boolean): void {
    const { cursor } = this.navigator;
    if (cursor === undefined) return;
    const all = isOfAll ? burstOf(cursor) : undefined;
    if (all !== undefined) return this.stroke({ removeAll: all }, true);
    this.navigator.follow(cursor.time, `Removed the request at ${instant(cursor.time)}.`);
    this.send({ remove: cursor.card.traffic_request }, true);
  }

  /** Moves the request at the cursor by steps, or all at its instant; `settle` ends the move. */
  nudge(by: bigint, isOfAll: boolean): void {
    const { cursor } = this.navigator;
    this.held ??= cursor && {
      request: cursor.card.traffic_request,
      time: cursor.time,
      all: isOfAll ? burstOf(cursor) : undefined,
    };
    if (this.held === undefined) return;
    const to = snap(this.held.time, this.step()) + by * this.step();
    this.held = { ...this.held, time: to < 0n ? 0n : to };
    this.guide(this.held.time);
    this.stroke(moveOf(this.held), false);
  }

  settle(): void {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return;
    this.guide(undefined);
    this.stroke(moveOf(held), true);
  }

  private stroke(stroke: Stroke, isSettled: boolean): void {
    const { navigator, held } = this;
    if (!isSettled && held === undefined) navigator.release();
    if (!isSettled && held !== undefined) navigator.follow(held.time, '');
    if (isSettled) this.followSettled(stroke);
    this.send(stroke, isSettled);
  }

  private followSettled(stroke: Stroke): void {
    const { navigator } = this;
    if ('add' in stroke) this.followAdded(stroke.add);
    else if ('move' in stroke) navigator.follow(stroke.to, `Moved to ${instant(stroke.to)}.`);
    else if ('moveAll' in stroke) navigator.follow(stroke.to, `Moved the burst to ${instant(stroke.to)}.`);
    else if ('removeAll' in stroke)
      navigator.follow(stroke.removeAll.from, `Removed all requests at ${instant(stroke.removeAll.from)}.`);
  }

  private followAdded(times: BigUint64Array): void {
    const [first] = times;
    if (first === undefined) return;
    const when = times.length === 1 ? `at ${instant(first)}` : `from ${instant(first)} on`;
    this.navigator.follow(first, `Added ${counted(times.length, 'request')} ${when}.`);
  }

  private send(stroke: Stroke, isSettled: boolean): void {
    const { figure } = this;
    this.before ??= figure.result?.scenario?.traffic.map(({ text }) => text).join('; ');
    if (isSettled) this.before = undefined;
    this.isWaiting = true;
    amend(figure, 'traffic', stroke, isSettled);
  }

  private cancel(): void {
    if (this.before !== undefined) amend(this.figure, 'traffic', this.before);
    this.before = undefined;
  }

  /** The arrivals of a column: the last of them is drawn on top. */
  private async find(between: Span): Promise<Taken | undefined> {
    const marks = this.figure.picture?.lanes[WITNESS]?.marks;
    if (marks === undefined) return this.findAmongMany(between);
    const found = await this.figure.engine
      ?.ask('firstAttempts', WITNESS, this.requestsIn(marks, between))
      .catch(() => undefined);
    return found && { one: arrivalOf(found.last), all: { from: found.first.time, to: found.last.time + 1n } };
  }

  private requestsIn(marks: Float64Array, { from, to }: Span): number[] {
    const start = this.figure.picture?.span.from ?? 0n;
    const all = Array.from({ length: markCount(marks) }, (_, index) => markAt(marks, index));
    const isBetween = (time: bigint) => time >= from && time < to;
    return all.filter(({ time }) => isBetween(start + BigInt(time))).map(({ request }) => request);
  }

  /** Where single requests are not in the picture: the first of the column, unless clients retry. */
  private async findAmongMany(between: Span): Promise<Taken | undefined> {
    const card = await this.figure.engine?.ask('explainFrom', WITNESS, between.from).catch(() => undefined);
    if (card === undefined || card.attempt > 1 || card.time >= between.to) return undefined;
    return { one: arrivalOf(card), all: { from: card.time, to: between.to } };
  }

  private step(): bigint {
    const { picture, plot } = this.figure;
    return picture === undefined || plot === undefined ? 1n : fineStep(picture.span, plot.columns);
  }
}

/** All requests at the instant of a request; undefined if it is a retry, which came at another. */
function burstOf({ time, card }: Cursor): Span | undefined {
  return card.attempt > 1 ? undefined : { from: time, to: time + 1n };
}

function arrivalOf({ traffic_request: request, time }: Card): Arrival {
  return { request, time };
}

function moveOf({ request, time, all }: Arrival & { all: Span | undefined }): Stroke {
  return all === undefined ? { move: request, to: time } : { moveAll: all, to: time };
}
