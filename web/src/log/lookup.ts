/** Looks up numbers in what the engine answered, and finds round numbers to set a limit to. Decides nothing. */
import { UNITS } from '../words/times.ts';
import type { Frontier, Limit, Tolerance } from './types.ts';

/** How many clients an amount limits: those whose least amount is greater. `least` is in descending order. */
export function limitedBy(least: Uint32Array, amount: number): number {
  let [low, high] = [0, least.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (least[middle] > amount) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Some of the ranks of a number of clients, as far apart on a logarithmic axis: the first, the last and those given.
 */
export function someRanks(clients: number, points: number, ...others: number[]): number[] {
  const ranks = Array.from({ length: points }, (_, index) => Math.round(clients ** (index / Math.max(1, points - 1))));
  return [...new Set([...ranks, ...others])]
    .filter((rank) => rank >= 1 && rank <= clients)
    .sort((one, other) => one - other);
}

/** The same rate per another period, in whole numbers: rounded up. */
export function convert({ amount, period }: Limit, to: bigint): number {
  const exact = (BigInt(amount) * to + period - 1n) / period;
  return exact > 0xffff_ffffn ? 0xffff_ffff : Number(exact);
}

/** The index of the rank that is nearest on a logarithmic axis. */
export function indexOfRank(ranks: Uint32Array, rank: number): number {
  let best = 0;
  ranks.forEach((other, index) => {
    if (Math.abs(Math.log(other / rank)) < Math.abs(Math.log(ranks[best] / rank))) best = index;
  });
  return best;
}

/** The burst that is needed, and whether the engine computed it for exactly this rate. */
export interface Needed {
  burst: number;
  isExact: boolean;
}

/**
 * The least burst at a rate. Between two points of the frontier it is read from the line between them. Undefined below
 * the least rate that is given, and where no burst would do.
 */
export function burstAt({ rates, bursts }: Pick<Frontier, 'rates' | 'bursts'>, rate: number): Needed | undefined {
  const found = rates.findIndex((other) => other >= rate);
  const next = found < 0 ? rates.length - 1 : found;
  const high = bursts[next];
  if (!Number.isFinite(high) || (next === 0 && rates[0] > rate)) return undefined;
  if (found < 0 || rates[next] === rate) return { burst: high, isExact: found >= 0 };
  const low = bursts[next - 1];
  const share = Math.log(rate / rates[next - 1]) / Math.log(rates[next] / rates[next - 1]);
  const between = Number.isFinite(low) && low > 0 && high > 0 ? low * (high / low) ** share : high;
  return { burst: Math.ceil(between - 1e-9), isExact: false };
}

/** A whole number with two digits that are not zero at most. */
export function rounded(number: number): number {
  if (number < 1) return 1;
  return Math.round(Number(number.toPrecision(2)));
}

/** The next round number up or down: by 1 below 100, by 10 below 1,000 and so on. */
export function stepped(number: number, by: 1 | -1, times = 1): number {
  let at = number;
  for (let done = 0; done < times; done += 1) {
    const reference = by < 0 ? at - 1 : at;
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, reference))) - 1);
    at = by > 0 ? (Math.floor(at / step) + 1) * step : (Math.ceil(at / step) - 1) * step;
  }
  return Math.max(1, at);
}

/** A number that is not below 0, as a person types it: `0.5`, `0,5`; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** A time as a person or a field writes it: `30s`, `1.5 m`, `1h`; undefined if it is none. */
export function readTime(text: string): bigint | undefined {
  const found = /^\s*(\d{1,18})(?:\.(\d{1,9}))?\s*([a-z]*)\s*$/i.exec(text);
  if (found === null) return undefined;
  const [, whole, part = '', name] = found;
  const unit = UNITS.find(
    (one) => one.name === ({ min: 'm', sec: 's', '': 's' }[name.toLowerCase()] ?? name.toLowerCase()),
  );
  if (unit === undefined) return undefined;
  const time = (BigInt(whole + part) * unit.length) / 10n ** BigInt(part.length);
  return time > 0n ? time : undefined;
}

export function isSameLimit(one: Limit | undefined, other: Limit | undefined): boolean {
  return one?.amount === other?.amount && one?.period === other?.period && one?.burst === other?.burst;
}

const NO_CLIENT: Tolerance = { kind: 'none' };
const ONE_CLIENT: Tolerance = { kind: 'count', clients: 1 };

/** The default tolerance of a proposal: it may limit the busiest client, if there are others. */
export function usualTolerance(clients: number): Tolerance {
  return clients > 1 ? ONE_CLIENT : NO_CLIENT;
}
