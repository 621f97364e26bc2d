/** Short texts about senders and servers. Loaded with the controls that need them. */
import type { Scenario, Servers, Store } from '../engine/index.ts';
import { listed } from './lanes.ts';
import { count, counted } from './numbers.ts';
import { duration, every } from './times.ts';

/** The name of the clients without a group. */
export const OTHERS = 'everybody else';

/** The maximum number of names in a line. */
const MOST_NAMES = 3;

/** The senders of requests: `1 client`, `app, cron and everybody else`. */
export function sendersInShort({ groups, others, clients }: Scenario): string {
  if (groups.length === 0) return counted(clients, 'client');
  const names = [...groups.map(({ name }) => name), ...(others ? [OTHERS] : [])];
  const more = names.length - MOST_NAMES;
  return more > 1 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${count(more)} more` : listed(names);
}

/** The senders whose requests a limiter counts together. */
export const KEYS = { client: 'each client', group: 'each group', everybody: 'all clients together' };

export const ROUTINGS = [
  { routing: 'round_robin', title: 'in turn (round robin)', says: 'each in turn' },
  { routing: 'random', title: 'at random', says: 'any of them at random' },
  { routing: 'sticky', title: 'sticky: one server per client', says: 'always the same for a client' },
] as const;

/** Where requests go: `3 servers, each in turn, each with its own state`. */
export function serversInShort({ count: servers, routing, store, clocks }: Servers): string {
  const how = ROUTINGS.find((one) => one.routing === routing);
  const wrong = clocks.filter((ahead) => ahead !== 0).length;
  const clock = wrong === 0 ? '' : `, ${counted(wrong, 'clock')} wrong`;
  const isAlone = servers === 1;
  if (isAlone && store.kind === 'shared') return `1 server${clock}`;
  return `${counted(servers, 'server')}, ${isAlone ? '' : `${how?.says ?? ''}, `}${storeInShort(store)}${clock}`;
}

/** Where the state is stored: `one state, written 5 ms after it is read`. */
export function storeInShort({ kind, latency = 0n, every: period = 0n, from = 0n, to = 0n }: Store): string {
  switch (kind) {
    case 'shared':
      return 'one shared state';
    case 'local':
      return 'each with its own state';
    case 'race':
      return `one state, written ${duration(latency)} after it is read`;
    case 'sync':
      return `each with its own state, synced ${every(period)}`;
    case 'down':
      return `one state, unavailable from ${duration(from)} to ${duration(to)}`;
  }
}

/** How far a clock is wrong: `+0.6 s`, `−1 s`. */
export function skew(ahead: number): string {
  return `${ahead < 0 ? '−' : '+'}${duration(clockOf(ahead))}`;
}

/** How far a clock is wrong, whichever way, in nanoseconds. */
export function clockOf(ahead: number): bigint {
  return BigInt(Math.abs(ahead));
}
