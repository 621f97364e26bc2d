/**
 * Columns on an axis of real time: of a round width, and beginning at multiples of it, so that every label is exact.
 */
import { endOf } from './findings.ts';
import type { Overview, TimeRange } from './types.ts';

const MILLISECOND = 1_000_000n;
const SECOND = 1_000n * MILLISECOND;
const [MINUTE, HOUR, DAY] = [60n * SECOND, 3_600n * SECOND, 86_400n * SECOND];
const WEEK = 7n * DAY;
/** The first Monday of 1970: weeks begin with a Monday, as they do on the axis. */
const MONDAY = 4n * DAY;
const WIDTHS = [
  ...[1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((number) => number * MILLISECOND),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((number) => number * SECOND),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((number) => number * MINUTE),
  ...[1n, 2n, 3n, 6n, 12n].map((number) => number * HOUR),
  DAY,
  WEEK,
];
/** More columns do not fit. */
const MOST = 120n;

/** Where the first column begins, where the last one ends, and how many there are. */
export interface Columns {
  from: bigint;
  to: bigint;
  count: number;
}

/** The columns of a log: the narrowest that fit and are no narrower than the precision of its timestamps. */
export function columnsOf(overview: Overview): Columns {
  return roundColumns([overview.from, endOf(overview)], BigInt(overview.slack) * 1_000n);
}

export function roundColumns([from, to]: TimeRange, finest: bigint): Columns {
  const width = widthFor(to - from, finest);
  const shift = width >= WEEK ? MONDAY : 0n;
  const first = from - modulo(from - shift, width);
  const count = (to - first + width - 1n) / width;
  return { from: first, to: first + count * width, count: Number(count) };
}

function widthFor(length: bigint, finest: bigint): bigint {
  const found = WIDTHS.find((width) => width >= finest && length <= MOST * width);
  if (found !== undefined) return found;
  let weeks = WEEK;
  while (length > MOST * weeks) weeks *= 2n;
  return weeks;
}

/** The remainder of a number that may be negative. */
function modulo(number: bigint, by: bigint): bigint {
  return ((number % by) + by) % by;
}

/** The distance between columns. */
export function widthOf({ from, to, count }: Columns): bigint {
  return (to - from) / BigInt(count);
}

/** The instant at which a column begins. */
export function columnStart(columns: Columns, column: number): bigint {
  return columns.from + widthOf(columns) * BigInt(column);
}
