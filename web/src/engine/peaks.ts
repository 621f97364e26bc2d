import type { Result } from './types.ts';

/**
 * The length of the windows in which all peaks are counted. Limiters with different windows have none in common.
 */
export function commonWindow({ lanes }: Result): bigint | undefined {
  const windows = lanes.flatMap(({ measures }) => (measures === undefined ? [] : [measures.limit.period]));
  return windows.every((window) => window === windows[0]) ? windows[0] : undefined;
}
