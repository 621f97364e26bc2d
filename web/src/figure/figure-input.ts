/**
 * Handles input on the figure: keys, pointers, strokes, and the cursor that they move. Loaded after the first
 * picture.
 */
import type { Direction, Engine, Fault, Result, Span } from '../engine/index.ts';
import { pan, spanLength, zoom } from '../plot/index.ts';
import type { Asked, ColumnSpot, Plot, PlotState, Pointed, RowSpot } from '../plot/index.ts';
import * as plotInteraction from '../plot/interaction.ts';
import { sentence } from '../words/index.ts';
import { nthIn } from './cards.ts';
import type { LaneRequest } from './cards.ts';
import type { FigureContext } from './context.ts';
import { nearest } from './cursor.ts';
import type { Cursor, CursorFinder } from './cursor.ts';
import { FittedLegend } from './legend-parts.ts';
import { commandOf } from './keys.ts';
import type { Command } from './keys.ts';
import { Navigator } from './navigator.ts';
import type { Painter } from './painter.ts';
import { withDetails } from './plot-details.ts';
import type { Context } from './plot-state.ts';
import { Pointing } from './pointing.ts';
import { withSoFar } from './so-far.ts';
import { reportInstant } from './instant.ts';

const PAN_STEP = 0.2;
const ZOOM_STEP = 1.5;

export class FigureInput {
  private readonly navigator: Navigator;
  private readonly pointing: Pointing;
  private painter: Painter | undefined;
  private pointed: { time: bigint } | undefined;
  private reported: bigint | undefined;
  private readonly legend: FittedLegend;
  /** A card was requested before the cursor was anywhere. It opens where the cursor arrives. */
  private opens = false;

  constructor(
    private readonly figure: FigureContext,
    private readonly plot: Plot,
  ) {
    const { chart } = figure;
    const interaction = plot.equip(plotInteraction);
    interaction.onSpan = (span) => figure.look(span);
    interaction.onPoint = (at) => this.point(at);
    interaction.onSelect = (asked) => void this.select(asked);
    interaction.onBeside = (at) => this.pointing.beside(at);
    interaction.onFold = () => figure.fold();
    interaction.onName = (lane) => this.explain(lane);
    this.legend = new FittedLegend(figure, chart);
    this.navigator = new Navigator(figure, (cursor, sentence) => this.arrive(cursor, sentence));
    this.pointing = new Pointing(figure, interaction);
    chart.addEventListener('keydown', this.onKey);
    chart.addEventListener('keyup', () => this.painter?.settle());
    chart.addEventListener('blur', () => this.pointing.hide());
  }

  /** Enables painting on the traffic. */
  paintBy(Painting: typeof Painter): void {
    const { interaction } = this.plot;
    if (interaction === undefined) return;
    this.painter = new Painting(this.figure, interaction, this.navigator, (time) => this.guide(time));
  }

  /** The instant to mark in all lanes: that of the pointer or the cursor. */
  get cursor(): { time: bigint } | undefined {
    return this.pointed ?? this.navigator.cursor;
  }

  /** Reports where the cursor is, if it has moved. */
  report(): void {
    const time = this.cursor?.time;
    if (time === undefined || time === this.reported) return;
    this.reported = time;
    reportInstant(this.figure, time);
  }

  /** A new result has come; `mayDiffer` if its requests may differ. */
  renew(mayDiffer: boolean): void {
    this.navigator.renew(mayDiffer);
    if (!mayDiffer) return;
    this.pointing.hide();
    if (this.painter !== undefined) this.painter.isWaiting = false;
  }

  /** Reports a refused change of the traffic. The field shows the fault as well, but the stroke was made here. */
  refuse(fault: Fault): void {
    this.navigator.release();
    if (this.painter?.isWaiting === true) this.figure.say(sentence(fault));
  }

  /** Explains the next part of the lane that the cursor is in. */
  private async explainPart(): Promise<void> {
    const sentence = await this.pointing.next(this.navigator.lane, this.navigator.middle);
    if (sentence !== '') this.figure.say(sentence);
  }

  /** Asks the page to show how the limiter of a lane works: at the cursor, or where it first denied, or at its peak. */
  private explain(lane: number): void {
    const { figure } = this;
    const { first_denial_at: denied, most } = figure.result?.lanes[lane]?.measures ?? {};
    const time = this.navigator.cursor?.time ?? denied ?? most?.to ?? 0n;
    figure.dispatchEvent(new CustomEvent('anatomy', { detail: { lane, time }, bubbles: true, composed: true }));
  }

  /** Adds the words next to the lanes: during playback, the totals so far. */
  detail(state: PlotState, result: Result, context: Context): PlotState {
    const detailed = withDetails(withSoFar(state, this.figure.player?.totals), result, context);
    this.legend.show(detailed);
    return detailed;
  }

  /** Shows less of the timeline if the factor is above 1, and more if it is below. */
  zoom(factor: number): void {
    const { span } = this.figure;
    if (span !== undefined) this.figure.look(zoom(span, factor, span.from + spanLength(span) / 2n));
  }

  /** Hides the hover card: the picture moves under the pointer. */
  hide(): void {
    this.pointing.hide();
  }

  /** Goes to a request that two limiters decide differently. */
  disagreement(direction: Direction): void {
    void this.navigator.disagreement(direction);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const command = commandOf(event);
    if (command === undefined || this.figure.result === undefined) return;
    event.preventDefault();
    this.runCommand(command, this.figure.span ?? this.figure.result.shown);
  };

  private runCommand(command: Command, span: Span): void {
    const { figure, navigator, painter } = this;
    const { middle } = navigator;
    const commands: Record<Command, () => unknown> = {
      left: () => navigator.step(-1),
      right: () => navigator.step(1),
      up: () => navigator.changeLane(-1),
      down: () => navigator.changeLane(1),
      panLeft: () => figure.look(pan(span, -PAN_STEP)),
      panRight: () => figure.look(pan(span, PAN_STEP)),
      zoomIn: () => figure.look(zoom(span, ZOOM_STEP, middle)),
      zoomOut: () => figure.look(zoom(span, 1 / ZOOM_STEP, middle)),
      fit: () => figure.fit(),
      open: () => this.open(),
      close: () => this.choose(undefined),
      next: () => this.disagreement('next'),
      previous: () => this.disagreement('previous'),
      add: () => painter?.add(),
      remove: () => painter?.remove(false),
      removeAll: () => painter?.remove(true),
      earlier: () => painter?.nudge(-1n, false),
      later: () => painter?.nudge(1n, false),
      earlierAll: () => painter?.nudge(-1n, true),
      laterAll: () => painter?.nudge(1n, true),
      play: () => figure.player?.toggle?.(),
      goOn: () => figure.player?.step?.(),
      send: () => figure.player?.send?.(),
      explain: () => void this.explainPart(),
      pin: () => this.request('pin'),
      swap: () => this.request('swap'),
      help: () => this.request('help'),
    };
    commands[command]();
  }

  /** Asks the page for what only a page can do. */
  private request(what: 'pin' | 'swap' | 'help'): void {
    this.figure.dispatchEvent(new CustomEvent(what, { bubbles: true, composed: true }));
  }

  private point(at: Pointed | undefined): void {
    this.guide(at?.time);
    void this.pointing.point(at);
  }

  private guide(time: bigint | undefined): void {
    this.pointed = time === undefined ? undefined : { time };
    this.figure.draw();
  }

  private arrive(cursor: Cursor, sentence: string | undefined): void {
    if (sentence !== undefined) this.figure.say(sentence);
    this.bringIntoView(cursor.time);
    this.figure.draw();
    if (this.figure.chart.matches(':focus-visible')) this.pointing.show(cursor);
    // An open card follows the cursor.
    if (this.figure.card !== undefined || this.opens) this.open();
  }

  private bringIntoView(time: bigint): void {
    const { span } = this.figure;
    if (span === undefined || (time >= span.from && time <= span.to)) return;
    const half = spanLength(span) / 2n;
    this.figure.look({ from: time - half, to: time + half });
  }

  private open(): void {
    const { cursor, isUnderway } = this.navigator;
    this.opens = cursor === undefined || isUnderway;
    if (isUnderway) return;
    if (cursor === undefined) this.navigator.step(0);
    else this.choose(requestOf(cursor));
  }

  private async select(asked: Asked): Promise<void> {
    const { lane, time, request, spot } = asked;
    const { engine, picture, span } = this.figure;
    const { finder } = this.pointing;
    if (engine === undefined || finder === undefined || span === undefined) return;
    if (lane !== undefined && spot?.part === 'column') return this.chooseIn(engine, finder, lane, spot);
    if (lane !== undefined && spot?.part === 'row' && spot.column !== undefined) return this.chooseInRow(lane, spot);
    // A finger cannot point without a tap.
    if (lane !== undefined && spot !== undefined && asked.isTouch === true)
      return this.pointing.tap({ ...asked, lane });
    const known = request ?? (lane === undefined ? undefined : nearest(picture?.lanes[lane], span, time));
    const found =
      lane === undefined
        ? finder.atDiffering(this.navigator.lane, time)
        : known === undefined
          ? finder.from(lane, time)
          : finder.at(lane, known);
    this.goTo(await found.catch(() => undefined));
  }

  private async chooseInRow(lane: number, spot: RowSpot): Promise<void> {
    this.goTo(await this.pointing.requestIn(lane, spot).catch(() => undefined));
  }

  private goTo(cursor: Cursor | undefined): void {
    if (cursor === undefined) return;
    this.navigator.cursor = cursor;
    this.choose(requestOf(cursor));
  }

  /** Opens the first request of the kind that was pointed at in a column. */
  private async chooseIn(
    engine: Engine,
    finder: CursorFinder,
    lane: number,
    { from, to, outcome }: ColumnSpot,
  ): Promise<void> {
    const { result } = finder;
    const nth = await nthIn(engine, result, lane, { from, to, outcome }, 0).catch(() => undefined);
    if (nth === undefined) return;
    const { request, known } = nth;
    this.navigator.cursor = { lane, request, time: known.card.time, card: known.card, result };
    this.choose(nth);
  }

  private choose(detail: LaneRequest | undefined): void {
    this.figure.dispatchEvent(new CustomEvent<LaneRequest | undefined>('point', { detail }));
  }
}

/** The request of a cursor, with its card, so that opening the card asks for nothing again. */
function requestOf({ lane, request, card, result }: Cursor): LaneRequest {
  return { lane, request, known: { card, result } };
}
