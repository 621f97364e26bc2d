// Input on the picture, and the parts that move over it. Loaded after the first picture.

import type { ArrivalColumn, Brush, Sheet } from './brush.ts';
import { nearestDisagreement } from './disagreements.ts';
import { Gestures } from './gestures.ts';
import type { Claim } from './gestures.ts';
import type { Lane } from './lane.ts';
import { drawLabels } from './labels.ts';
import { Overlay } from './overlay.ts';
import type { Playhead } from './playhead.ts';
import { areaOf } from './row.ts';
import { shareOf, spanLength, timeAt } from './span.ts';
import { spotAt } from './spots.ts';
import type { Strip } from './strip.ts';
import type { Asked, Beside, PlotState, Pointed, Position, Span } from './types.ts';

export { drawBand } from './band.ts';
export { showDetails } from './details.ts';
export { drawStrip } from './disagreements.ts';

/** The picture as last drawn. */
export interface Drawn {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly rows: HTMLElement;
  readonly axis: HTMLElement;
  readonly arrivals: Lane;
  readonly strip: Strip;
  readonly lanes: readonly Lane[];
  readonly state: PlotState | undefined;
  readonly width: number;
}

/** Pixels within which a request is hit where something else is under the pointer. */
const NEARER = 8;

export class Interaction {
  /** The person panned or zoomed. The page decides what to show. */
  onSpan: (span: Span) => void = () => {};
  onPoint: (at: Pointed | undefined) => void = () => {};
  onSelect: (at: Asked) => void = () => {};
  /** The pointer is on the words beside a lane, or no longer. */
  onBeside: (at: Beside | undefined) => void = () => {};
  /** The person asks how the limiter of a lane works. */
  onName: (lane: number) => void = () => {};
  /** Opens or closes the lanes that decide exactly as this one. */
  onFold: (lane: number) => void = () => {};
  /** Paints on the lane of arrivals, once loaded. */
  brush: Brush | undefined;
  /** Moves over the finished picture during playback. */
  playhead: Playhead | undefined;

  private readonly overlay: Overlay;
  private readonly gestures: Gestures;
  /** The last pointer event over the picture, and its area: an event loses its target after dispatch. */
  private resting: { event: PointerEvent; area: HTMLElement | undefined } | undefined;

  /** A guest leaves touch and wheel to the page: a mouse pans, and a tap selects. */
  constructor(
    private readonly drawn: Drawn,
    isGuest: boolean,
  ) {
    this.overlay = new Overlay(drawn.rows, drawn.axis);
    this.gestures = new Gestures(drawn.rows, this.target(), isGuest);
  }

  /** Runs after the lanes, whether or not they were drawn again. */
  draw(state: PlotState, areLanesNew: boolean): void {
    state.over?.(this.drawn, areLanesNew);
    if (areLanesNew) {
      drawLabels(state, this.drawn.arrivals, this.drawn.lanes);
      this.pointAgain();
    }
    this.overlay.draw(state, this.drawn.lanes, this.drawn.width);
    this.playhead?.draw();
  }

  dispose(): void {
    this.brush?.dispose();
    this.gestures.dispose();
  }

  /** The picture as brush and playhead see it. */
  get sheet(): Sheet {
    const { root, rows, axis, arrivals, strip } = this.drawn;
    return {
      root,
      rows,
      axis,
      area: arrivals.row.area,
      strip: strip.row.area,
      lanes: () => this.drawn.lanes.map((lane) => lane.row.area),
      span: () => this.drawn.state?.span,
      columnAt: (x, y, reach) => this.columnAt(x, y, reach),
      spaceAt: (x) => arrivals.spaceAt(x),
      levelOf: (lane, request) => this.drawn.lanes[lane]?.levelOf(request) ?? 0,
      levelAt: (time) => this.levelAt(time),
    };
  }

  /** The position of a request's mark, in pixels from the corner of the picture. */
  positionOf({ lane, request, time }: { lane: number; request: number; time: bigint }): Position {
    const { element, lanes, state } = this.drawn;
    const { left, top } = element.getBoundingClientRect();
    const area = lanes[lane]?.row.area.getBoundingClientRect();
    const share = state === undefined ? 0 : shareOf(state.span, time);
    const [x, y, wide] = [area?.left ?? left, area?.top ?? top, area?.width ?? 0];
    return { x: x - left + share * wide, y: y - top + (lanes[lane]?.levelOf(request) ?? 0) };
  }

  /** Arrivals are known by column only: returns those of the column nearest to a position, if one is near. */
  private columnAt(x: number, y: number, reach: number): ArrivalColumn | undefined {
    const { arrivals, state, width } = this.drawn;
    if (state === undefined) return undefined;
    const { span, traffic } = state;
    const near = arrivals.nearest(x, y, reach);
    const isDense = state.lanes.some(({ picture }) => picture.marks === undefined);
    const column =
      near !== undefined
        ? Math.floor((near.offset / Number(spanLength(span))) * traffic.length)
        : isDense
          ? nearestColumn(traffic, (x / width) * traffic.length, reach, (count) => arrivals.topOf(count) - y)
          : undefined;
    if (column === undefined) return undefined;
    const count = traffic[column];
    const [from, to] = [column, column + 1].map((edge) => edgeOf(span, edge, traffic.length));
    return { from, to, count, top: arrivals.topOf(count), bottom: arrivals.topOf(0) };
  }

  /** The vertical position of the last arrival in the column of an instant. */
  private levelAt(time: bigint): number {
    const { arrivals, state } = this.drawn;
    const count = state?.traffic[Math.floor(shareOf(state.span, time) * state.traffic.length)] ?? 0;
    return (arrivals.topOf(count) + arrivals.topOf(Math.max(0, count - 1))) / 2;
  }

  private target() {
    const { drawn } = this;
    const area = () => drawn.arrivals.row.area.getBoundingClientRect();
    return {
      span: () => (drawn.state === undefined ? undefined : { span: drawn.state.span, bounds: drawn.state.bounds }),
      extent: () => ({ left: area().left, width: Math.max(1, area().width) }),
      claim: (event: PointerEvent) => this.claim(event),
      onSpan: (span: Span) => this.onSpan(span),
      onPoint: (event: PointerEvent) => this.point(event, areaOf(event)),
      onLeave: (event?: PointerEvent) => this.leave(event),
      onTap: (event: PointerEvent) => this.tap(event),
    };
  }

  private claim(event: PointerEvent): Claim | undefined {
    this.resting = undefined;
    return areaOf(event) === this.drawn.arrivals.row.area ? this.brush?.claim(event) : undefined;
  }

  private tap(event: PointerEvent): void {
    const at = this.pointed(event, areaOf(event));
    if (at === undefined || at.lane === 'traffic') return;
    const { lane, ...asked } = at;
    const isTouch = event.pointerType === 'touch';
    this.onSelect(lane === 'differences' ? asked : { ...asked, lane, isTouch });
  }

  private point(event: PointerEvent, area: HTMLElement | undefined): void {
    this.resting = { event, area };
    this.onPoint(this.pointed(event, area));
  }

  /** After a redraw, something else may be under a resting pointer. */
  private pointAgain(): void {
    if (this.resting !== undefined) this.point(this.resting.event, this.resting.area);
  }

  private leave(event?: PointerEvent): void {
    this.resting = undefined;
    this.brush?.leave();
    this.onPoint(undefined);
    this.onBeside(event && this.besideOf(event));
  }

  /** The name or the peak of a lane, under a pointer. */
  private besideOf(event: PointerEvent): Beside | undefined {
    const found = event.target instanceof Element ? event.target.closest('.title, .beside, .equivalents') : null;
    const lane = found === null ? -1 : this.drawn.lanes.findIndex(({ row }) => row.element.contains(found));
    if (lane === -1) return undefined;
    const part =
      found?.classList.contains('title') === true
        ? 'name'
        : found?.classList.contains('equivalents') === true
          ? 'equivalents'
          : 'peak';
    return { lane, part, position: this.positionIn(event) };
  }

  private positionIn({ clientX, clientY }: PointerEvent): Position {
    const { left, top } = this.drawn.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Returns the part of the picture under a pointer. */
  private pointed(event: PointerEvent, area: HTMLElement | undefined): Pointed | undefined {
    const { state, lanes, strip } = this.drawn;
    if (area === undefined || state === undefined) return undefined;
    const { left, top, width } = area.getBoundingClientRect();
    const { span } = state;
    const lane = lanes.findIndex(({ row }) => row.area === area);
    const time = timeAt(span, (event.clientX - left) / width);
    if (area === strip.row.area) {
      const near = nearestDisagreement(strip, event.clientX - left, width);
      return near === undefined ? undefined : { lane: 'differences', time: timeAt(span, near) };
    }
    if (lane === -1) return { lane: 'traffic', time: this.brush?.point(event) ?? time };
    this.brush?.leave();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const spot = spotAt(state, lane, lanes[lane], x, y, width);
    const reach = spot?.part === 'edge' ? NEARER : undefined;
    const isOther = spot?.part === 'bracket' || spot?.part === 'band' || spot?.part === 'row';
    const near = isOther ? undefined : lanes[lane].nearest(x, y, reach);
    if (near === undefined) return { lane, time, spot, position: this.positionIn(event) };
    return { lane, time: span.from + BigInt(near.offset), request: near.request };
  }
}

/** Where a column begins, exactly as the core divides a span. */
function edgeOf({ from, to }: Span, column: number, columns: number): bigint {
  return from + ((to - from) * BigInt(column)) / BigInt(columns);
}

/**
 * The nearest column with arrivals, if one is within reach. `above` returns how far the position is above the
 * column's arrivals: free space to paint in.
 */
function nearestColumn(
  traffic: Uint32Array,
  place: number,
  reach: number,
  above: (count: number) => number,
): number | undefined {
  let [found, least]: [number | undefined, number] = [undefined, reach];
  for (
    let column = Math.max(0, Math.floor(place - reach));
    column < Math.min(traffic.length, place + reach);
    column += 1
  ) {
    const far = Math.max(Math.abs(column + 0.5 - place), above(traffic[column]));
    if (traffic[column] === 0 || far >= least) continue;
    [found, least] = [column, far];
  }
  return found;
}
