// Touch, mouse and wheel. A sideways drag pans, or paints where a brush claims it. A wheel with Ctrl or Command
// zooms, as do two fingers. A plain wheel and a vertical swipe scroll the page. In another page, all touches and
// wheels belong to that page, except for a tap.

import { areaOf } from './row.ts';
import { clampSpan, pan, timeAt, zoom } from './span.ts';
import type { Span } from './types.ts';

/** Takes over a press with one pointer, so that it does not pan or select. */
export interface Claim {
  /** The pointer has moved far enough to be a drag. */
  move(event: PointerEvent): void;
  /** The pointer is up. */
  end(event: PointerEvent): void;
  /** A second finger came, or the page took over the first: discard the gesture. */
  cancel(): void;
}

/** The picture as gestures see it, and the receiver of their reports. */
export interface Target {
  /** The span as last drawn, and its bounds. */
  span(): { span: Span; bounds: Span | undefined } | undefined;
  /** The left edge and the width of the drawing area on the screen. */
  extent(): { left: number; width: number };
  claim(event: PointerEvent): Claim | undefined;
  onSpan(span: Span): void;
  onPoint(event: PointerEvent): void;
  /** The pointer is on none of the drawing areas. */
  onLeave(event?: PointerEvent): void;
  onTap(event: PointerEvent): void;
}

/** A pointer that moves less than this many pixels is a tap. */
const TAP = 4;
/** Milliseconds without a wheel event that end its gesture. */
const REST = 200;

/** Safari reports a trackpad pinch with its own events. */
interface PinchEvent extends UIEvent {
  scale: number;
  clientX: number;
}

interface Finger {
  start: number;
  now: number;
}

export class Gestures {
  private readonly fingers = new Map<number, Finger>();
  private readonly ending = new AbortController();
  /** The span when the number of fingers last changed; gestures are relative to it. */
  private base: Span | undefined;
  /** The span that a gesture has reached; the drawing may lag behind. */
  private current: Span | undefined;
  private moved = false;
  private claimed: Claim | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly target: Target,
    private readonly isGuest: boolean,
  ) {
    const listen = <Kind extends Event>(name: string, take: (event: Kind) => void) => {
      const options = { signal: this.ending.signal, passive: false };
      element.addEventListener(name, (event) => take(event as Kind), options);
    };
    listen('pointerdown', (event: PointerEvent) => this.down(event));
    listen('pointermove', (event: PointerEvent) => this.move(event));
    listen('pointerup', (event: PointerEvent) => this.up(event));
    listen('pointercancel', (event: PointerEvent) => this.lift(event));
    // A finger that is lifted leaves nothing: what it tapped stays.
    listen('pointerleave', (event: PointerEvent) => event.pointerType === 'touch' || target.onLeave());
    listen('click', (event: PointerEvent) => isInArea(event) || target.onLeave(event));
    listen('dblclick', (event: MouseEvent) => this.zoomBy(event.shiftKey ? 0.5 : 2, event.clientX, event));
    if (isGuest) return;
    listen('wheel', (event: WheelEvent) => this.wheel(event));
    listen('gesturestart', (event: PinchEvent) => this.pinchStart(event));
    listen('gesturechange', (event: PinchEvent) => this.pinch(event.scale, event.clientX));
    listen('gestureend', () => this.end());
  }

  dispose(): void {
    this.ending.abort();
    clearTimeout(this.rest);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !isInArea(event)) return;
    if (this.fingers.size === 0) {
      this.moved = false;
      this.claimed = this.target.claim(event);
    } else this.giveUp();
    this.fingers.set(event.pointerId, { start: event.clientX, now: event.clientX });
    this.begin();
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (finger === undefined) {
      if (isInArea(event)) this.target.onPoint(event);
      else this.target.onLeave(event);
      return;
    }
    // A button released outside the window sends no event.
    if (event.buttons === 0) return this.lift(event);
    finger.now = event.clientX;
    if (!this.moved && Math.abs(finger.now - finger.start) < TAP) return;
    if (this.isGuest && event.pointerType === 'touch') return this.lift(event);
    if (!this.moved) this.element.setPointerCapture(event.pointerId);
    if (!this.moved && this.claimed === undefined) this.target.onLeave();
    this.moved = true;
    if (this.claimed === undefined) this.drag();
    else this.claimed.move(event);
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.has(event.pointerId)) return;
    const tapped = this.fingers.size === 1 && !this.moved;
    const { claimed } = this;
    this.claimed = undefined;
    this.lift(event);
    if (claimed !== undefined) claimed.end(event);
    else if (tapped) this.target.onTap(event);
  }

  private giveUp(): void {
    this.claimed?.cancel();
    this.claimed = undefined;
  }

  private lift(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    this.giveUp();
    if (this.fingers.size === 0) this.end();
    else this.begin();
  }

  /** Continues from the current span and finger positions. */
  private begin(): void {
    this.base = this.current ?? this.target.span()?.span;
    for (const finger of this.fingers.values()) finger.start = finger.now;
  }

  private end(): void {
    this.base = undefined;
    this.current = undefined;
  }

  private drag(): void {
    const [one, other] = [...this.fingers.values()];
    if (this.base === undefined || one === undefined) return;
    const { left, width } = this.target.extent();
    if (other === undefined) {
      this.go(pan(this.base, (one.start - one.now) / width));
      return;
    }
    const before = Math.max(20, Math.abs(one.start - other.start));
    const after = Math.max(20, Math.abs(one.now - other.now));
    const [middle, middleNow] = [(one.start + other.start) / 2, (one.now + other.now) / 2];
    const closer = zoom(this.base, after / before, timeAt(this.base, (middle - left) / width));
    this.go(pan(closer, (middle - middleNow) / width));
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 25;
    // A trackpad pinch arrives as a wheel with Ctrl and small steps; a mouse wheel's notch is a hundred.
    const by = Math.max(-1, Math.min(1, (-event.deltaY * lines) / 100));
    this.zoomBy(2 ** (Math.abs(by) < 0.5 ? 2 * by : by / 2), event.clientX, event);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.end(), REST);
  }

  private zoomBy(factor: number, clientX: number, event: Event): void {
    const span = this.current ?? this.target.span()?.span;
    if (span === undefined || !isInArea(event)) return;
    event.preventDefault();
    const { left, width } = this.target.extent();
    this.go(zoom(span, factor, timeAt(span, (clientX - left) / width)));
    if (event.type === 'dblclick') this.end();
  }

  private pinchStart(event: PinchEvent): void {
    event.preventDefault();
    this.begin();
  }

  private pinch(scale: number, clientX: number): void {
    if (this.base === undefined || this.fingers.size > 0) return;
    const { left, width } = this.target.extent();
    this.go(zoom(this.base, scale, timeAt(this.base, (clientX - left) / width)));
  }

  private go(span: Span): void {
    this.current = clampSpan(span, this.target.span()?.bounds);
    this.target.onSpan(this.current);
  }
}

function isInArea(event: Event): boolean {
  return areaOf(event) !== undefined;
}
