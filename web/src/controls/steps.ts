/**
 * The round numbers at which a slider stops, between the minimum and maximum of the bounds table. They are close
 * together for common values and far apart for others, so that a slider over ten or twenty powers of ten is usable.
 */
import { UNITS } from '../words/index.ts';

const FINE = [10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 90];
const COARSE = [10, 20, 50];
const FINE_UP_TO = 10_000n;

function within(steps: bigint[], minimum: bigint, maximum: bigint): bigint[] {
  const inside = steps.filter((step) => step > minimum && step < maximum);
  return [minimum, ...inside, maximum];
}

/** Every number of requests below ten, then 21 for each power of ten below 10,000, then 3. */
export function requestSteps(minimum: bigint, maximum: bigint): bigint[] {
  const steps = Array.from({ length: 10 }, (_, index) => BigInt(index));
  for (let tens = 1n; tens * 10n <= maximum; tens *= 10n) {
    const digits = tens * 10n < FINE_UP_TO ? FINE : COARSE;
    steps.push(...digits.map((digit) => BigInt(digit) * tens));
  }
  return within(steps, minimum, maximum);
}

/** The stops in each unit of time. */
const ROUND: Record<string, number[]> = {
  ns: [1, 10, 100],
  us: [1, 10, 100],
  ms: [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900],
  s: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 25, 30, 40, 50],
  m: [1, 2, 3, 4, 5, 10, 15, 20, 30, 45],
  h: [1, 2, 3, 6, 12],
  d: [1, 2, 7, 30, 90, 365, 3_650, 36_500],
};

/** Round times, in nanoseconds. */
export function durationSteps(minimum: bigint, maximum: bigint): bigint[] {
  const steps = UNITS.flatMap(({ name, length }) => (ROUND[name] ?? []).map((number) => BigInt(number) * length));
  return within(steps, minimum, maximum);
}

/** The index of the last step that is not above a value. */
export function stepOf(steps: bigint[], value: bigint): number {
  const above = steps.findIndex((step) => step > value);
  return above < 0 ? steps.length - 1 : Math.max(0, above - 1);
}
