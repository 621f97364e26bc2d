/** Formats instants of the real world, in nanoseconds since 1970, as UTC. Reads no clock and no time zone. */
import { duration } from './times.ts';

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Days from 1 March of the year 0 to 1970, and days in 400 years. */
const ERA_START = 719_468n;
const ERA = 146_097n;

export interface Civil {
  year: number;
  month: number;
  day: number;
  /** Nanoseconds since midnight. */
  time: bigint;
}

function floorDivide(number: bigint, by: bigint): bigint {
  return number >= 0n ? number / by : -((by - 1n - number) / by);
}

/**
 * The date in the Gregorian calendar. Years are counted from March here, so that a leap day is the last of its year.
 */
export function civil(nanoseconds: bigint): Civil {
  const days = floorDivide(nanoseconds, DAY);
  const shifted = days + ERA_START;
  const era = floorDivide(shifted, ERA);
  const ofEra = Number(shifted - era * ERA);
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const year = Number(era) * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return { year, month, day, time: nanoseconds - days * DAY };
}

/** Nanoseconds since 1970 of a date at midnight. */
function midnight(year: number, month: number, day: number): bigint {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear;
  return (BigInt(era) * ERA + BigInt(ofEra) - ERA_START) * DAY;
}

const padded = (number: number | bigint, length = 2) => number.toString().padStart(length, '0');

/** `14:05`, with seconds and parts of them where instants this far apart need them. */
export function timeOfDay(nanoseconds: bigint, step: bigint = MINUTE): string {
  const { time } = civil(nanoseconds);
  const short = `${padded(time / HOUR)}:${padded((time / MINUTE) % 60n)}`;
  if (step >= MINUTE) return short;
  const seconds = `${short}:${padded((time / SECOND) % 60n)}`;
  return step >= SECOND ? seconds : `${seconds}.${padded((time % SECOND) / 1_000_000n, 3)}`;
}

/** `3 Mar` */
export function dayOf(nanoseconds: bigint): string {
  const { month, day } = civil(nanoseconds);
  return `${day} ${MONTHS[month - 1]}`;
}

/** For an axis: the time of day, and the day at midnight. */
export function dateLabel(nanoseconds: bigint, step: bigint): string {
  return step >= DAY || civil(nanoseconds).time === 0n ? dayOf(nanoseconds) : timeOfDay(nanoseconds, step);
}

/** `3 Mar 2026, 14:05:30` */
export function dateTime(nanoseconds: bigint, step: bigint = SECOND): string {
  return `${dayOf(nanoseconds)} ${civil(nanoseconds).year}, ${timeOfDay(nanoseconds, step)}`;
}

/** `3 Mar 2026, 14:05 – 14:20`, and both dates where they differ: `3 Mar 2026, 22:00 – 4 Mar 2026, 01:00`. */
export function dateSpan(from: bigint, to: bigint, step: bigint = SECOND): string {
  const isOneDay = floorDivide(from, DAY) === floorDivide(to, DAY);
  return `${dateTime(from, step)} – ${isOneDay ? timeOfDay(to, step) : dateTime(to, step)}`;
}

/** The days from one instant up to another: `3 Mar 2026`, `3 – 7 Mar 2026`, `28 Dec 2025 – 3 Jan 2026`. */
export function daySpan(from: bigint, to: bigint): string {
  const [first, last] = [civil(from), civil(to > from ? to - 1n : from)];
  const end = `${last.day} ${MONTHS[last.month - 1]} ${last.year}`;
  if (first.year !== last.year) return `${dayOf(from)} ${first.year} – ${end}`;
  if (first.month !== last.month) return `${dayOf(from)} – ${end}`;
  return first.day === last.day ? end : `${first.day} – ${end}`;
}

/** The first of a month, `months` after 1 January of a year, and its label: the year in January, else the month. */
export function monthStart(year: number, months: number): { time: bigint; label: string } {
  const [at, month] = [year + Math.floor(months / 12), months % 12];
  return { time: midnight(at, month + 1, 1), label: month === 0 ? `${at}` : MONTHS[month] };
}

/** For a field of the kind `datetime-local`: `2026-03-03T14:05:30`. */
export function fieldTime(nanoseconds: bigint): string {
  const { year, month, day } = civil(nanoseconds);
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}T${timeOfDay(nanoseconds, SECOND)}`;
}

/** The instant in such a field; undefined if it is empty. */
export function readFieldTime(text: string): bigint | undefined {
  const found = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part = '0') => Number(part));
  const milliseconds = BigInt((found[7] ?? '0').padEnd(3, '0'));
  return midnight(year, month, day) + BigInt(hour * 3_600 + minute * 60 + second) * SECOND + milliseconds * 1_000_000n;
}

/** One of it in a sentence: `second`, `minute`, `hour`, `day`, `10 s`. */
export function periodName(period: bigint): string {
  const names: [length: bigint, name: string][] = [
    [SECOND, 'second'],
    [MINUTE, 'minute'],
    [HOUR, 'hour'],
    [DAY, 'day'],
  ];
  return names.find(([length]) => length === period)?.[1] ?? duration(period);
}
