/** Faults as sentences. */
import type { Fault } from '../engine/index.ts';
import { count } from './numbers.ts';
import { duration } from './times.ts';

const LONGEST = 240;

/**
 * A fault as a sentence for a person. It leaves out the position, which a field shows in its own way, and cuts text
 * from a link, which can be of any length.
 */
export function sentence(fault: Pick<Fault, 'message'>): string {
  const message = fault.message.replace(/^at (line \d+, )?character \d+(, in \w+)?: /, '');
  const cut = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
  // Quoted text is the user's own and stays unchanged.
  const grouped = cut.replace(/"[^"]*"|\b\d{4,}\b/g, (found) => (found.startsWith('"') ? found : count(BigInt(found))));
  return `${grouped.charAt(0).toUpperCase()}${grouped.slice(1)}.`;
}

/** Like `sentence`, for a field with one number: an example of a whole script would not help there. */
export function fieldSentence(fault: Pick<Fault, 'message'>): string {
  return sentence({ message: fault.message.replace(/, as in "[^"]*"$/, '') });
}

/** The allowed values of a field, as a sentence: `Expected a whole number from 1 to 1,000.` */
export function expected(unit: 'requests' | 'nanoseconds', minimum = 0n, maximum?: bigint): string {
  if (unit === 'nanoseconds')
    return `Expected a time of ${minimum > 0n ? `at least ${duration(minimum)}` : '0 or more'}.`;
  return `Expected a whole number from ${count(minimum)}${maximum === undefined ? '' : ` to ${count(maximum)}`}.`;
}
