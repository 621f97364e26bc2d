import type { Result } from './types.ts';

/**
 * The length of the windows in which all peaks are counted. Those who got the most of their limits may have different
 * ones.
 */
export function commonWindow({ lanes }: Result): bigint | undefined {
  const windows = lanes.flatMap(({ measures }) => (measures === undefined ? [] : [measures.limit.period]));
  return windows.every((window) => window === windows[0]) ? windows[0] : undefined;
}
