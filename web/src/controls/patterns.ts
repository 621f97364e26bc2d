/** Patterns of traffic as a form has them: named values, and the script that they make. */
import type { Pattern } from '../engine/index.ts';

/** A value of a pattern: its name, its label, what it counts. */
export interface PatternField {
  name: string;
  label: string;
  unit: 'requests' | 'nanoseconds';
}

export interface PatternKind {
  kind: string;
  title: string;
  fields: PatternField[];
  /** The script of it, from the text of each value. */
  write: (values: Values) => string;
  /** What a pattern of this kind begins with when nothing is known of it. */
  usual: Values;
}

export type Values = Record<string, string>;

const requests = (name: string, label: string): PatternField => ({ name, label, unit: 'requests' });
const time = (name: string, label: string): PatternField => ({ name, label, unit: 'nanoseconds' });
const from = time('from', 'beginning at');

/** A pattern that begins at once does not say so. */
const later = ({ from }: Values) => (from === undefined || /^0+\w*$/.test(from) ? '' : ` from ${from}`);

export const KINDS: PatternKind[] = [
  {
    kind: 'burst',
    title: 'All at once',
    fields: [requests('count', 'Requests'), time('from', 'at')],
    write: ({ count, from }) => `${count}@${from}`,
    usual: { count: '10', from: '0s' },
  },
  {
    kind: 'every',
    title: 'One after another',
    fields: [requests('count', 'Requests'), time('delay', 'with a delay of'), from],
    write: (values) => `${values.count} every ${values.delay}${later(values)}`,
    usual: { count: '15', delay: '100ms', from: '0s' },
  },
  {
    kind: 'bursts',
    title: 'In bursts',
    fields: [requests('count', 'Requests in a burst'), time('delay', 'a burst every'), requests('times', 'Bursts'), from],
    write: (values) => `burst ${values.count} every ${values.delay} x${values.times}${later(values)}`,
    usual: { count: '10', delay: '5s', times: '6', from: '0s' },
  },
  {
    kind: 'constant',
    title: 'Evenly, at a rate',
    fields: [requests('count', 'Requests'), time('period', 'in'), time('duration', 'for'), from],
    write: (values) => `${values.count}/${values.period} for ${values.duration}${later(values)}`,
    usual: { count: '5', period: '1s', duration: '30s', from: '0s' },
  },
  {
    kind: 'poisson',
    title: 'By chance, at a rate',
    fields: [requests('count', 'Requests'), time('period', 'in'), time('duration', 'for'), from],
    write: (values) => `poisson ${values.count}/${values.period} for ${values.duration}${later(values)}`,
    usual: { count: '20', period: '1s', duration: '30s', from: '0s' },
  },
];

export function kindOf(pattern: Pattern): PatternKind | undefined {
  return KINDS.find(({ kind }) => kind === pattern.shape.kind);
}

/** The values of a pattern: whole numbers of requests and of nanoseconds. */
export function numbersOf({ shape, from }: Pattern): Record<string, bigint> {
  const numbers: Record<string, bigint> = { from };
  if ('count' in shape) numbers.count = BigInt(shape.count);
  if (shape.kind === 'every') numbers.delay = shape.delay;
  if (shape.kind === 'bursts') [numbers.delay, numbers.times] = [shape.every, BigInt(shape.times)];
  if ('rate' in shape) [numbers.count, numbers.period] = [BigInt(shape.rate.amount), shape.rate.period];
  if ('duration' in shape) numbers.duration = shape.duration;
  return numbers;
}

/** The script of a pattern of some kind with the values of another, and some of them changed. */
export function write(pattern: Pattern, kind: PatternKind, changed: Values = {}): string {
  const known = numbersOf(pattern);
  const values: Values = { ...kind.usual };
  for (const { name, unit } of kind.fields) {
    const number = known[name];
    if (number !== undefined) values[name] = unit === 'nanoseconds' ? `${number}ns` : `${number}`;
  }
  const cost = pattern.cost === 1 ? '' : ` cost ${pattern.cost}`;
  return kind.write({ ...values, ...changed }) + cost;
}
