/** Suggests time ranges of a log to compare. */
import { columnStart } from './columns.ts';
import type { Columns } from './columns.ts';
import type { OverTime, TimeRange } from './types.ts';

/** From a column up to another, which is not included. */
type Some = [from: number, to: number];

/**
 * Two time ranges to compare, the earlier first: the one with the denials, and the nearest one of the same length
 * without. Without denials, or where they are everywhere: the busiest twelfth of the log, and the quietest.
 */
export function likelyTimeRanges({ allowed, denied }: OverTime, columns: Columns): [TimeRange, TimeRange] {
  const timeRange = ([first, last]: Some): TimeRange => [columnStart(columns, first), columnStart(columns, last)];
  const both = besideDenials(denied) ?? extremes(denied.some((number) => number > 0) ? denied : allowed);
  const [first, second] = both.sort(([one], [other]) => one - other);
  return [timeRange(first), timeRange(second)];
}

/** From the first to the last column with at least a tenth of the most denials, and the nearest range without any. */
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
