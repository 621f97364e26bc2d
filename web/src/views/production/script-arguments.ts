/** The script's arguments, row by row: `ARGV[4]` is the limit, and so on. */
import type { InRedis } from '../../engine/index.ts';
import { duration } from '../../words/index.ts';

export interface Row {
  place: number;
  name: string;
  value: string;
  means: string;
  /** Whether it is of this policy, and not of this call. */
  isOwn: boolean;
}

/** Rows about the call, or about one limiter. */
export interface Rows {
  /** Of one limiter of several: its number and its name. */
  title?: string;
  rows: Row[];
}

/** The first arguments of every call. */
const CALL = [
  { name: 'operation', value: 'check', means: 'or peek, refund, reset' },
  { name: 'cost', value: '1', means: 'the cost of this request' },
  { name: 'now', value: "''", means: 'empty: the clock of Redis' },
];

/** The reply of every script, in this order. */
export const ANSWERED: readonly { name: string; means: string }[] = [
  { name: 'outcome', means: 'allowed, delayed or denied' },
  { name: 'limit', means: 'the most requests at once' },
  { name: 'remaining', means: 'requests that would still pass now' },
  { name: 'retry after', means: 'µs until this request passes; nil: never' },
  { name: 'reset after', means: 'µs until the whole budget is back' },
  { name: 'delay', means: 'µs to wait before it starts, in a queue' },
];

/** The meaning of a value, shown after it. */
const MEANS: Record<string, (value: string) => string> = {
  limit: () => 'requests in a window',
  window: (value) => `µs: ${time(value)}`,
  align: (value) =>
    value === 'first' ? 'windows begin with the first request' : 'windows begin at multiples of their length',
  rounding: (value) => (value === 'exact' ? 'the estimate is not rounded' : 'the estimate is rounded down'),
  count_denied: (value) => (value === 'yes' ? 'denials use budget' : 'denials use no budget'),
  capacity: () => 'requests at once',
  burst: () => 'requests at once',
  unit: () => 'parts make one request',
  amount: (value) => `${value === '1' ? 'part comes' : 'parts come'} back in each step`,
  initial: () => 'tokens in a new bucket',
  created_at: (value) => (value === '0' ? 'buckets start filling in 1970' : `µs: buckets fill from ${time(value)} on`),
  period: (value) => (value === '0' ? 'none: a step is a microsecond' : `µs per step: ${time(value)}`),
  undelayed: () => 'in the queue start at once',
  longest: () => 'parts ahead at most',
  order: (value) => (value === 'in_order' ? 'each is charged before the next is checked' : 'all are charged, or none'),
  begins: (value) => (value === '0' ? 'any time is accepted' : `µs: not before ${time(value)}`),
  limiter: () => '',
  arguments: () => 'arguments follow',
};

type Argument = Pick<Row, 'name' | 'value'> & { means?: string };

export function argumentRows({ joined, arguments: values, members }: InRedis): Rows[] {
  let place = 0;
  const row = ({ name, value, means = MEANS[name]?.(value) ?? '' }: Argument): Row => ({
    place: (place += 1),
    name,
    value,
    means,
    isOwn: place > CALL.length,
  });
  const called = CALL.map(row);
  if (!joined) return [{ rows: [...called, ...members.flatMap((member) => member.arguments.map(row))] }];
  const [order = '', begins = ''] = values;
  const all = [
    { name: 'order', value: order },
    { name: 'begins', value: begins },
  ].map(row);
  const each = members.map(({ algorithm, arguments: own }, at) => {
    const head = [
      { name: 'limiter', value: algorithm },
      { name: 'arguments', value: String(own.length) },
    ];
    return { title: `Limiter ${at + 1}`, rows: [...head, ...own].map(row) };
  });
  return [{ rows: [...called, ...all] }, ...each];
}

/** From microseconds. */
function time(value: string): string {
  return duration(BigInt(value) * 1_000n);
}
