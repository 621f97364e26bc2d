/** Which stretches of a log are worth comparing. */
import { columnStart } from './columns.ts';
import type { Columns } from './columns.ts';
import type { OverTime, TimeRange } from './types.ts';

/** From a column up to another, which is not included. */
type Some = [from: number, to: number];

/**
 * Two stretches worth comparing, the earlier first: where the denials are, and as long a stretch without any beside it.
 * Without denials, or where they are everywhere: the twelfth of the log with the most, and the one with the least.
 */
export function likelyTimeRanges({ allowed, denied }: OverTime, columns: Columns): [TimeRange, TimeRange] {
  const timeRange = ([first, last]: Some): TimeRange => [columnStart(columns, first), columnStart(columns, last)];
  const both = besideDenials(denied) ?? extremes(denied.some((number) => number > 0) ? denied : allowed);
  const [first, second] = both.sort(([one], [other]) => one - other);
  return [timeRange(first), timeRange(second)];
}

/** From the first to the last column with a tenth of the greatest denial, and the nearest stretch without denials. */
function besideDenials(denied: Uint32Array): [quiet: Some, busy: Some] | undefined {
  const greatest = Math.max(0, ...denied);
  if (greatest === 0) return undefined;
  const isBusy = (number: number) => number * 10 >= greatest;
  const start = denied.findIndex(isBusy);
  const end = denied.length - [...denied].reverse().findIndex(isBusy);
  const wide = end - start;
  const away = (first: number) => (first < start ? start - first - wide : first - end);
  const firsts = Array.from({ length: Math.max(0, denied.length - wide + 1) }, (_, first) => first)
    .filter(
      (first) =>
        (first + wide <= start || first >= end) && denied.subarray(first, first + wide).every((number) => number === 0),
    )
    .sort((one, other) => away(one) - away(other));
  return firsts.length === 0
    ? undefined
    : [
        [firsts[0], firsts[0] + wide],
        [start, end],
      ];
}

function extremes(sizes: Uint32Array): [least: Some, most: Some] {
  const wide = Math.max(1, Math.round(sizes.length / 12));
  const sums = Array.from({ length: sizes.length - wide + 1 }, (_, first) =>
    sizes.subarray(first, first + wide).reduce((sum, size) => sum + size, 0),
  );
  const from = (first: number): Some => [first, first + wide];
  return [from(sums.indexOf(Math.min(...sums))), from(sums.indexOf(Math.max(...sums)))];
}
