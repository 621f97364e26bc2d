/** Numbers and names as people read them, in English. Nothing else on the page formats them. */
import type { Bounds, Fault, Lane, Parameter, Scenario } from '../engine/index.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The units of time: as the scenario language has them, as people say them, their length. */
export const UNITS = [
  { name: 'ns', word: 'nanoseconds', length: 1n },
  { name: 'us', word: 'microseconds', length: 1_000n },
  { name: 'ms', word: 'milliseconds', length: 1_000_000n },
  { name: 's', word: 'seconds', length: 1_000_000_000n },
  { name: 'm', word: 'minutes', length: 60_000_000_000n },
  { name: 'h', word: 'hours', length: 3_600_000_000_000n },
  { name: 'd', word: 'days', length: 86_400_000_000_000n },
] as const;

const SECOND = 1_000_000_000n;

/** `4,294,967,295` */
export function count(number: number | bigint): string {
  return whole.format(number);
}

/** `1 request`, `12 requests` */
export function counted(number: number | bigint, one: string, many = `${one}s`): string {
  return `${count(number)} ${BigInt(number) === 1n ? one : many}`;
}

/** `50 %` */
export function percent(number: number): string {
  return `${tenths.format(number)} %`;
}

/** A number in few characters: `950`, `5,000`, `12 k`, `1.5 M`. */
export function brief(number: number): string {
  return number >= 1_000 && number < 10_000 ? count(number) : scaled(number, ['', 'k', 'M', 'G', 'T', 'P', 'E']);
}

/** An amount of memory: `368 bytes`, `24 kB`, `1.5 GB`. A kB is a thousand bytes. */
export function bytes(number: number): string {
  return number < 1_000 ? counted(number, 'byte') : scaled(number, ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']);
}

/** To three digits, in thousands of thousands. */
function scaled(number: number, names: string[]): string {
  const digits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  // What rounds to a thousand is one of the next.
  const rounded = Number(number.toPrecision(3));
  const power = rounded < 1 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(rounded) / 3 + 1e-9));
  return `${digits.format(number / 1_000 ** power)} ${names[power]}`.trimEnd();
}

/** A fraction to three digits, rounded half up, without trailing zeros. */
function decimal(numerator: bigint, denominator: bigint): string {
  const places = numerator < 10n * denominator ? 2 : numerator < 100n * denominator ? 1 : 0;
  const scale = 10n ** BigInt(places);
  const rounded = (numerator * scale * 2n + denominator) / (denominator * 2n);
  const rest = (rounded % scale).toString().padStart(places, '0').replace(/0+$/, '');
  return count(rounded / scale) + (places > 0 && rest !== '' ? `.${rest}` : '');
}

/** A duration to three digits: `0.6 s`, `10 s`, `1.5 ms`, `2 min`. */
export function duration(nanoseconds: bigint): string {
  const steps: [least: bigint, length: bigint, name: string][] = [
    [172_800n * SECOND, 86_400n * SECOND, 'days'],
    [7_200n * SECOND, 3_600n * SECOND, 'h'],
    [120n * SECOND, 60n * SECOND, 'min'],
    [SECOND / 10n, SECOND, 's'],
    [1_000_000n, 1_000_000n, 'ms'],
    [1_000n, 1_000n, 'µs'],
    [1n, 1n, 'ns'],
  ];
  const [, length, name] = steps.find(([least]) => nanoseconds >= least) ?? [0n, SECOND, 's'];
  return `${decimal(nanoseconds, length)} ${name}`;
}

/** An instant of the scenario, to the millisecond: `10.1 s`, `2 min 3.25 s`. */
export function instant(nanoseconds: bigint): string {
  const milliseconds = (nanoseconds + 500_000n) / 1_000_000n;
  const minutes = milliseconds / 60_000n;
  const rest = Number(minutes < 2n ? milliseconds : milliseconds % 60_000n) / 1000;
  const seconds = `${rest.toLocaleString('en', { maximumFractionDigits: 3 })} s`;
  if (minutes < 2n) return seconds;
  if (minutes < 120n) return `${minutes} min ${seconds}`;
  return `${count(minutes / 60n)} h ${minutes % 60n} min ${seconds}`;
}

/** A time as a field shows it: exact, in the unit that the scenario language would take. */
export function exact(nanoseconds: bigint): { number: string; unit: string } {
  const fits = (length: bigint) =>
    nanoseconds >= length && (length <= SECOND || nanoseconds % length === 0n);
  const unit = [...UNITS].reverse().find(({ length }) => fits(length)) ?? UNITS[3];
  const digits = unit.length.toString().length - 1;
  const part = unit.length > SECOND ? 0n : nanoseconds % unit.length;
  const rest = part === 0n ? '' : `.${part.toString().padStart(digits, '0').replace(/0+$/, '')}`;
  return { number: `${nanoseconds / unit.length}${rest}`, unit: unit.name };
}

/** A name of the bounds table as a label: `count_denied` is `Count denied`. */
export function label(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A value of the bounds table. */
export function setting(parameter: Parameter | undefined, value: string): string {
  if (parameter?.unit === 'nanoseconds') return duration(BigInt(value));
  return parameter?.unit === 'requests' ? count(BigInt(value)) : value.replaceAll('_', ' ');
}

/** What a lane has for itself, such as `rounding exact`: this tells two of a kind apart. */
export function own(lane: Lane, parameters: Parameter[]): string {
  if (lane.members.length > 0) return lane.members.map(({ title }) => title).join(' and ');
  const told = lane.settings.filter((setting) => setting.own && setting.value !== undefined);
  const row = (name: string) => parameters.find((parameter) => parameter.name === name);
  return told
    .map(({ name, value }) => `${name.replaceAll('_', ' ')} ${setting(row(name), value ?? '')}`)
    .join(', ');
}

/** What to call the lanes where a title alone would not tell them apart. */
export function laneNames(lanes: { title: string }[], scenario: Scenario | undefined, bounds: Bounds | undefined): string[] {
  return lanes.map(({ title }, index) => {
    const isOnly = lanes.every((other, at) => at === index || other.title !== title);
    const lane = scenario?.lanes[index];
    const table = bounds?.limiters.find(({ algorithm }) => algorithm === lane?.algorithm);
    const mine = lane === undefined || isOnly ? '' : own(lane, table?.parameters ?? []);
    return mine === '' ? title : `${title}, ${mine}`;
  });
}

/** What a lane did, in a few words: `12 allowed, 3 delayed, 5 denied`. */
export function outcomes([allowed, denied, delayed]: readonly [number, number, number]): string {
  const later = delayed > 0 ? `, ${count(delayed)} delayed` : '';
  return `${count(allowed)} allowed${later}, ${count(denied)} denied`;
}

const LONGEST = 240;

/**
 * A fault as a sentence for a person. Where it is need not be said at a field, and text
 * that came with a link may be of any length.
 */
export function sentence(fault: Pick<Fault, 'message'>): string {
  const told = fault.message.replace(/^at (line \d+, )?character \d+(, in \w+)?: /, '');
  const cut = told.length > LONGEST ? `${told.slice(0, LONGEST)}…` : told;
  // What is quoted was given by someone, and stays as it was.
  const grouped = cut.replace(/"[^"]*"|\b\d{5,}\b/g, (found) => (found.startsWith('"') ? found : count(BigInt(found))));
  return `${grouped.charAt(0).toUpperCase()}${grouped.slice(1)}.`;
}

/** As `sentence`, at a field of one number: an example of a whole script would not help there. */
export function fieldSentence(fault: Pick<Fault, 'message'>): string {
  return sentence({ message: fault.message.replace(/, as in "[^"]*"$/, '') });
}

/** What a field takes, as a sentence: `Expected a whole number from 1 to 1,000.` */
export function expected(unit: 'requests' | 'nanoseconds', minimum = 0n, maximum?: bigint): string {
  if (unit === 'nanoseconds') return `Expected a time of ${minimum > 0n ? `at least ${duration(minimum)}` : '0 or more'}.`;
  return `Expected a whole number from ${count(minimum)}${maximum === undefined ? '' : ` to ${count(maximum)}`}.`;
}
