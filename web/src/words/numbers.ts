/** Formats numbers in English, in the same way as the Rust code: tests compare both with `tests/words/numbers.json`. */
import { BYTES } from './units.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const threeDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** For each factor of a thousand. */
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/** `4,294,967,295` */
export function count(number: number | bigint): string {
  return whole.format(number);
}

/** The worst case; may be unbounded. */
export function atWorst(bound: number | undefined): string {
  return bound === undefined || bound === Infinity ? 'any number' : count(bound);
}

/** `1 request`, `12 requests` */
export function counted(number: number | bigint, one: string, many = `${one}s`): string {
  return `${count(number)} ${BigInt(number) === 1n ? one : many}`;
}

/** To at most one decimal: `50 %`. `shares.ts` formats shares that must not be rounded to nothing or to everything. */
export function percent(number: number): string {
  return inPercent(tenths.format(number));
}

/** Digits with the sign: `0.80 %`. */
export function inPercent(digits: string): string {
  return `${digits} %`;
}

/** To at most two decimals: `0.6`, `1,234.56` */
export function hundredths(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 2 });
}

/** To at most three decimals: `0.106`, `1,234.567` */
export function thousandths(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 3 });
}

/** A fraction to three digits, rounded half up, without trailing zeros: `4.5`. */
export function decimal(numerator: bigint, denominator: bigint): string {
  const places = numerator < 10n * denominator ? 2 : numerator < 100n * denominator ? 1 : 0;
  const scale = 10n ** BigInt(places);
  const rounded = (numerator * scale * 2n + denominator) / (denominator * 2n);
  const rest = (rounded % scale).toString().padStart(places, '0').replace(/0+$/, '');
  return count(rounded / scale) + (places > 0 && rest !== '' ? `.${rest}` : '');
}

/** A number in few characters: `950`, `5,000`, `12 k`, `1.5 M`. */
export function brief(number: number): string {
  if (number >= 1_000 && number < 10_000) return count(number);
  // 999.5 rounds to 1,000, which needs the next prefix.
  const rounded = Number(number.toPrecision(3));
  const power = rounded < 1 ? 0 : Math.min(PREFIXES.length - 1, Math.floor(Math.log10(rounded) / 3 + 1e-9));
  return `${threeDigits.format(number / 1_000 ** power)} ${PREFIXES[power]}`.trimEnd();
}

/** An amount of memory: `368 bytes`, `24 kB`, `1.5 GB`. A kB is a thousand bytes. */
export function bytes(number: number): string {
  const amount = BigInt(Math.round(number));
  const unit = BYTES.find(([least]) => amount >= least);
  return unit === undefined ? counted(amount, 'byte') : `${decimal(amount, unit[1])} ${unit[2]}`;
}
