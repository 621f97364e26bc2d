/**
 * The round numbers at which a slider stops, between the ends that the bounds table gives.
 * They lie close where people work and far apart where they do not, so that a slider over
 * ten or twenty powers of ten can still be set by hand.
 */
import { UNITS } from '../words/index.ts';

const FINE = [10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 90];
const COARSE = [10, 20, 50];
const FINE_UP_TO = 10_000n;

function within(steps: bigint[], minimum: bigint, maximum: bigint): bigint[] {
  const inside = steps.filter((step) => step > minimum && step < maximum);
  return [minimum, ...inside, maximum];
}

/** Numbers of requests: every one to ten, then about twenty for each power of ten. */
export function requestSteps(minimum: bigint, maximum: bigint): bigint[] {
  const steps = Array.from({ length: 10 }, (_, index) => BigInt(index));
  for (let tens = 1n; tens * 10n <= maximum; tens *= 10n) {
    const digits = tens * 10n < FINE_UP_TO ? FINE : COARSE;
    steps.push(...digits.map((digit) => BigInt(digit) * tens));
  }
  return within(steps, minimum, maximum);
}

/** For each unit of time, how many of it make a round number. */
const ROUND: Record<string, number[]> = {
  ns: [1, 10, 100],
  us: [1, 10, 100],
  ms: [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900],
  s: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 25, 30, 40, 50],
  m: [1, 2, 3, 4, 5, 10, 15, 20, 30, 45],
  h: [1, 2, 3, 6, 12],
  d: [1, 2, 7, 30, 90, 365, 3_650, 36_500],
};

/** Lengths of time. */
export function durationSteps(minimum: bigint, maximum: bigint): bigint[] {
  const steps = UNITS.flatMap(({ name, length }) =>
    (ROUND[name] ?? []).map((number) => BigInt(number) * length),
  );
  return within(steps, minimum, maximum);
}

/** The step that a value is at, or the last one below it. */
export function stepOf(steps: bigint[], value: bigint): number {
  const above = steps.findIndex((step) => step > value);
  return above < 0 ? steps.length - 1 : Math.max(0, above - 1);
}
