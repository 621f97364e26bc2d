/**
 * The settings in the address: the limit, the burst, the limiter, the key, the format, the target of a proposal. Names
 * and contents of files, names of clients and patterns are never included.
 *
 * `#limit=60/m&burst=20&by=token_bucket&key=prefix&format=combined&limited=429+503&tolerance=count:1&margin=10`
 */
import { exact } from '../words/times.ts';
import { readTime } from './lookup.ts';
import type { Limit, Reading, Tolerance } from './types.ts';

export interface Settings {
  limit: Limit;
  algorithm: string;
  reading: Pick<Reading, 'key' | 'format' | 'limited'>;
  /** Undefined if not chosen: the default depends on the log. */
  tolerance: Tolerance | undefined;
  /** In per cent. */
  margin: number;
}

/** The default, which an address omits. */
export const USUAL_MARGIN = 20;

/** What the core says of settings. */
export interface Known {
  algorithms: readonly string[];
  /** In per cent. */
  mostMargin: number;
}

/** A key of fields that any log may have, and a name that is a word. */
const FIELD = '(client|prefix|user|path|host|everyone|field:[\\w.-]{1,64})';
const KEY = new RegExp(`^${FIELD}(\\+${FIELD}){0,7}$`);
const NAME = /^[\w-]{1,40}$/;
/** Codes of answers. */
const CODES = /^[1-5]\d\d( [1-5]\d\d){0,9}$/;
const SHARE = /^(clients|requests):(\d{1,3}(?:\.\d{1,6})?)$/;
const COUNT = /^count:(\d{1,10})$/;
const MARGIN = /^\d{1,4}$/;
/** Characters of a field that are shown if it cannot be read. */
const SHOWN = 40;
const MOST = 0xffff_ffff;

/** A limit as the scenario language writes it: `60/m`, `5/10s`. */
export function printLimit({ amount, period }: Limit): string {
  const { number, unit } = exact(period);
  return `${amount}/${number === '1' ? '' : number}${unit}`;
}

export function printSettings({ limit, algorithm, reading, tolerance, margin }: Settings): string {
  const fields = [`limit=${printLimit(limit)}`, `burst=${limit.burst}`, `by=${algorithm}`];
  if (reading.key !== '' && reading.key !== 'client' && KEY.test(reading.key))
    fields.push(`key=${reading.key.replaceAll('+', '%2B')}`);
  if (reading.format !== '' && reading.format !== 'auto' && NAME.test(reading.format))
    fields.push(`format=${reading.format}`);
  if (reading.limited !== '429' && CODES.test(reading.limited))
    fields.push(`limited=${reading.limited.replaceAll(' ', '+')}`);
  if (tolerance !== undefined) fields.push(`tolerance=${printTolerance(tolerance)}`);
  if (margin !== USUAL_MARGIN) fields.push(`margin=${margin}`);
  return `#${fields.join('&')}`;
}

/** The settings of an address, as far as they are valid. */
export interface Stated {
  rate?: Pick<Limit, 'amount' | 'period'>;
  burst?: number;
  algorithm?: string;
  key?: string;
  format?: string;
  limited?: string;
  tolerance?: Tolerance;
  margin?: number;
  /** The invalid fields, as written. */
  invalid: string[];
}

/** How each field of an address is read; undefined if it is invalid. */
const FIELDS: { [name: string]: (text: string, known: Known) => Omit<Stated, 'invalid'> | undefined } = {
  limit: (text) => given(readRate(text), (rate) => ({ rate })),
  burst: (text) => given(whole(text), (burst) => ({ burst })),
  by: (text, { algorithms }) => (algorithms.includes(text) ? { algorithm: text } : undefined),
  key: (text) => (KEY.test(text) ? { key: text } : undefined),
  format: (text) => (NAME.test(text) ? { format: text } : undefined),
  limited: (text) => (CODES.test(text) ? { limited: text } : undefined),
  tolerance: toleranceField,
  // Its name in older links.
  spare: toleranceField,
  margin: (text, { mostMargin }) =>
    MARGIN.test(text) && Number(text) <= mostMargin ? { margin: Number(text) } : undefined,
};

/** The fields of an address, and which of them are invalid. */
export function readAddress(hash: string, known: Known): Stated {
  const stated: Stated = { invalid: [] };
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const read = Object.hasOwn(FIELDS, name) ? FIELDS[name](text, known) : undefined;
    if (read !== undefined) Object.assign(stated, read);
    else stated.invalid.push(shortened(text === '' ? name : `${name}=${text}`));
  }
  return stated;
}

/** The settings of an address, with defaults for missing fields. */
export function settingsOf(
  { rate, burst, algorithm, key, format, limited, tolerance, margin }: Stated,
  usual: Settings,
): Settings {
  const { limit, reading } = usual;
  return {
    limit: { ...limit, ...rate, burst: burst ?? limit.burst },
    algorithm: algorithm ?? usual.algorithm,
    reading: { key: key ?? reading.key, format: format ?? reading.format, limited: limited ?? reading.limited },
    tolerance: tolerance ?? usual.tolerance,
    margin: margin ?? usual.margin,
  };
}

function given<T, U>(value: T | undefined, make: (value: T) => U): U | undefined {
  return value === undefined ? undefined : make(value);
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** `60/m`, `5/10s` */
function readRate(text: string): Pick<Limit, 'amount' | 'period'> | undefined {
  const [number, time = ''] = text.split('/');
  const [amount, period] = [whole(number), readTime(/^\d/.test(time) ? time : `1${time}`)];
  return amount === undefined || period === undefined || time === '' ? undefined : { amount, period };
}

function printTolerance(tolerance: Tolerance): string {
  if (tolerance.kind === 'none') return tolerance.kind;
  return `${tolerance.kind}:${tolerance.kind === 'count' ? tolerance.clients : tolerance.percent}`;
}

function toleranceField(text: string): Pick<Stated, 'tolerance'> | undefined {
  return given(readTolerance(text), (tolerance) => ({ tolerance }));
}

function readTolerance(text: string): Tolerance | undefined {
  // Older links have the latter.
  if (text === 'none' || text === 'nobody') return { kind: 'none' };
  const [, clients] = COUNT.exec(text) ?? [];
  if (clients !== undefined && Number(clients) <= MOST) return { kind: 'count', clients: Number(clients) };
  const [, kind, percent] = SHARE.exec(text) ?? [];
  return kind !== undefined && Number(percent) <= 100
    ? { kind: kind as 'clients' | 'requests', percent: Number(percent) }
    : undefined;
}

function whole(text: string): number | undefined {
  const number = Number(text);
  return /^\d{1,10}$/.test(text) && number >= 1 && number <= MOST ? number : undefined;
}

/** A scenario with one limiter alone. */
export function scenarioOf(scenario: string, algorithm: string): string {
  const fields = scenario
    .trim()
    .split(/\s*[\n&]\s*/)
    .filter((field) => !field.startsWith('lanes='));
  return [...fields, `lanes=${algorithm}`].join('&');
}

/** The address of a scenario in the playground, in a view of it. Its text has one field a line or between `&`. */
export function playgroundLink(scenario: string, view?: string): string {
  const text = scenario.trim().replace(/\s*\n\s*/g, '&');
  const link = encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/%(?:26|3D|40|2F|3B|3A|2C)/g, decodeURIComponent);
  return `./#${link}${view === undefined ? '' : `~${view}`}`;
}
