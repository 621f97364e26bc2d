/** Requests the envelope of every lane from the engine: at which lengths, and in parts that delay nothing else. */
import type { Engine, Result } from '../../engine/index.ts';

export interface Envelope {
  /** From short to long. */
  lengths: bigint[];
  /** For each lane and length, the most that one client got and the most that the limiter could admit. */
  lanes: { most: number[]; bound: number[] }[];
}

/** Round numbers from one to ten, in hundredths: the digits of the lengths. */
const FINE = [...steps(100, 200, 5), ...steps(200, 500, 10), ...steps(500, 1_000, 20)];
const MIDDLE = [100, 120, 150, 200, 250, 300, 400, 500, 600, 800];
const COARSE = [100, 200, 500];

/**
 * The digits to use, by the number of decisions in all lanes together. With two lists, a coarser envelope comes first.
 */
const DENSITIES: [decisions: number, densities: number[][]][] = [
  [20_000, [FINE]],
  [500_000, [MIDDLE, FINE]],
  [10_000_000, [COARSE, MIDDLE]],
  [Infinity, [COARSE]],
];

/** Decisions that the engine scans for one question. That takes a few milliseconds, so pictures are not delayed. */
const AT_ONCE = 500_000;

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: (to - from) / by }, (_, step) => from + step * by);
}

function decisionsOf(result: Result): number[] {
  return result.lanes.map(({ counts }) => counts.reduce((sum, part) => sum + part));
}

/** Round numbers of nanoseconds from a thousandth of the window to ten windows, and the window itself. */
function lengthsAround(window: bigint, digits: number[]): bigint[] {
  const [shortest, longest] = [window / 1_000n || 1n, window * 10n];
  const found = new Set([shortest, window, longest]);
  for (let power = 1n; power <= longest; power *= 10n) {
    for (const digit of digits) found.add((BigInt(digit) * power) / 100n);
  }
  const inside = [...found].filter((length) => length >= shortest && length <= longest);
  return inside.sort((one, other) => (one < other ? -1 : 1));
}

/**
 * Yields each envelope when it is complete for all lanes: a coarse one first if a fine one is slow. Ends as soon as
 * `isWanted` returns false.
 */
export async function* readEnvelopes(
  engine: Engine,
  result: Result,
  window: bigint,
  isWanted: () => boolean,
): AsyncGenerator<Envelope, void> {
  const decisions = decisionsOf(result).reduce((sum, part) => sum + part, 0);
  const densities = DENSITIES.find(([most]) => decisions <= most)?.[1] ?? [];
  for (const digits of densities) {
    const envelope = await readEnvelope(engine, result, window, lengthsAround(window, digits), isWanted);
    if (envelope === undefined) return;
    yield envelope;
  }
}

/**
 * The engine includes both ends of an interval. That is right for short ones, because a burst includes its first and
 * its last request. From the window on, the last nanosecond is left out: requests exactly one window apart are never in
 * the same window.
 */
async function readEnvelope(
  engine: Engine,
  result: Result,
  window: bigint,
  lengths: bigint[],
  isWanted: () => boolean,
): Promise<Envelope | undefined> {
  const asked = BigUint64Array.from(lengths, (length) => (length < window ? length : length - 1n));
  const lanes: Envelope['lanes'] = [];
  for (const [lane, decisions] of decisionsOf(result).entries()) {
    const together = Math.max(1, Math.floor(AT_ONCE / (decisions + 1)));
    const read: Envelope['lanes'][number] = { most: [], bound: [] };
    for (let from = 0; from < asked.length; from += together) {
      const numbers = await engine.ask('envelope', lane, asked.slice(from, from + together));
      if (!isWanted()) return undefined;
      numbers.forEach((number, at) => (at % 2 === 0 ? read.most : read.bound).push(number));
    }
    lanes.push(read);
  }
  return { lengths, lanes };
}
