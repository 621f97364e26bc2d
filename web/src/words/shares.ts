/** Formats shares and ranges of numbers. Loaded with the page that needs them. */
import { count, hundredths, inPercent } from './numbers.ts';

const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const one = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** In per cent, without the sign: `0.80`, `12.5`, `< 0.01`. Never 0 for something, nor 100 for less than everything. */
function digits(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0';
  if (part >= whole) return '100';
  const percent = (part / whole) * 100;
  if (percent < 0.005) return '< 0.01';
  if (percent >= 99.95) return '> 99.9';
  return percent < 9.995 ? two.format(percent) : one.format(percent);
}

/** For columns of numbers: `0.80 %`. */
export function share(part: number, whole: number): string {
  return inPercent(digits(part, whole));
}

/** For sentences: `0.8 %`. */
export function spokenShare(part: number, whole: number): string {
  const printed = digits(part, whole);
  return inPercent(/^[\d.]+$/.test(printed) ? hundredths(Number(printed)) : printed);
}

interface Ends {
  least: number;
  most: number;
}

/** `0.90 – 0.94 %`, or one share where both ends look alike. */
export function shareRange({ least, most }: Ends, whole: number): string {
  const [low, high] = [digits(least, whole), digits(most, whole)];
  return inPercent(low === high ? low : `${low} – ${high}`);
}

/** `0.90 to 0.94 %`, for sentences. */
export function spokenShareRange({ least, most }: Ends, whole: number): string {
  const [low, high] = [digits(least, whole), digits(most, whole)];
  return low === high ? spokenShare(least, whole) : inPercent(`${low} to ${high}`);
}

/** `3`, or `3 – 5`. */
export function countRange({ least, most }: Ends): string {
  return least === most ? count(least) : `${count(least)} – ${count(most)}`;
}

/** `3`, or `3 to 5`, for sentences. */
export function spokenRange({ least, most }: Ends): string {
  return least === most ? count(least) : `${count(least)} to ${count(most)}`;
}

/** `1st`, `2nd`, `1,000th` */
export function ordinal(number: number): string {
  const tens = number % 100;
  const end = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${count(number)}${end}`;
}
