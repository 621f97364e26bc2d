/** Sentences about a log and a limit. The numbers in them are the engine's. */
import { periodName } from '../words/dates.ts';
import { bytes, count, counted } from '../words/numbers.ts';
import { spokenRange, spokenShareRange } from '../words/shares.ts';
import { duration } from '../words/times.ts';
import type { Needed } from './lookup.ts';
import type { Limit, Overview, Progress, Range, Spare } from './types.ts';

/** What a key tells apart: one, and several of it. */
export interface Noun {
  one: string;
  many: string;
}

const NOUNS: Record<string, Noun> = {
  '': { one: 'client', many: 'clients' },
  client: { one: 'client', many: 'clients' },
  prefix: { one: 'network', many: 'networks' },
  user: { one: 'user', many: 'users' },
  path: { one: 'path', many: 'paths' },
  host: { one: 'host', many: 'hosts' },
  everyone: { one: 'shared budget', many: 'shared budgets' },
};

export function nounOf(key: string): Noun {
  return NOUNS[key] ?? { one: 'key', many: 'keys' };
}

/** Keys that need nothing else, in words. */
export const KEYS: readonly [key: string, words: string][] = [
  ['client', 'client address'],
  ['prefix', 'network of the address (/24, /64)'],
  ['user', 'user'],
  ['path', 'path'],
  ['host', 'host'],
  ['everyone', 'everyone together'],
];

export function keyWords(key: string): string {
  return KEYS.find(([name]) => name === (key === '' ? 'client' : key))?.[1] ?? key;
}

/** How clients are told apart, after what was read: `by path`. */
export function byWords(key: string): string {
  return key === 'everyone' ? 'one limit for everyone together' : `by ${keyWords(key)}`;
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

/** The finding, in three parts: the second is the number that matters. */
export interface Headline {
  before: string;
  number: string;
  after: string;
}

/** `rate` is the limit in words; `denied` is undefined until the engine has answered. */
export function headline(rate: string, overview: Overview, noun: Noun, limited: Range, denied: Range | undefined): Headline {
  const of = `of ${counted(overview.clients, noun.one, noun.many)}`;
  if (limited.most === 0) return { before: `${rate} would limit `, number: 'none', after: ` ${of}.` };
  const requests = denied === undefined ? '… of requests' : `${spokenShareRange(denied, overview.requests)} of requests`;
  return { before: `${rate} would limit `, number: spokenRange(limited), after: ` ${of} and deny ${requests}.` };
}

/** `1,204,331 requests by 18,204 clients in 24 h` */
export function extent({ requests, clients, from, to }: Overview, noun: Noun): string {
  return `${counted(requests, 'request')} by ${counted(clients, noun.one, noun.many)} in ${duration(to - from)}`;
}

/** Formats of both Apache and nginx. */
const EITHER = ['common', 'combined', 'vhost_combined'];

/** The first instant after the log, as far as its stamps tell. */
export function endOf({ to, slack }: Overview): bigint {
  return to + BigInt(slack + 1) * 1_000n;
}

export function timingWords({ timing, format }: Overview): string | undefined {
  // The same lines are written by both, and say nothing of it.
  if (EITHER.includes(format.name)) return 'stamped on arrival if Apache wrote it, when answered if nginx did';
  if (timing === 'corrected') return 'stamped at completion, corrected to arrival';
  if (timing === 'completion') return 'stamped at completion, arrival unknown';
  return timing === 'mixed' ? 'some lines stamped at completion' : undefined;
}

/** How exact the stamps are, if that leaves something open. */
export function stampWords({ slack }: Overview): string | undefined {
  if (slack === 0) return undefined;
  if (slack === 999_999) return 'one-second stamps';
  return slack < 999_999 ? `stamps to ${duration(BigInt(slack + 1) * 1_000n)}` : `stamps of ${duration(BigInt(slack + 1) * 1_000n)}`;
}

export function orderWords({ disorder }: Overview): string | undefined {
  if (disorder.lines === 0) return undefined;
  return `${counted(disorder.lines, 'line')} put in order, by at most ${duration(BigInt(disorder.most) * 1_000n)}`;
}

export function progressWords({ bytes: done, total, rows }: Progress): string {
  const of = total > done ? ` of ${bytes(total)}` : '';
  return `${bytes(done)}${of} read, ${counted(rows, 'request')}`;
}

/** Whom a limit may touch, after "would have": `limited nobody`, `limited at most 0.1 % of clients`. */
export function spareWords(spare: Spare, noun: Noun): string {
  if (spare.kind === 'nobody') return 'limited nobody';
  if (spare.kind === 'clients') return `limited at most ${spare.percent} % of ${noun.many}`;
  return `denied at most ${spare.percent} % of requests`;
}

/** How a point lies to the frontier: what the burst lacks, or what it has to spare. */
export function distanceWords(needed: Needed | undefined, burst: number): string {
  if (needed === undefined) return 'yours: far too tight';
  const about = needed.isExact ? '' : 'about ';
  if (needed.burst > burst) return `yours: too tight by ${about}${count(needed.burst - burst)}`;
  return needed.burst === burst ? 'yours: just enough' : `yours: room for ${about}${count(burst - needed.burst)}`;
}
