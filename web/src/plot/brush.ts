// Painting on the lane of arrivals: a click adds a request, a drag paints many, and dragging a mark moves it. A
// gesture is reported as one stroke that grows until it is settled.

import type { Stroke } from '../engine/index.ts';
import { brushSheet } from './brush.style.ts';
import type { Claim } from './gestures.ts';
import { make, write } from './row.ts';
import { shareOf, spanLength, timeAt } from './span.ts';
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
  /** The interval of the arrival whose mark is near a place. */
  markAt(x: number, y: number, reach: number): Span | undefined;
  /** How far down one more mark would be drawn. */
  roomAt(x: number): number;
}

/** An arrival: its index in the traffic, and its time. */
export interface Arrival {
  request: number;
  time: bigint;
}

/** Answers and receives what the brush asks and reports. */
export interface Painted {
  find(between: Span): Promise<Arrival | undefined>;
  onStroke(stroke: Stroke, isSettled: boolean): void;
  /** Discards every stroke since the last settled one. */
  onCancel(): void;
  /** The instant under the brush while it is down. */
  onGuide(time: bigint | undefined): void;
}

/** Pixels between painted requests, and upwards for one more at each instant. */
const APART = 8;
const MOST_AT_ONCE = 20;

/** Pixels within which a mark is hit: fingers are less exact. */
const REACH = 5;
const REACH_OF_FINGER = 14;

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
  private readonly ending = new AbortController();
  private isBusy = false;

  constructor(private readonly sheet: Sheet, private readonly painted: Painted) {
    sheet.root.adoptedStyleSheets.push(brushSheet());
    this.ghost.append(this.label);
    this.ghost.hidden = true;
    sheet.area.classList.add('paintable');
    sheet.area.append(this.ghost);
    // Two quick clicks add two requests and do not zoom.
    sheet.area.addEventListener('dblclick', (event) => event.stopPropagation(), { signal: this.ending.signal });
  }

  dispose(): void {
    this.ending.abort();
    this.ghost.remove();
  }

  /** Claims a press on the lane. */
  claim(event: PointerEvent): Claim {
    const mark = this.markAt(event);
    this.isBusy = true;
    this.point(event);
    if (event.altKey) return this.erase(mark);
    return mark === undefined ? this.paint(event) : this.move(mark, event);
  }

  /** Shows what a press here would do, and returns the instant. */
  point(event: PointerEvent): bigint | undefined {
    const mark = this.markAt(event);
    const { area } = this.sheet;
    area.classList.toggle('erasing', event.altKey);
    area.classList.toggle('on-mark', mark !== undefined && !event.altKey);
    // A finger covers what is under it, and has not chosen yet.
    if (event.pointerType === 'touch' && !this.isBusy) return undefined;
    const time = this.timeOf(event);
    if (event.altKey) this.show(undefined, '');
    else this.show(time, this.time(time));
    return time;
  }

  leave(): void {
    if (!this.isBusy) this.show(undefined, '');
  }

  private erase(mark: Span | undefined): Claim {
    const end = () => {
      this.rest();
      if (mark === undefined) return;
      void this.painted.find(mark).then((found) => {
        if (found !== undefined) this.painted.onStroke({ remove: found.request }, true);
      });
    };
    return { move: () => undefined, end, cancel: () => this.rest() };
  }

  /** Dragging a mark moves it; clicking it adds one more on top. */
  private move(mark: Span, start: PointerEvent): Claim {
    const found = this.painted.find(mark);
    const grip = this.pixelOf(mark) - start.clientX;
    let to: bigint | undefined;
    const send = (time: bigint, isSettled: boolean) =>
      void found.then((one) => one && this.painted.onStroke({ move: one.request, to: time }, isSettled));
    return {
      move: (event) => {
        to = this.instant(event.clientX + grip);
        this.show(to, this.time(to));
        send(to, false);
      },
      end: (event) => {
        this.rest();
        if (to !== undefined) send(to, true);
        else this.add([this.timeOf(event)], true);
      },
      cancel: () => this.cancel(to !== undefined),
    };
  }

  /** Adds a request at every step passed; more of them the higher the pointer goes. */
  private paint(start: PointerEvent): Claim {
    const counts = new Map<bigint, number>();
    let last = start;
    return {
      move: (event) => {
        this.pass(counts, last, event, start.clientY);
        last = event;
        this.tell(counts, event);
        this.add(timesOf(counts), false);
      },
      end: (event) => {
        this.rest();
        this.add(counts.size > 0 ? timesOf(counts) : [this.timeOf(event)], true);
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

  private tell(counts: Map<bigint, number>, event: PointerEvent): void {
    const all = [...counts.values()].reduce((sum, many) => sum + many, 0);
    this.show(this.instant(event.clientX, this.paintStep()), `${all} ${all === 1 ? 'request' : 'requests'}`);
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
    this.isBusy = false;
  }

  private show(time: bigint | undefined, text: string): void {
    const span = this.sheet.span();
    const share = time === undefined || span === undefined ? -1 : shareOf(span, time);
    this.ghost.hidden = share < 0 || share > 1;
    if (this.isBusy) this.painted.onGuide(time);
    if (this.ghost.hidden) return;
    const { width } = this.extent();
    this.ghost.style.setProperty('left', `${100 * share}%`);
    this.ghost.style.setProperty('top', `${this.sheet.roomAt(share * width)}px`);
    this.ghost.classList.toggle('turned', share > 0.75);
    this.ghost.classList.toggle('down', this.isBusy);
    write(this.label, text);
  }

  private time(time: bigint): string {
    return timeLabel(time, this.fine());
  }

  private markAt(event: PointerEvent): Span | undefined {
    const { left, top } = this.extent();
    const reach = event.pointerType === 'touch' ? REACH_OF_FINGER : REACH;
    return this.sheet.markAt(event.clientX - left, event.clientY - top, reach);
  }

  /** The instant under a pointer, or that of the mark under it. */
  private timeOf(event: PointerEvent): bigint {
    const mark = this.markAt(event);
    return mark === undefined ? this.instant(event.clientX) : snap((mark.from + mark.to) / 2n, this.fine());
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
  return [...counts].flatMap(([time, many]) => new Array<bigint>(many).fill(time)).sort((one, other) => Number(one - other));
}
