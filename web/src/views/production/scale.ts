/** The memory and servers that a limiter needs in Redis for a number of clients and decisions, from measurements. */
import MEASURED from './measured.json';
import type { InRedis } from '../../engine/index.ts';
import type { Keys } from './keys.ts';

export { MEASURED };

/** The measurements that the page uses. */
export interface Measured {
  decisions_per_second: Record<string, { single: number; pipelined: number; members?: number }>;
  /** For each key, the tables in which Redis finds it and its expiry. */
  table_bytes: number;
}

export interface Scale {
  clients: number;
  /** In a second. */
  decisions: number;
}

export interface Needs {
  /** The worst case of a client in Redis: its keys, and the tables that find and expire them. */
  client: { keys: number; tables: number };
  memory: number;
  /** The decisions that one core makes in a second: one call after the other, and many calls at a time. */
  single: number;
  pipelined: number;
  /** Of one core, 0 to more than 1. */
  busy: number;
  shards: number;
  /** Whether all decisions are about one tag, which one server holds. */
  isOnOneServer: boolean;
}

/** A core that is always busy makes every client wait. */
export const BUSIEST = 0.7;

export function needsOf(
  redis: InRedis,
  { kinds, parts }: Keys,
  { clients, decisions }: Scale,
  measured: Measured = MEASURED,
): Needs {
  const isOfClient = (member: number) => (parts[member] ?? kinds[0]) === 'client';
  const each = redis.members.map((member, at) => (parts[at] === undefined ? member.bytes : member.bytes_of_part));
  const ofClient = each.filter((_, member) => isOfClient(member));
  const [keys, tables] = [sum(ofClient), ofClient.length * measured.table_bytes];
  const shared = sum(each.filter((_, member) => !isOfClient(member)).map((bytes) => bytes + measured.table_bytes));
  const [single, pipelined] = speedsOf(redis, measured);
  const busy = decisions / single;
  return {
    client: { keys, tables },
    memory: (keys + tables) * clients + shared,
    single,
    pipelined,
    busy,
    shards: Math.max(1, Math.ceil(busy / BUSIEST)),
    isOnOneServer: kinds[0] === 'everybody',
  };
}

/** Several limiters at once take longer, the more they are. */
function speedsOf(
  { joined, script, members }: InRedis,
  { decisions_per_second: speeds }: Measured,
): [single: number, pipelined: number] {
  const { single, pipelined, members: measured = 1 } = speeds[script] ?? { single: NaN, pipelined: NaN };
  const share = joined ? measured / Math.max(measured, members.length) : 1;
  return [Math.round(single * share), Math.round(pipelined * share)];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
