/** A lane at an instant as text, in links and attributes: `2@10.1s`. */
import type { Moment } from './index.ts';

export const MOMENT = '([1-9]\\d{0,2})@(\\d{1,11})(?:\\.(\\d{1,9}))?s';

const WHOLE = new RegExp(`^${MOMENT}$`);

export function readMoment(text: string | undefined): Moment | undefined {
  const found = WHOLE.exec(text ?? '');
  if (found === null) return undefined;
  const [, lane, whole, part = ''] = found;
  return { lane: Number(lane) - 1, time: BigInt(whole + part.padEnd(9, '0')) };
}

/** Exact, without trailing zeros. */
export function printMoment({ lane, time }: Moment): string {
  const seconds = `${time / 1_000_000_000n}.${String(time % 1_000_000_000n).padStart(9, '0')}`.replace(/\.?0+$/, '');
  return `${lane + 1}@${seconds}s`;
}
