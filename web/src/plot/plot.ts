// The picture: arrivals, a lane for each limiter, one axis. It draws the state it is given. `interaction.ts` handles
// input.

import { ARRIVED, PER_MARK } from '../engine/marks.ts';
import { Axis, windowEdges } from './axis.ts';
import { highestOf, PER_COLUMN } from './columns.ts';
import { PITCHES, PRINT_RATIO } from './constants.ts';
import { extraOf, heightsOf } from './heights.ts';
import type * as Later from './interaction.ts';
import type { Drawn, Interaction } from './interaction.ts';
import { Lane, type Scene } from './lane.ts';
import { PaletteReader } from './palette.ts';
import { make } from './row.ts';
import { spanLength } from './span.ts';
import { Strip } from './strip.ts';
import { styleSheet } from './style.ts';
import { count } from '../words/numbers.ts';
import { timeLabel } from '../words/times.ts';
import type { PlotLane, PlotState, Windows } from './types.ts';

export class Plot {
  /** The drawing area has a new width: ask for a picture with this many columns. */
  onResize: (columns: number) => void = () => {};
  private readonly element = document.createElement('div');
  private readonly rows = make('div', 'rows');
  private readonly arrivals: Lane;
  private readonly strip: Strip;
  private readonly lanes: Lane[] = [];
  private readonly axis: Axis;
  private readonly palette: PaletteReader;
  /** Code that is loaded after the first picture. */
  private later: typeof Later | undefined;
  private interacting: Interaction | undefined;
  private readonly sizes: ResizeObserver;
  private readonly print = matchMedia('print');
  private readonly ending = new AbortController();
  private state: PlotState | undefined;
  private width = 0;
  private painted: unknown[] = [];
  private arrivalMarks = new Float64Array(0);
  /**
   * A guest leaves touch and wheel to the page: a mouse pans, and a tap selects. The ruler has the maximum height of
   * the picture.
   */
  constructor(
    host: HTMLElement,
    private readonly isGuest = false,
    private readonly ruler?: HTMLElement,
  ) {
    const root = this.element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    root.append(this.rows);
    this.element.setAttribute('exportparts', 'title, caption, figure: number, lane, tick');
    this.rows.classList.toggle('guest', isGuest);
    host.append(this.element);
    this.axis = new Axis(this.rows);
    this.arrivals = new Lane(this.rows, this.axis.element);
    this.strip = new Strip(this.rows, this.axis.element);
    this.palette = new PaletteReader(root, () => this.paint());
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.arrivals.row.area);
    if (ruler !== undefined) this.sizes.observe(ruler);
    const { signal } = this.ending;
    this.print.addEventListener('change', () => this.repaint(), { signal });
    // Zooming the page changes the pixel ratio, but not always a width.
    window.addEventListener('resize', () => this.paint(), { signal });
    this.width = this.arrivals.row.area.clientWidth;
  }

  /** The width of the drawing area in pixels: the number of columns to ask the engine for. */
  get columns(): number {
    return Math.max(1, this.width);
  }

  draw(state: PlotState): void {
    this.state = state;
    this.furnish(state);
    this.paint();
  }

  dispose(): void {
    this.ending.abort();
    this.interacting?.dispose();
    this.sizes.disconnect();
    this.element.remove();
  }

  /** Starts handling touch, mouse and wheel, and drawing bands. */
  equip(later: typeof Later): Interaction {
    this.later = later;
    this.interacting ??= new later.Interaction(this.drawn(), this.isGuest);
    if (this.state !== undefined) this.detail(this.state);
    this.paint();
    return this.interacting;
  }

  /** The state that is drawn. */
  get shown(): PlotState | undefined {
    return this.state;
  }

  get interaction(): Interaction | undefined {
    return this.interacting;
  }

  private drawn(): Drawn {
    const plot = this;
    return {
      element: this.element,
      root: this.element.shadowRoot as ShadowRoot,
      rows: this.rows,
      axis: this.axis.area,
      arrivals: this.arrivals,
      strip: this.strip,
      lanes: this.lanes,
      get state() {
        return plot.state;
      },
      get width() {
        return plot.width;
      },
    };
  }

  /** Makes one row per lane, with its words. */
  private furnish(state: PlotState): void {
    while (this.lanes.length > state.lanes.length) this.lanes.pop()?.row.remove();
    while (this.lanes.length < state.lanes.length) this.lanes.push(new Lane(this.rows, this.axis.element));
    this.arrivals.row.say(state.arrivals ?? { title: 'Requests', caption: '' });
    this.strip.say(state.differences);
    state.lanes.forEach((lane, at) => this.lanes[at].row.say(lane));
    this.detail(state);
  }

  private detail(state: PlotState): void {
    this.later?.showDetails(this.arrivals.row, state.arrivals ?? {}, {});
    state.lanes.forEach((lane, at) => {
      const actions = { fold: () => this.interacting?.onFold(at), open: () => this.interacting?.onName(at) };
      this.later?.showDetails(this.lanes[at].row, lane, actions);
    });
  }

  private measure(): void {
    const width = this.arrivals.row.area.clientWidth;
    if (width === 0) return;
    const isNew = width !== this.width;
    this.width = width;
    this.paint();
    if (isNew) this.onResize(width);
  }

  private repaint(): void {
    this.palette.refresh();
    this.painted = [];
    this.paint();
  }

  /** Draws what has changed since the last time: a moving cursor redraws no lane. */
  private paint(): void {
    const { state } = this;
    if (state === undefined || this.width === 0) return;
    const now = this.ingredients(state);
    const areLanesNew = now.length !== this.painted.length || now.some((one, at) => one !== this.painted[at]);
    if (areLanesNew) {
      this.painted = now;
      this.paintLanes(state);
      this.axis.draw(state.span, this.width);
    }
    this.interacting?.draw(state, areLanesNew);
  }

  private ingredients(state: PlotState): unknown[] {
    const { span, traffic, differences, arrivals } = state;
    const { length, origin } = arrivals?.windows ?? {};
    const shared = [
      span.from,
      span.to,
      traffic,
      differences?.columns,
      length,
      origin,
      this.width,
      this.available,
      this.ratio(),
      this.palette.colours,
      this.later,
    ];
    return state.lanes.reduce<unknown[]>((all, { picture, limit, windows, isFolded }) => {
      all.push(
        picture.marks,
        picture.columns,
        picture.band,
        picture.causes,
        limit,
        windows?.length,
        windows?.origin,
        isFolded,
      );
      return all;
    }, shared);
  }

  /** The height that the picture may have; undefined or 0 if any. */
  private get available(): number | undefined {
    return this.ruler?.clientHeight;
  }

  private ratio(): number {
    return this.print.matches ? Math.max(PRINT_RATIO, devicePixelRatio) : devicePixelRatio;
  }

  private paintLanes(state: PlotState): void {
    const scene = this.scene(state);
    this.arrivals.draw(scene);
    this.later?.drawStrip(this.strip, scene, state.traffic);
    this.lanes.forEach((lane, at) => state.lanes[at].isFolded || lane.draw(scene));
    const each = spanLength(state.span) / BigInt(this.columns);
    const scale = scene.pitch === undefined ? `At most ${count(scene.highest)} in ${roughly(each)}` : '';
    this.arrivals.row.sayScale(scale);
  }

  private scene(state: PlotState): Scene {
    const length = Number(spanLength(state.span));
    const { width } = this;
    const open = state.lanes.filter(({ isFolded }) => !isFolded);
    const extra = open.reduce((sum, { picture }) => sum + extraOf(picture), 0);
    const { marks: height, band } = heightsOf(open.length, this.available, extra);
    const edges = (windows: Windows | undefined) => windowEdges(state.span, width, windows);
    state.lanes.forEach(({ picture, limit, windows }, at) => {
      this.lanes[at].take({ ...picture, limit, edges: edges(windows) }, length, width);
    });
    const marked = state.lanes.every(({ picture }) => picture.marks !== undefined);
    const arrivals = { ...this.arrivalContent(state, length, marked), edges: edges(state.arrivals?.windows) };
    this.arrivals.take(arrivals, length, width);
    const pitch = marked ? this.pitch(height) : undefined;
    const [ratio, palette, highest] = [this.ratio(), this.palette.colours, highestIn(state)];
    return {
      length,
      width,
      ratio,
      marksHeight: height,
      bandHeight: band,
      pitch,
      highest,
      palette,
      drawBand: this.later?.drawBand,
    };
  }

  /** The largest pitch at which marks fit in every lane, in whole device pixels. */
  private pitch(height: number): number | undefined {
    const ratio = this.ratio();
    const pitches = PITCHES.map((pitch) => Math.floor(pitch * ratio) / ratio);
    return pitches.find((pitch) => [this.arrivals, ...this.lanes].every((lane) => lane.hasSpace(pitch, height)));
  }

  /** Arrivals come as columns. Where lanes show marks, they become marks as well. */
  private arrivalContent({ traffic, width }: PlotState, length: number, marked: boolean) {
    if (!marked) return { arrivals: traffic };
    const count = traffic.reduce((sum, here) => sum + here, 0);
    if (this.arrivalMarks.length < PER_MARK * count) this.arrivalMarks = new Float64Array(2 * PER_MARK * count);
    let at = 0;
    for (let column = 0; column < traffic.length; column += 1) {
      for (let here = 0; here < traffic[column]; here += 1) {
        this.arrivalMarks[at + 1] = ((column + 0.5) / width) * length;
        this.arrivalMarks[at + 2] = ARRIVED;
        at += PER_MARK;
      }
    }
    return { arrivals: traffic, marks: this.arrivalMarks.subarray(0, at) };
  }
}

/** The most in a column of any lane: all lanes share one scale. */
function highestIn({ traffic, lanes }: PlotState): number {
  const inLane = ({ picture: { columns } }: PlotLane) => (columns === undefined ? 0 : highestOf(columns, PER_COLUMN));
  return Math.max(1, highestOf(traffic, 1), ...lanes.map(inLane));
}

/** A duration to about two digits. */
function roughly(nanoseconds: bigint): string {
  let step = 1n;
  while (step * 100n <= nanoseconds) step *= 10n;
  return timeLabel(nanoseconds, step);
}
