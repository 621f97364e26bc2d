// The verdict of each claim, computed. A claim has cases: whether it holds in each of them by the rule of the articles,
// and whether the condition of its verdict is given there. Where the rule should be that of our limiter, the case fails
// unless both decide each request alike.

import * as buckets from './buckets.mjs';
import * as counter from './counter.mjs';
import * as memory from './memory.mjs';
import * as queues from './queues.mjs';
import * as redis from './redis.mjs';
import * as servers from './servers.mjs';
import * as windows from './windows.mjs';

const CHAPTERS = [windows, counter, buckets, queues, memory, redis, servers];

export const CASES = Object.assign({}, ...CHAPTERS.map(({ cases }) => cases));
// What `given` means in the cases of a claim: the words after “True when”.
export const CONDITIONS = Object.assign({}, ...CHAPTERS.map(({ conditions }) => conditions));

// 'true' if it always holds, 'when' if it holds exactly where the condition is given, and otherwise 'false'.
export function verdictOf(cases) {
  if (cases.length === 0) return undefined;
  if (cases.every(({ holds }) => holds)) return 'true';
  const conditions = new Set(cases.map(({ given }) => given));
  if (conditions.size === 2 && cases.every(({ given, holds }) => given === holds)) return 'when';
  return conditions.has(undefined) && conditions.size === 1 ? 'false' : undefined;
}
