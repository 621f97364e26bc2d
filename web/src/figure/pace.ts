/**
 * How fast playback goes. Without a chosen speed, the whole view takes a few seconds: slower where
 * something happens and faster where nothing does.
 */
import { DELAYED, markAt, markCount } from '../engine/marks.ts';
import type { Picture, Span } from '../engine/index.ts';
import { shareOf, spanLength } from '../plot/span.ts';
import type { Windows } from '../plot/types.ts';

/** Milliseconds for the whole view. */
export const PLAY_TIME = 8_000;
/** How many times as fast a quiet period passes at most. */
export const FASTER = 8;
/** Up to this share of the view before and after an event playback is slow; over the same again it gets faster. */
const NEAR = 0.02;
const NANOSECONDS = 1_000_000;

export interface Pace {
  span: Span;
  /** The milliseconds until playback reaches each column of the view, and its end. */
  edges: Float64Array;
  /** How many times the normal pace each column passes. */
  faster: Float64Array;
}

/** The columns in which a request arrives or starts, or a window begins. */
export function eventful({ span, width, traffic, lanes }: Picture, windows: readonly Windows[]): Uint8Array {
  const busy = new Uint8Array(width);
  const mark = (share: number) => {
    const column = Math.floor(share * width);
    if (column >= 0 && column < width) busy[column] = 1;
  };
  traffic.forEach((here, column) => here > 0 && (busy[column] = 1));
  for (const { columns, marks } of lanes) {
    columns?.forEach((here, index) => here > 0 && (busy[Math.floor(index / 3)] = 1));
    for (let index = 0; marks !== undefined && index < markCount(marks); index += 1) {
      const { outcome, started } = markAt(marks, index);
      if (outcome === DELAYED) mark(started / Number(spanLength(span)));
    }
  }
  for (const { length, origin } of windows) {
    // This many windows are not events: one begins everywhere.
    if (length * BigInt(width) < spanLength(span) * 8n) continue;
    const first = (span.from - (origin % length)) / length;
    for (let time = first * length + (origin % length); time < span.to; time += length) mark(shareOf(span, time));
  }
  return busy;
}

export function paceOf(span: Span, busy: Uint8Array): Pace {
  const faster = distances(busy).map((distance) => {
    const beyond = (distance / busy.length - NEAR) / NEAR;
    return 1 + (FASTER - 1) * Math.min(1, Math.max(0, beyond));
  });
  const all = faster.reduce((sum, factor) => sum + 1 / factor, 0);
  // A view without events plays at the pace between events.
  const whole = busy.includes(1) ? PLAY_TIME : PLAY_TIME / FASTER;
  const edges = new Float64Array(busy.length + 1);
  faster.forEach((factor, column) => (edges[column + 1] = edges[column] + whole / all / factor));
  return { span, edges, faster };
}

/** Where playback is some milliseconds after it was at an instant; past the view, at its end. */
export function later({ span, edges }: Pace, time: bigint, milliseconds: number): bigint {
  const columns = edges.length - 1;
  const place = Math.min(columns, Math.max(0, shareOf(span, time) * columns));
  const column = Math.min(columns - 1, Math.floor(place));
  const played = edges[column] + (place - column) * (edges[column + 1] - edges[column]) + milliseconds;
  if (played >= edges[columns]) return span.to;
  let next = column;
  while (edges[next + 1] <= played) next += 1;
  const share = (next + (played - edges[next]) / (edges[next + 1] - edges[next])) / columns;
  const reached = span.from + BigInt(Math.round(share * Number(spanLength(span))));
  return reached > time ? reached : time;
}

/** The same at a multiple of real time, exactly. */
export function laterBy(speed: number, time: bigint, milliseconds: number): bigint {
  return time + BigInt(Math.round(milliseconds * speed * NANOSECONDS));
}

/** How many times the normal pace playback runs at an instant. */
export function fasterAt({ span, faster }: Pace, time: bigint): number {
  return faster[Math.floor(shareOf(span, time) * faster.length)] ?? 1;
}

/** For each column, how far the nearest busy one is. */
function distances(busy: Uint8Array): Float64Array {
  const far = new Float64Array(busy.length).fill(busy.length);
  for (const step of [1, -1]) {
    let since = busy.length;
    for (let at = step > 0 ? 0 : busy.length - 1; at >= 0 && at < busy.length; at += step) {
      since = busy[at] === 1 ? 0 : since + 1;
      far[at] = Math.min(far[at], since);
    }
  }
  return far;
}
