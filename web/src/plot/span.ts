// Stretches of time, moved and stretched exactly: instants are whole nanoseconds, and a
// nanosecond in an hour is still one.

import type { Span } from './types.ts';

/** Shares and factors are taken to so many parts: finer than any screen. */
const PARTS = 2 ** 20;

/** The last instant that there is. */
const END = 2n ** 64n - 1n;

/** The least that can be looked at. */
const SHORTEST = 100n;

export function spanLength(span: Span): bigint {
  return span.to - span.from;
}

/** The span moved by a share of its length: to later times if that is positive. */
export function pan(span: Span, share: number): Span {
  const by = (spanLength(span) * parts(share)) / BigInt(PARTS);
  return { from: span.from + by, to: span.to + by };
}

/** The span so many times closer, with an instant staying where it is. */
export function zoom(span: Span, factor: number, around: bigint): Span {
  const length = spanLength(span);
  const scale = parts(Math.min(Math.max(factor, 1 / 1024), 1024));
  const closer = atLeast((length * BigInt(PARTS)) / scale, SHORTEST);
  const from = around - ((around - span.from) * closer) / length;
  return { from, to: from + closer };
}

/** The span moved, and shortened if it must be, to lie within another. */
export function clampSpan(span: Span, within: Span = { from: 0n, to: END }): Span {
  const longest = spanLength(within);
  const length = atMost(atLeast(spanLength(span), SHORTEST), longest);
  const from = atMost(atLeast(span.from, within.from), within.to - length);
  return { from, to: from + length };
}

/** The instant at a share of the span, from 0 to 1. */
export function timeAt(span: Span, share: number): bigint {
  return span.from + (spanLength(span) * parts(share)) / BigInt(PARTS);
}

/** Where an instant is, as a share of the span; beyond 0 and 1 where it is outside. */
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
