/** Round instants on an axis of real time, as many as fit. */
import { civil, dateLabel, monthStart } from '../words/dates.ts';

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const WEEK = 7n * DAY;
const STEPS = [
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((milliseconds) => milliseconds * 1_000_000n),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200].map(
    (seconds) => BigInt(seconds) * SECOND,
  ),
  DAY,
  2n * DAY,
  WEEK,
  2n * WEEK,
];
/** Months apart, for a log of a year or of decades. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 1_200];
/** No month is shorter. */
const SHORTEST = 28n * DAY;
/** The first Monday of 1970: weeks begin with a Monday. */
const MONDAY = 4n * DAY;
/** The width of a label, in pixels. */
const APART = 64;
/** No label fits this close to an end. */
const MARGIN = 22;

export interface TimeTick {
  /** Of the axis, from 0 to 1. */
  share: number;
  label: string;
}

export function timeTicks(from: bigint, to: bigint, width: number): TimeTick[] {
  const length = to - from;
  if (length <= 0n || width <= 0) return [];
  const most = BigInt(Math.max(1, Math.floor(width / APART)));
  const step = STEPS.find((one) => length / one <= most);
  const months = MONTHS.find((one) => length / (BigInt(one) * SHORTEST) <= most) ?? 12_000;
  const instants = step === undefined ? monthly(from, to, months) : regular(from, to, step);
  return instants.flatMap(({ time, label }) => {
    const share = Number(time - from) / Number(length);
    return share * width >= MARGIN && (1 - share) * width >= MARGIN / 2 ? [{ share, label }] : [];
  });
}

interface Instant {
  time: bigint;
  label: string;
}

function regular(from: bigint, to: bigint, step: bigint): Instant[] {
  const shift = step >= WEEK ? MONDAY : 0n;
  const instants: Instant[] = [];
  for (let time = ((from - shift + step - 1n) / step) * step + shift; time <= to; time += step) {
    const last = instants.at(-1)?.time ?? from;
    const isNewYear = civil(time).year !== civil(last).year;
    instants.push({
      time,
      label: isNewYear && step >= DAY ? `${dateLabel(time, step)} ${civil(time).year}` : dateLabel(time, step),
    });
  }
  return instants;
}

function monthly(from: bigint, to: bigint, step: number): Instant[] {
  const { year } = civil(from);
  const years = Math.ceil(step / 12);
  const instants: Instant[] = [];
  for (let months = 0; ; months += step) {
    const instant = monthStart(Math.floor(year / years) * years, months);
    if (instant.time > to) return instants;
    if (instant.time >= from) instants.push(instant);
  }
}
