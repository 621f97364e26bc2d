/** The memory and servers that a limiter needs in Redis for a number of clients and decisions, from measurements. */
import MEASURED from './measured.json';
import type { InRedis } from '../../engine/index.ts';
import type { Keys } from './keys.ts';

export { MEASURED };

/** The measurements that the page uses. */
export interface Measured {
  decisions_per_second: Record<string, { single: number; pipelined: number; members?: number }>;
  bytes_per_key: Record<string, KeyBytes>;
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

interface KeyBytes {
  memory_usage: number;
  dict_and_expiry: number;
  /** Of a log: each request that is remembered. */
  entry?: number;
}

export function needsOf(
  redis: InRedis,
  { kinds, parts }: Keys,
  { clients, decisions }: Scale,
  measured: Measured = MEASURED,
): Needs {
  const keysOf = (member: number) => (parts[member] ?? kinds[0]) === 'client';
  const each = redis.members.map((member) => bytesOf(member, measured));
  const ofClient = each.filter((_, member) => keysOf(member));
  const [keys, tables] = [sum(ofClient.map((bytes) => bytes.keys)), sum(ofClient.map((bytes) => bytes.tables))];
  const shared = sum(each.filter((_, member) => !keysOf(member)).map((bytes) => bytes.keys + bytes.tables));
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

/** Every limiter is measured, and a test holds that. */
const UNMEASURED: KeyBytes = { memory_usage: NaN, dict_and_expiry: NaN };

function bytesOf(
  { algorithm, arguments: values }: InRedis['members'][number],
  { bytes_per_key }: Measured,
): { keys: number; tables: number } {
  const { memory_usage, dict_and_expiry, entry = 0 } = bytes_per_key[algorithm] ?? UNMEASURED;
  const limit = Number(values.find(({ role }) => role === 'limit')?.value ?? 0);
  return { keys: Math.round(memory_usage + entry * limit), tables: dict_and_expiry };
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
