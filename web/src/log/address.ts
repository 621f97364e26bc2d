/**
 * The settings in the address: the limit, the burst, the limiter, the key, the format, whom a proposal spares. Names and
 * contents of files, names of clients and patterns never are: a link says how somebody looked, not what at.
 *
 * `#limit=60/m&burst=20&by=token_bucket&key=prefix&format=combined&limited=429+503&spare=requests:0.5&margin=10`
 */
import { exact } from '../words/times.ts';
import { readTime } from './lookup.ts';
import type { Limit, Reading, Spare } from './types.ts';

export interface Settings {
  limit: Limit;
  algorithm: string;
  reading: Pick<Reading, 'key' | 'format' | 'limited'>;
  spare: Spare;
  /** In per cent. */
  margin: number;
}

/** What an address need not say. */
export const USUAL_SPARE: Spare = { kind: 'clients', percent: 0.1 };
export const USUAL_MARGIN = 20;
export const MOST_MARGIN = 1_000;

/** A key of fields that everybody's log may have, and a name that is a word. */
const KEY = /^(client|prefix|user|path|host|everyone|field:[\w.-]{1,64})(\+(client|prefix|user|path|host|everyone|field:[\w.-]{1,64})){0,7}$/;
const NAME = /^[\w-]{1,40}$/;
/** Codes of answers. */
const CODES = /^[1-5]\d\d( [1-5]\d\d){0,9}$/;
const SPARE = /^(clients|requests):(\d{1,3}(?:\.\d{1,6})?)$/;
const MOST = 0xffff_ffff;

/** A limit as the scenario language writes it: `60/m`, `5/10s`. */
export function printLimit({ amount, period }: Limit): string {
  const { number, unit } = exact(period);
  return `${amount}/${number === '1' ? '' : number}${unit}`;
}

export function printSettings({ limit, algorithm, reading, spare, margin }: Settings): string {
  const fields = [`limit=${printLimit(limit)}`, `burst=${limit.burst}`, `by=${algorithm}`];
  if (reading.key !== '' && reading.key !== 'client' && KEY.test(reading.key)) fields.push(`key=${reading.key.replaceAll('+', '%2B')}`);
  if (reading.format !== '' && reading.format !== 'auto' && NAME.test(reading.format)) fields.push(`format=${reading.format}`);
  if (reading.limited !== '429' && CODES.test(reading.limited)) fields.push(`limited=${reading.limited.replaceAll(' ', '+')}`);
  if (printSpare(spare) !== printSpare(USUAL_SPARE)) fields.push(`spare=${printSpare(spare)}`);
  if (margin !== USUAL_MARGIN) fields.push(`margin=${margin}`);
  return `#${fields.join('&')}`;
}

/** What an address says, field by field. What makes no sense is left out. */
export function readSettings(hash: string, usual: Settings): Settings {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [amount, time = ''] = (fields.get('limit') ?? '').split('/');
  const period = readTime(/^\d/.test(time) ? time : `1${time}`);
  const isLimit = whole(amount) !== undefined && time !== '' && period !== undefined;
  const { limit, algorithm, reading } = usual;
  const [by, key, format, limited, spare, margin] = ['by', 'key', 'format', 'limited', 'spare', 'margin'].map((name) => fields.get(name) ?? '');
  return {
    limit: {
      amount: isLimit ? Number(amount) : limit.amount,
      period: isLimit ? period : limit.period,
      burst: whole(fields.get('burst') ?? '') ?? limit.burst,
    },
    algorithm: NAME.test(by) ? by : algorithm,
    reading: { key: KEY.test(key) ? key : reading.key, format: NAME.test(format) ? format : reading.format, limited: CODES.test(limited) ? limited : reading.limited },
    spare: readSpare(spare) ?? usual.spare,
    margin: /^\d{1,4}(\.\d{1,6})?$/.test(margin) && Number(margin) <= MOST_MARGIN ? Number(margin) : usual.margin,
  };
}

/** Whether an address says something of the limit. */
export function hasLimit(hash: string): boolean {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return ['limit', 'burst', 'by'].some((name) => fields.has(name));
}

function printSpare(spare: Spare): string {
  return spare.kind === 'nobody' ? spare.kind : `${spare.kind}:${spare.percent}`;
}

function readSpare(text: string): Spare | undefined {
  if (text === 'nobody') return { kind: text };
  const [, kind, percent] = SPARE.exec(text) ?? [];
  return kind !== undefined && Number(percent) <= 100 ? { kind: kind as 'clients' | 'requests', percent: Number(percent) } : undefined;
}

function whole(text: string): number | undefined {
  const number = Number(text);
  return /^\d{1,10}$/.test(text) && number >= 1 && number <= MOST ? number : undefined;
}

/** A scenario with one limiter alone. */
export function scenarioOf(scenario: string, algorithm: string): string {
  const fields = scenario.trim().split(/\s*[\n&]\s*/).filter((field) => !field.startsWith('lanes='));
  return [...fields, `lanes=${algorithm}`].join('&');
}

/** The address of a scenario in the playground, in a view of it. Its text has one field a line or between `&`. */
export function playgroundLink(scenario: string, view?: string): string {
  const text = scenario.trim().replace(/\s*\n\s*/g, '&');
  const link = encodeURIComponent(text).replaceAll('%20', '+').replace(/%(?:26|3D|40|2F|3B|3A|2C)/g, decodeURIComponent);
  return `./#${link}${view === undefined ? '' : `~${view}`}`;
}
