// Painting on the lane of arrivals: a click adds a request, dragging a mark moves it, or all of its burst with Shift
// or after a long press, and a drag well away from any mark paints many. A gesture is reported as one stroke that
// grows until it is settled.

import type { Stroke } from '../engine/index.ts';
import { brushSheet } from './brush.style.ts';
import type { Claim } from './gestures.ts';
import { make, write } from './row.ts';
import { shareOf, spanLength, timeAt } from './span.ts';
import { count, counted } from '../words/numbers.ts';
import { timeLabel } from '../words/times.ts';
import type { Span } from './types.ts';

/** The picture as a brush or a playhead sees it. */
export interface Sheet {
  root: ShadowRoot;
  rows: HTMLElement;
  axis: HTMLElement;
  /** The drawing areas of the arrivals, of the disagreements, and of the current lanes. */
  area: HTMLElement;
  strip: HTMLElement;
  lanes(): HTMLElement[];
  span(): Span | undefined;
  /** The arrivals of the column whose mark is near a position. */
  columnAt(x: number, y: number, reach: number): ArrivalColumn | undefined;
  /** How far down one more mark would be drawn. */
  spaceAt(x: number): number;
  /** How far down a request of a lane is drawn, and the last arrival in the column of an instant. */
  levelOf(lane: number, request: number): number;
  levelAt(time: bigint): number;
}

/** The arrivals of one column: its interval, their number, and where they are drawn. */
export interface ArrivalColumn extends Span {
  count: number;
  top: number;
  bottom: number;
}

/** An arrival: its index in the traffic, and its time. */
export interface Arrival {
  request: number;
  time: bigint;
}

/** The arrivals that a gesture moves: one, or the interval of its whole column. */
export interface Taken {
  one: Arrival;
  all: Span;
}

/** Answers the brush's questions and receives its reports. */
export interface Painted {
  find(between: Span): Promise<Taken | undefined>;
  onStroke(stroke: Stroke, isSettled: boolean): void;
  /** Discards every stroke since the last settled one. */
  onCancel(): void;
  /** The instant under the brush while it is down. */
  onGuide(time: bigint | undefined): void;
}

/** Pixels between painted requests, and upwards for one more at each instant. */
const APART = 8;
const MOST_AT_ONCE = 20;

/** Pixels within which a click adds to a mark's instant: fingers are less exact. */
const REACH = 5;
const REACH_OF_FINGER = 14;
/** Pixels within which a drag takes a mark. Further away, a drag paints once it has gone as far. */
const NEAR = 16;
const NEAR_OF_FINGER = 22;
const DELIBERATE = 16;
/** Pixels between a mark and its label. */
const BESIDE = 13;
/** Milliseconds after which a finger that rests on a burst takes all of it. */
const LONG = 500;

/** The smallest of 1, 2, 5, 10, 20, 50 ... that is at least `least`. */
export function roundStep(least: number): bigint {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const digit = [1, 2, 5].find((one) => one * tens >= least) ?? 10;
  return BigInt(Math.round(digit * tens));
}

/** The nearest multiple of the step, not below 0. */
export function snap(time: bigint, step: bigint): bigint {
  const steps = (time + step / 2n) / step;
  return steps < 0n ? 0n : steps * step;
}

/** The step that a drag snaps to: about a pixel. */
export function fineStep(span: Span, width: number): bigint {
  return roundStep(Number(spanLength(span)) / Math.max(1, width));
}

export class Brush {
  private readonly ghost = make('div', 'ghost');
  private readonly label = make('span', 'ghost-label');
  /** Around what a drag would take. */
  private readonly grasp = make('div', 'grasp');
  private readonly ending = new AbortController();
  private isBusy = false;

  constructor(
    private readonly sheet: Sheet,
    private readonly painted: Painted,
  ) {
    const { signal } = this.ending;
    sheet.root.adoptedStyleSheets.push(brushSheet());
    this.ghost.append(this.label);
    this.ghost.hidden = true;
    this.grasp.hidden = true;
    sheet.area.classList.add('paintable');
    sheet.area.append(this.grasp, this.ghost);
    // Two quick clicks add two requests and do not zoom.
    sheet.area.addEventListener('dblclick', (event) => event.stopPropagation(), { signal });
    // A long press takes a burst and opens no menu.
    sheet.area.addEventListener('contextmenu', (event) => this.isBusy && event.preventDefault(), { signal });
  }

  dispose(): void {
    this.ending.abort();
    this.ghost.remove();
    this.grasp.remove();
  }

  /** Claims a press on the lane. */
  claim(event: PointerEvent): Claim {
    const near = this.nearest(event);
    this.isBusy = true;
    this.point(event);
    if (event.altKey) return this.erase(near);
    return near === undefined ? this.paint(event) : this.move(near, event);
  }

  /** Shows what a press here would do, and returns the instant. */
  point(event: PointerEvent): bigint | undefined {
    const near = this.nearest(event);
    const { area } = this.sheet;
    area.classList.toggle('erasing', event.altKey);
    area.classList.toggle('on-mark', near !== undefined && !event.altKey);
    // A finger covers what is under it, and has not chosen yet.
    if (event.pointerType === 'touch' && !this.isBusy) return undefined;
    const time = this.timeOf(event);
    this.embrace(near, event.shiftKey);
    if (event.altKey) this.show(undefined, '');
    else if (near !== undefined && event.shiftKey) this.showAll(near);
    else this.show(time, this.time(time));
    return time;
  }

  leave(): void {
    if (!this.isBusy) this.rest();
  }

  private erase(near: ArrivalColumn | undefined): Claim {
    const end = ({ shiftKey }: PointerEvent) => {
      this.rest();
      if (near === undefined) return;
      void this.painted.find(near).then((taken) => {
        if (taken !== undefined)
          this.painted.onStroke(shiftKey ? { removeAll: taken.all } : { remove: taken.one.request }, true);
      });
    };
    return { move: () => undefined, end, cancel: () => this.rest() };
  }

  /** Dragging a mark moves it, or all of its column; clicking it adds one more. */
  private move(near: ArrivalColumn, start: PointerEvent): Claim {
    const found = this.painted.find(near);
    const grip = this.pixelOf(near) - start.clientX;
    const held = this.hold(near, start);
    let last: { to: bigint; isOfAll: boolean } | undefined;
    const send = (isSettled: boolean) => {
      const { to, isOfAll } = last ?? { to: 0n, isOfAll: false };
      void found.then(
        (taken) =>
          taken &&
          this.painted.onStroke(isOfAll ? { moveAll: taken.all, to } : { move: taken.one.request, to }, isSettled),
      );
    };
    return {
      move: (event) => {
        const isOfAll = held.isLong() || event.shiftKey;
        last = { to: this.instant(event.clientX + grip), isOfAll };
        this.grasp.hidden = true;
        this.show(last.to, this.moving(last.to, near, isOfAll, event));
        send(false);
      },
      end: (event) => {
        const isPlain = !held.isLong() && !event.shiftKey;
        this.rest();
        if (last !== undefined) send(true);
        else if (isPlain) this.add([this.timeOf(event)], true);
      },
      cancel: () => {
        held.isLong();
        this.cancel(last !== undefined);
      },
    };
  }

  /** Waits whether a finger rests on a burst. Once asked, it waits no longer. */
  private hold(near: ArrivalColumn, { pointerType }: PointerEvent): { isLong(): boolean } {
    let isLong = false;
    const timer = setTimeout(() => {
      if (pointerType !== 'touch' || near.count < 2) return;
      isLong = true;
      this.embrace(near, true);
      this.showAll(near);
    }, LONG);
    return {
      isLong: () => {
        clearTimeout(timer);
        return isLong;
      },
    };
  }

  /** The instant that a drag has reached, and how to move more arrivals. */
  private moving(to: bigint, near: ArrivalColumn, isOfAll: boolean, { pointerType }: PointerEvent): string {
    if (near.count === 1) return this.time(to);
    const all = `all ${count(near.count)}`;
    return isOfAll
      ? `${all} to ${this.time(to)}`
      : `${this.time(to)}, ${pointerType === 'touch' ? 'hold to move' : 'Shift moves'} ${all}`;
  }

  /** Adds a request at every step passed; more of them the higher the pointer goes. A short way is a click. */
  private paint(start: PointerEvent): Claim {
    const counts = new Map<bigint, number>();
    let last = start;
    return {
      move: (event) => {
        if (counts.size === 0 && Math.abs(event.clientX - start.clientX) < DELIBERATE) return;
        this.pass(counts, last, event, start.clientY);
        last = event;
        this.report(counts, event);
        this.add(timesOf(counts), false);
      },
      end: () => {
        this.rest();
        this.add(counts.size > 0 ? timesOf(counts) : [this.timeOf(start)], true);
      },
      cancel: () => this.cancel(counts.size > 0),
    };
  }

  /** Puts requests on the steps between two positions of the pointer. */
  private pass(counts: Map<bigint, number>, from: PointerEvent, to: PointerEvent, ground: number): void {
    const step = this.paintStep();
    const up = Math.floor((ground - to.clientY) / APART);
    const many = Math.max(1, Math.min(MOST_AT_ONCE, 1 + up));
    const [one, other] = [this.instant(from.clientX, step), this.instant(to.clientX, step)];
    const [first, end] = one < other ? [one, other] : [other, one];
    for (let time = first; time <= end; time += step) counts.set(time, many);
  }

  private report(counts: Map<bigint, number>, event: PointerEvent): void {
    const all = [...counts.values()].reduce((sum, many) => sum + many, 0);
    this.show(this.instant(event.clientX, this.paintStep()), counted(all, 'request'));
  }

  private add(times: bigint[], isSettled: boolean): void {
    this.painted.onStroke({ add: BigUint64Array.from(times) }, isSettled);
  }

  private cancel(hasBegun: boolean): void {
    this.rest();
    if (hasBegun) this.painted.onCancel();
  }

  private rest(): void {
    this.show(undefined, '');
    this.grasp.hidden = true;
    this.isBusy = false;
  }

  /** Draws a line around a mark, or around all of its column. */
  private embrace(near: ArrivalColumn | undefined, isOfAll: boolean): void {
    const span = this.sheet.span();
    this.grasp.hidden = near === undefined || span === undefined;
    if (near === undefined || span === undefined) return;
    const { style } = this.grasp;
    style.setProperty('left', `${100 * shareOf(span, (near.from + near.to) / 2n)}%`);
    style.setProperty('top', `${near.top}px`);
    style.setProperty('height', `${(near.bottom - near.top) / (isOfAll ? 1 : near.count)}px`);
  }

  private showAll(near: ArrivalColumn): void {
    const what = near.count === 1 ? 'it' : `all ${count(near.count)}`;
    this.show((near.from + near.to) / 2n, `drag to move ${what}`, true);
  }

  private show(time: bigint | undefined, text: string, isBare = this.isBusy): void {
    const span = this.sheet.span();
    const share = time === undefined || span === undefined ? -1 : shareOf(span, time);
    this.ghost.hidden = share < 0 || share > 1;
    if (this.isBusy) this.painted.onGuide(time);
    if (this.ghost.hidden) return;
    const { width } = this.extent();
    this.ghost.style.setProperty('left', `${100 * share}%`);
    this.ghost.style.setProperty('top', `${this.sheet.spaceAt(share * width)}px`);
    this.ghost.classList.toggle('down', isBare);
    write(this.label, text);
    this.ghost.classList.toggle('turned', (1 - share) * width < this.label.offsetWidth + BESIDE);
  }

  private time(time: bigint): string {
    return timeLabel(time, this.fine());
  }

  /** Returns the arrivals that a drag from here would move. */
  private nearest(event: PointerEvent): ArrivalColumn | undefined {
    return this.columnAt(event, event.pointerType === 'touch' ? NEAR_OF_FINGER : NEAR);
  }

  private columnAt(event: PointerEvent, reach: number): ArrivalColumn | undefined {
    const { left, top } = this.extent();
    return this.sheet.columnAt(event.clientX - left, event.clientY - top, reach);
  }

  /** The instant under a pointer, or that of the mark under it. */
  private timeOf(event: PointerEvent): bigint {
    const on = this.columnAt(event, event.pointerType === 'touch' ? REACH_OF_FINGER : REACH);
    return on === undefined ? this.instant(event.clientX) : snap((on.from + on.to) / 2n, this.fine());
  }

  private instant(clientX: number, step = this.fine()): bigint {
    const span = this.sheet.span() ?? { from: 0n, to: 1n };
    const { left, width } = this.extent();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    return snap(timeAt(span, share), step);
  }

  private pixelOf({ from, to }: Span): number {
    const { left, width } = this.extent();
    return left + shareOf(this.sheet.span() ?? { from, to }, (from + to) / 2n) * width;
  }

  private fine(): bigint {
    return fineStep(this.sheet.span() ?? { from: 0n, to: 1n }, this.extent().width);
  }

  private paintStep(): bigint {
    return fineStep(this.sheet.span() ?? { from: 0n, to: 1n }, this.extent().width / APART);
  }

  private extent(): DOMRect {
    return this.sheet.area.getBoundingClientRect();
  }
}

function timesOf(counts: Map<bigint, number>): bigint[] {
  return [...counts]
    .flatMap(([time, many]) => new Array<bigint>(many).fill(time))
    .sort((one, other) => Number(one - other));
}
