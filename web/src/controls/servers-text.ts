/** The field `servers` as text, after a change to a part of it. */
import type { Servers } from '../engine/index.ts';
import { clockOf } from '../words/topology.ts';

/** The parts as the language writes them. */
export interface ServersParts {
  count: string;
  routing: string;
  store: string;
  /** For each server, how far its clock is wrong, as in `ahead 600ms`; empty where it is right. */
  clocks: string[];
}

export function serversWith({ count, routing, store, clocks }: Servers, changed: Partial<ServersParts> = {}): string {
  const before = { count: `${count}`, routing, store: store.text, clocks: clocks.map(clockText) };
  const parts: ServersParts = { ...before, ...changed };
  // Removed servers have no clock.
  const wrong = parts.clocks
    .slice(0, Number(parts.count) || count)
    .flatMap((clock, at) => (clock === '' ? [] : [`server ${at + 1} ${clock}`]));
  return [parts.count, parts.routing, parts.store, ...wrong].join(' ');
}

export function clockText(ahead: number): string {
  return ahead === 0 ? '' : `${ahead < 0 ? 'behind' : 'ahead'} ${clockOf(ahead)}ns`;
}
