// Round instants on the axis, as many as fit.

import { tickStep } from 'd3-array';

import { shortLabel, timeLabel } from '../words/times.ts';
import { LONG_STEPS, TICK_CHARACTER, TICK_SPACE, TICKS_APART } from './constants.ts';
import { spanLength } from './span.ts';
import type { Span } from './types.ts';

const SECOND = 1_000_000_000n;

/** The round steps above a few seconds, in nanoseconds. */
const LONG = LONG_STEPS.map((seconds) => BigInt(seconds) * SECOND);

export interface Tick {
  /** From the start of the span. */
  offset: number;
  label: string;
}

export interface Ticks {
  ticks: Tick[];
  step: bigint;
  /** The instant that labels with a plus are relative to. */
  base?: string;
}

/** Returns as many round instants as there is space for labels. */
export function ticksOf(span: Span, width: number): Ticks {
  let count = Math.max(1, Math.floor(width / TICK_SPACE));
  for (;;) {
    const ticks = withStep(span, stepOf(spanLength(span), count));
    if (count === 1 || fits(ticks.ticks, width, spanLength(span))) return ticks;
    count -= 1;
  }
}

function withStep(span: Span, step: bigint): Ticks {
  // Deep in a long run only the last digits differ: labels then show those, relative to a base.
  const unit = step < 1_000n ? 1_000n : 1_000_000n;
  const first = ((span.from + step - 1n) / step) * step;
  const base = step < 1_000_000n && span.to > 1_000n * unit ? (first / unit) * unit : undefined;
  const label = (time: bigint) =>
    base === undefined ? timeLabel(time, step, span.to) : `+${shortLabel(time - base, step)}`;
  const ticks: Tick[] = [];
  for (let time = first; time <= span.to; time += step) {
    ticks.push({ offset: Number(time - span.from), label: label(time) });
  }
  return base === undefined ? { ticks, step } : { ticks, step, base: timeLabel(base, unit) };
}

/** The step for about this many instants. */
function stepOf(length: bigint, count: number): bigint {
  // The next round step may be longer than the span, which would leave the axis empty.
  const round = Math.min(tickStep(0, Number(length), count), Number(length));
  const step = BigInt(Math.max(1, Math.round(round)));
  if (step < 10n * SECOND) return step;
  const wanted = length / BigInt(count);
  const week = 604_800n * SECOND;
  const weeks = step < week ? week : step - (step % week);
  const long = LONG.find((one) => one >= wanted) ?? weeks;
  return long <= length ? long : (LONG.filter((one) => one <= length).at(-1) ?? step);
}

function fits(ticks: Tick[], width: number, length: bigint): boolean {
  const longest = ticks.reduce((most, { label }) => Math.max(most, label.length), 0);
  const apart = ticks.length < 2 ? width : ((ticks[1].offset - ticks[0].offset) / Number(length)) * width;
  return longest * TICK_CHARACTER + TICKS_APART <= apart;
}
