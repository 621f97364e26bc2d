/** Formats times, in the same way as the Rust code: tests compare both with `tests/words/times.json`. */
import { count, decimal, thousandths } from './numbers.ts';
import { SCENARIO_TIMES, TIMES } from './units.ts';

const WORDS = {
  ns: 'nanoseconds',
  us: 'microseconds',
  ms: 'milliseconds',
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
};

/** The units of time: in the scenario language, in words, and their length. */
export const UNITS = SCENARIO_TIMES.map((unit) => ({ ...unit, word: WORDS[unit.name] }));

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;

/** A duration to three digits: `0.6 s`, `10 s`, `1.5 ms`, `2 min`. */
export function duration(nanoseconds: bigint): string {
  const [, length, name] = TIMES.find(([least]) => nanoseconds >= least) ?? [0n, SECOND, 's'];
  return `${decimal(nanoseconds, length)} ${name}`;
}

/** How often something happens: `every second`, `every 5 s`. */
export function every(period: bigint): string {
  if (period === SECOND) return 'every second';
  if (period === MINUTE) return 'every minute';
  return period === 60n * MINUTE ? 'every hour' : `every ${duration(period)}`;
}

/** An instant of the scenario, to the millisecond: `10.1 s`, `2 min 3.25 s`. */
export function instant(nanoseconds: bigint): string {
  const milliseconds = (nanoseconds + 500_000n) / 1_000_000n;
  const minutes = milliseconds / 60_000n;
  const rest = Number(minutes < 2n ? milliseconds : milliseconds % 60_000n) / 1000;
  const seconds = `${thousandths(rest)} s`;
  if (minutes < 2n) return seconds;
  if (minutes < 120n) return `${minutes} min ${seconds}`;
  return `${count(minutes / 60n)} h ${minutes % 60n} min ${seconds}`;
}

/** A time for a field: exact, in the unit that the scenario language would use. */
export function exact(nanoseconds: bigint): { number: string; unit: string } {
  const fits = (length: bigint) => nanoseconds >= length && (length <= SECOND || nanoseconds % length === 0n);
  const unit = [...UNITS].reverse().find(({ length }) => fits(length)) ?? UNITS[3];
  const digits = unit.length.toString().length - 1;
  const part = unit.length > SECOND ? 0n : nanoseconds % unit.length;
  const rest = part === 0n ? '' : `.${part.toString().padStart(digits, '0').replace(/0+$/, '')}`;
  return { number: `${nanoseconds / unit.length}${rest}`, unit: unit.name };
}

/**
 * An instant with the precision that labels this far apart need. Its units match those of the latest label: 90 s is
 * `1 min 30 s` beside `2 min 30 s`.
 */
export function timeLabel(time: bigint, step: bigint, latest: bigint = time): string {
  if (time < 0n) return `−${timeLabel(-time, step)}`;
  if (time < SECOND && step < SECOND) return shortLabel(time, step);
  const inSeconds = step < MINUTE && (time < MINUTE || latest <= 2n * MINUTE);
  return inSeconds ? `${digits(time, SECOND, step)} s` : compound(time, step);
}

/** In the largest unit below a second that fits. */
export function shortLabel(time: bigint, step: bigint): string {
  const unit = TIMES.find(([, length]) => length < SECOND && time >= length);
  return unit === undefined ? '0' : `${digits(time, unit[1], step)} ${unit[2]}`;
}

/** A time in one unit, with as many decimals as the step needs; none for whole numbers. */
function digits(time: bigint, unit: bigint, step: bigint): string {
  let places = 0;
  let part = unit;
  for (; part > 1n && step % part !== 0n; part /= 10n) places += 1;
  const rest = ((time % unit) / part).toString().padStart(places, '0');
  return /^0*$/.test(rest) ? `${time / unit}` : `${time / unit}.${rest}`;
}

/** `2 min 5 s`, `1 h`, `1 day 6 h`: zero parts are left out. */
function compound(time: bigint, step: bigint): string {
  const days = time / (86_400n * SECOND);
  const hours = (time / (3_600n * SECOND)) % 24n;
  const minutes = (time / MINUTE) % 60n;
  const rest = time % MINUTE;
  const parts = [];
  if (days > 0n) parts.push(`${count(days)} ${days === 1n ? 'day' : 'days'}`);
  if (hours > 0n) parts.push(`${hours} h`);
  if (minutes > 0n) parts.push(`${minutes} min`);
  if (rest > 0n && step % MINUTE !== 0n) parts.push(`${digits(rest, SECOND, step)} s`);
  return parts.length > 0 ? parts.join(' ') : '0';
}
