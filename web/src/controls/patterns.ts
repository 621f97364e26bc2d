/** The traffic patterns that have a form: their fields, and how values become a script. */
import type { Pattern } from '../engine/index.ts';
import type { TermName } from '../words/glossary.ts';

/** A field of the form. Its text is a number of requests, or a time. */
export interface PatternField {
  name: string;
  label: string;
  unit: 'requests' | 'nanoseconds';
  /** Of the glossary. */
  term: TermName | '';
}

export interface PatternKind {
  kind: string;
  title: string;
  fields: PatternField[];
  /** Writes the script from the text of each value. */
  write: (values: Values) => string;
  /** Defaults for the values that a pattern of another kind does not have. */
  usual: Values;
}

export type Values = Record<string, string>;

const requests = (name: string, label: string, term: TermName): PatternField => ({
  name,
  label,
  unit: 'requests',
  term,
});
const time = (name: string, label: string): PatternField => ({ name, label, unit: 'nanoseconds', term: '' });
const from = time('from', 'starting at');

/** Leaves out a start at zero, which is the default. */
const later = ({ from }: Values) => (from === undefined || /^0+\w*$/.test(from) ? '' : ` from ${from}`);

export const KINDS: PatternKind[] = [
  {
    kind: 'burst',
    title: 'All at once',
    fields: [requests('count', 'Requests', 'request'), time('from', 'at')],
    write: ({ count, from }) => `${count}@${from}`,
    usual: { count: '10', from: '0s' },
  },
  {
    kind: 'every',
    title: 'One after another',
    fields: [requests('count', 'Requests', 'request'), time('delay', 'with a delay of'), from],
    write: (values) => `${values.count} every ${values.delay}${later(values)}`,
    usual: { count: '15', delay: '100ms', from: '0s' },
  },
  {
    kind: 'bursts',
    title: 'In bursts',
    fields: [
      requests('count', 'Requests in a burst', 'burst'),
      time('delay', 'a burst every'),
      requests('times', 'Bursts', 'burst'),
      from,
    ],
    write: (values) => `burst ${values.count} every ${values.delay} x${values.times}${later(values)}`,
    usual: { count: '10', delay: '5s', times: '6', from: '0s' },
  },
  {
    kind: 'constant',
    title: 'Evenly, at a rate',
    fields: [requests('count', 'Requests', 'rate'), time('period', 'in'), time('duration', 'for'), from],
    write: (values) => `${values.count}/${values.period} for ${values.duration}${later(values)}`,
    usual: { count: '5', period: '1s', duration: '30s', from: '0s' },
  },
  {
    kind: 'poisson',
    title: 'At random, at a rate',
    fields: [requests('count', 'Requests', 'rate'), time('period', 'in'), time('duration', 'for'), from],
    write: (values) => `poisson ${values.count}/${values.period} for ${values.duration}${later(values)}`,
    usual: { count: '20', period: '1s', duration: '30s', from: '0s' },
  },
];

export function kindOf(pattern: Pattern): PatternKind | undefined {
  return KINDS.find(({ kind }) => kind === pattern.shape.kind);
}

/** The values of a pattern by the names of their fields, in requests or nanoseconds. */
export function numbersOf({ shape, from }: Pattern): Record<string, bigint> {
  const numbers: Record<string, bigint> = { from };
  if ('count' in shape) numbers.count = BigInt(shape.count);
  if (shape.kind === 'every') numbers.delay = shape.delay;
  if (shape.kind === 'bursts') [numbers.delay, numbers.times] = [shape.every, BigInt(shape.times)];
  if ('rate' in shape) [numbers.count, numbers.period] = [BigInt(shape.rate.amount), shape.rate.period];
  if ('duration' in shape) numbers.duration = shape.duration;
  return numbers;
}

/**
 * The script of a pattern after a change of its kind or of some values. Values that both kinds have are kept, and whose
 * it is.
 */
export function write(pattern: Pattern, kind: PatternKind, changed: Values = {}): string {
  const known = numbersOf(pattern);
  const values: Values = { ...kind.usual };
  for (const { name, unit } of kind.fields) {
    const number = known[name];
    if (number !== undefined) values[name] = unit === 'nanoseconds' ? `${number}ns` : `${number}`;
  }
  const cost = pattern.cost === 1 ? '' : ` cost ${pattern.cost}`;
  return writeBy(kind.write({ ...values, ...changed }) + cost, pattern.by);
}

/** The script of a pattern, sent by another group or by no named one. */
export function give({ text, by }: Pattern, to: string | undefined): string {
  return writeBy(by === undefined ? text : text.slice(0, -writeBy('', by).length), to);
}

function writeBy(text: string, by: string | undefined): string {
  return by === undefined ? text : `${text} by ${by}`;
}
