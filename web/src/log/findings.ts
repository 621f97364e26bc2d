/** Sentences about a log and a limit. The numbers in them are the engine's. */
import { periodName } from '../words/dates.ts';
import { bytes, count, counted } from '../words/numbers.ts';
import { spokenRange, spokenShareRange } from '../words/shares.ts';
import { duration } from '../words/times.ts';
import { sentence } from '../words/faults.ts';
import type { Stated } from './address.ts';
import type { Needed } from './lookup.ts';
import type { Limit, Overview, Progress, Range, Tolerance, Wish } from './types.ts';

/** The noun for what a key distinguishes, singular and plural. */
export interface Noun {
  one: string;
  many: string;
  /** Whether all clients share a single one, so that their number is not shown. */
  isShared?: boolean;
}

const NOUNS: Record<string, Noun> = {
  '': { one: 'client', many: 'clients' },
  client: { one: 'client', many: 'clients' },
  prefix: { one: 'network', many: 'networks' },
  user: { one: 'user', many: 'users' },
  path: { one: 'path', many: 'paths' },
  host: { one: 'host', many: 'hosts' },
  everyone: { one: 'shared budget', many: 'shared budgets', isShared: true },
};

export function nounOf(key: string): Noun {
  return NOUNS[key] ?? { one: 'key', many: 'keys' };
}

/** Keys that need nothing else, in words. */
export const KEYS: readonly [key: string, words: string][] = [
  ['client', 'client IP address'],
  ['prefix', 'client network (/24, /64)'],
  ['user', 'user'],
  ['path', 'path'],
  ['host', 'host'],
  ['everyone', 'all clients together'],
];

export function keyWords(key: string): string {
  return KEYS.find(([name]) => name === (key === '' ? 'client' : key))?.[1] ?? key;
}

/** How clients are distinguished: `by path`. */
export function byWords(key: string): string {
  return key === 'everyone' ? 'one limit shared by all clients' : `by ${keyWords(key)}`;
}

/** Answers that mean limited: `answered 429`, `answered 429 or 503`. */
export function answeredWords(limited: string): string {
  const codes = limited.split(/[\s,]+/).filter((code) => /^\d{3}$/.test(code));
  return `answered ${codes.length === 0 ? '429' : codes.join(' or ')}`;
}

/** `60 per minute` */
export function rateOf({ amount, period }: Pick<Limit, 'amount' | 'period'>): string {
  return `${count(amount)} per ${periodName(period)}`;
}

/** `60 per minute with a burst of 20`; a window has no burst. */
export function limitWords(limit: Limit, hasBurst: boolean): string {
  return hasBurst ? `${rateOf(limit)} with a burst of ${count(limit.burst)}` : rateOf(limit);
}

/** The settings of the limit in an address: `90 per minute with a burst of 7, by GCRA`; empty if there are none. */
export function setWords({ rate, burst }: Pick<Stated, 'rate' | 'burst'>, by: string): string {
  const limit = [rate && rateOf(rate), burst && `a burst of ${count(burst)}`]
    .filter((part) => part !== undefined)
    .join(' with ');
  return [limit, by === '' ? '' : `by ${by}`].filter((part) => part !== '').join(', ');
}

/** Lists the parts of an address that could not be read; undefined if there are none. */
export function invalidWords({ invalid }: Pick<Stated, 'invalid'>): string | undefined {
  return invalid.length === 0 ? undefined : `Not recognised in this link, so defaults apply: ${invalid.join(', ')}`;
}

/** Why a log has no requests, though no line of it is strange. */
export function emptyWords(name: string, { bytes: read, complete }: Pick<Overview, 'bytes' | 'complete'>): string {
  if (!complete) return `Reading ${name} was cancelled before a request was found.`;
  return read === 0 ? `${name} is empty.` : `${name} contains no requests, only empty lines and comments.`;
}

/** Introduces a proposal that was made for another choice than the current one. */
export function proposedFor({ tolerance, margin }: Pick<Wish, 'tolerance' | 'margin'>, by: string, noun: Noun): string {
  return `Proposed for ${by}, so that it would have ${toleranceWords(tolerance, noun)}, with a margin of ${margin} %:`;
}

/** The finding, in three parts: the second is the number that matters. */
export interface Headline {
  before: string;
  number: string;
  after: string;
}

/** `rate` is the limit in words; `denied` is undefined until the engine has answered. */
export function headline(
  rate: string,
  overview: Overview,
  noun: Noun,
  limited: Range,
  denied: Range | undefined,
): Headline {
  if (noun.isShared) return sharedHeadline(rate, overview, limited, denied);
  const all = `of ${counted(overview.clients, noun.one, noun.many)}`;
  if (limited.most === 0) return { before: `${rate} would limit `, number: 'none', after: ` ${all}.` };
  const requests =
    denied === undefined ? '… of requests' : `${spokenShareRange(denied, overview.requests)} of requests`;
  return { before: `${rate} would limit `, number: spokenRange(limited), after: ` ${all} and deny ${requests}.` };
}

/** For one limit shared by all clients, only the requests matter. */
function sharedHeadline(rate: string, { requests }: Overview, limited: Range, denied: Range | undefined): Headline {
  const before = `${rate} shared by all clients would deny `;
  if (limited.most === 0) return { before, number: 'none', after: ` of ${counted(requests, 'request')}.` };
  return { before, number: denied === undefined ? '…' : spokenShareRange(denied, requests), after: ' of requests.' };
}

/** `1,204,331 requests by 18,204 clients` */
export function requestsBy({ requests, clients }: Pick<Overview, 'requests' | 'clients'>, noun: Noun): string {
  const all = counted(requests, 'request');
  return noun.isShared ? all : `${all} by ${counted(clients, noun.one, noun.many)}`;
}

/** `1,204,331 requests by 18,204 clients in 24 h` */
export function extent(overview: Overview, noun: Noun): string {
  return `${requestsBy(overview, noun)} in ${duration(overview.to - overview.from)}`;
}

/** Formats of both Apache and nginx. */
const EITHER = ['common', 'combined', 'vhost_combined'];

/** The first instant after the log, to the precision of its timestamps. */
export function endOf({ to, slack }: Overview): bigint {
  return to + BigInt(slack + 1) * 1_000n;
}

export function timingWords({ timing, format }: Overview): string | undefined {
  // Both write the same lines, which do not say which time it is.
  if (EITHER.includes(format.name)) return 'arrival times if Apache wrote it, completion times if nginx did';
  if (timing === 'corrected') return 'completion times, corrected to arrival';
  if (timing === 'completion') return 'completion times, arrival unknown';
  return timing === 'mixed' ? 'some completion times' : undefined;
}

/** The precision of the timestamps, if they are not exact. */
export function stampWords({ slack }: Overview): string | undefined {
  if (slack === 0) return undefined;
  if (slack === 999_999) return 'one-second timestamps';
  return slack < 999_999
    ? `timestamps to ${duration(BigInt(slack + 1) * 1_000n)}`
    : `timestamps of ${duration(BigInt(slack + 1) * 1_000n)}`;
}

/** Lines without a request, such as a server's startup messages. */
export function otherWords({ other }: Overview): string | undefined {
  if (other === 0) return undefined;
  return other === 1 ? '1 line is not a request' : `${count(other)} lines are not requests`;
}

export function orderWords({ disorder }: Overview): string | undefined {
  if (disorder.lines === 0) return undefined;
  return `${counted(disorder.lines, 'line')} reordered by arrival time, moved by at most ${duration(
    BigInt(disorder.most) * 1_000n,
  )}`;
}

export function progressWords({ bytes: done, total, rows }: Progress): string {
  const whole = total > done ? ` of ${bytes(total)}` : '';
  return `${bytes(done)}${whole} read, ${counted(rows, 'request')}`;
}

/** The permitted effect of a limit, after "would have": `limited no one`, `limited at most 0.1 % of clients`. */
export function toleranceWords(tolerance: Tolerance, noun: Noun): string {
  if (tolerance.kind === 'none') return 'limited no one';
  if (tolerance.kind === 'count') return `limited at most ${counted(tolerance.clients, noun.one, noun.many)}`;
  if (tolerance.kind === 'clients') return `limited at most ${tolerance.percent} % of ${noun.many}`;
  return `denied at most ${tolerance.percent} % of requests`;
}

/** How a point lies to the frontier: what the burst lacks, or what it has to spare. */
export function distanceWords(needed: Needed | undefined, burst: number): string {
  if (needed === undefined) return 'yours: far too tight';
  const about = needed.isExact ? '' : 'about ';
  if (needed.burst > burst) return `yours: burst is ${about}${count(needed.burst - burst)} too small`;
  return needed.burst === burst ? 'yours: just enough' : `yours: ${about}${count(burst - needed.burst)} to spare`;
}

/** Returns the fault of a typed number, with the allowed range. */
export function wrongNumber(text: string, allowed: string): string {
  return text.trim() === '' ? `This is empty: enter ${allowed}.` : `“${text}” is not valid: enter ${allowed}.`;
}

/** The error as a sentence. Messages of the core begin in lower case and have no full stop. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return 'Something went wrong.';
  return error.message.endsWith('.') ? error.message : sentence(error);
}
