// Intervals of time, moved and scaled exactly: instants are whole nanoseconds, even in a span of hours.

import type { Span } from './types.ts';

/** Resolution of fractions and factors: finer than any screen. */
const PARTS = 2 ** 20;

/** The last possible instant. */
const END = 2n ** 64n - 1n;

/** The shortest interval that can be viewed, in nanoseconds. */
const SHORTEST = 100n;

export function spanLength(span: Span): bigint {
  return span.to - span.from;
}

/** Moves the span by a fraction of its length: to later times if positive. */
export function pan(span: Span, share: number): Span {
  const by = (spanLength(span) * parts(share)) / BigInt(PARTS);
  return { from: span.from + by, to: span.to + by };
}

/** Scales the span; the instant `around` stays in place. */
export function zoom(span: Span, factor: number, around: bigint): Span {
  const length = spanLength(span);
  const scale = parts(Math.min(Math.max(factor, 1 / 1024), 1024));
  const closer = atLeast((length * BigInt(PARTS)) / scale, SHORTEST);
  const from = around - ((around - span.from) * closer) / length;
  return { from, to: from + closer };
}

/** Moves the span, and shortens it if necessary, to fit into another. */
export function clampSpan(span: Span, within: Span = { from: 0n, to: END }): Span {
  const longest = spanLength(within);
  const length = atMost(atLeast(spanLength(span), SHORTEST), longest);
  const from = atMost(atLeast(span.from, within.from), within.to - length);
  return { from, to: from + length };
}

/** The instant at a fraction of the span, from 0 to 1. */
export function timeAt(span: Span, share: number): bigint {
  return span.from + (spanLength(span) * parts(share)) / BigInt(PARTS);
}

/** The position of an instant as a fraction of the span; outside 0 to 1 if it is outside. */
export function shareOf(span: Span, time: bigint): number {
  return Number(time - span.from) / Number(spanLength(span));
}

function parts(share: number): bigint {
  return BigInt(Math.round(share * PARTS));
}

function atLeast(value: bigint, least: bigint): bigint {
  return value < least ? least : value;
}

function atMost(value: bigint, most: bigint): bigint {
  return value > most ? most : value;
}
