// Round instants on the axis, and how instants are written: `9.5 s`, `100 ms`, `1 min`.

import { tickStep } from 'd3-array';

import { spanLength } from './span.ts';
import type { Span } from './types.ts';

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;

/** Above a few seconds people count in parts of a minute, an hour, a day. */
const LONG_STEPS = [
  10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
].map((seconds) => BigInt(seconds) * SECOND);

/** Pixels of a character, and between two labels. */
const CHARACTER = 6.8;
const APART = 28;

export interface Tick {
  /** From where the span begins. */
  offset: number;
  label: string;
}

export interface Ticks {
  ticks: Tick[];
  step: bigint;
  /** What labels that begin with a plus are counted from. */
  base?: string;
}

/** As many round instants as have room for their labels. */
export function ticksOf(span: Span, width: number): Ticks {
  let count = Math.max(1, Math.floor(width / 64));
  for (;;) {
    const ticks = withStep(span, stepOf(spanLength(span), count));
    if (count === 1 || fits(ticks.ticks, width, spanLength(span))) return ticks;
    count -= 1;
  }
}

/**
 * An instant, written as finely as instants so far apart need it. Beside later ones it is
 * written in their units: 90 s is 1 min 30 s before 2 min 30 s.
 */
export function timeLabel(time: bigint, step: bigint, latest: bigint = time): string {
  if (time < 0n) return `−${timeLabel(-time, step)}`;
  if (time < SECOND && step < SECOND) return small(time, step);
  const inSeconds = step < MINUTE && (time < MINUTE || latest <= 2n * MINUTE);
  return inSeconds ? `${decimal(time, SECOND, step)} s` : compound(time, step);
}

function withStep(span: Span, step: bigint): Ticks {
  // Deep in a long run only the last digits differ: those are the labels, from a base.
  const unit = step < 1_000n ? 1_000n : 1_000_000n;
  const first = ((span.from + step - 1n) / step) * step;
  const base = step < 1_000_000n && span.to > 1_000n * unit ? (first / unit) * unit : undefined;
  const label = (time: bigint) =>
    base === undefined ? timeLabel(time, step, span.to) : `+${small(time - base, step)}`;
  const ticks: Tick[] = [];
  for (let time = first; time <= span.to; time += step) {
    ticks.push({ offset: Number(time - span.from), label: label(time) });
  }
  return base === undefined ? { ticks, step } : { ticks, step, base: timeLabel(base, unit) };
}

/** The distance between about so many instants. */
function stepOf(length: bigint, count: number): bigint {
  // The next round step may be longer than all there is, and then no instant would be on the axis.
  const round = Math.min(tickStep(0, Number(length), count), Number(length));
  const step = BigInt(Math.max(1, Math.round(round)));
  if (step < 10n * SECOND) return step;
  const wanted = length / BigInt(count);
  const days = step - (step % (7n * 86_400n * SECOND));
  return LONG_STEPS.find((long) => long >= wanted) ?? days;
}

function fits(ticks: Tick[], width: number, length: bigint): boolean {
  const longest = ticks.reduce((most, { label }) => Math.max(most, label.length), 0);
  const apart = ticks.length < 2 ? width : ((ticks[1].offset - ticks[0].offset) / Number(length)) * width;
  return longest * CHARACTER + APART <= apart;
}

/** In the largest unit below a second that it has. */
function small(time: bigint, step: bigint): string {
  if (time === 0n) return '0';
  const [unit, name]: [bigint, string] =
    time >= 1_000_000n ? [1_000_000n, 'ms'] : time >= 1_000n ? [1_000n, 'µs'] : [1n, 'ns'];
  return `${decimal(time, unit, step)} ${name}`;
}

/** So many units, with as many digits as the step has; whole ones without. */
function decimal(time: bigint, unit: bigint, step: bigint): string {
  let places = 0;
  let part = unit;
  for (; part > 1n && step % part !== 0n; part /= 10n) places += 1;
  const digits = ((time % unit) / part).toString().padStart(places, '0');
  return /^0*$/.test(digits) ? `${time / unit}` : `${time / unit}.${digits}`;
}

/** `2 min 5 s`, `1 h`, `1 day 6 h`: what is nothing is left out. */
function compound(time: bigint, step: bigint): string {
  const days = time / (86_400n * SECOND);
  const hours = (time / (3_600n * SECOND)) % 24n;
  const minutes = (time / MINUTE) % 60n;
  const rest = time % MINUTE;
  const parts = [];
  if (days > 0n) parts.push(`${days.toLocaleString('en')} ${days === 1n ? 'day' : 'days'}`);
  if (hours > 0n) parts.push(`${hours} h`);
  if (minutes > 0n) parts.push(`${minutes} min`);
  if (rest > 0n && step % MINUTE !== 0n) parts.push(`${decimal(rest, SECOND, step)} s`);
  return parts.length > 0 ? parts.join(' ') : '0';
}
