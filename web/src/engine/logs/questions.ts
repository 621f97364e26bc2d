// Every question about a log, one row each: how the core is asked, in slices. The page's calls, the messages and their
// types follow from this table. A new question is a row here and a function in `crates/wasm/src/logs`.

import { formats } from '../../../generated/logs/ratelab_wasm.js';
import type { Log, Trial } from '../../../generated/logs/ratelab_wasm.js';
import { release } from '../modules.ts';
import type { Limit, Overview, Reading, Source, Tolerance, TimeRange } from './types.ts';

/** Requests per slice: about a millisecond. */
const AT_A_TIME = 100_000;

export type Slices<T> = Generator<void, T>;

/**
 * Asks the core until it has the answer. A log may be replaced between two slices, so a row must begin all its trials
 * before its first slice ends.
 */
function* sliced<T>(trial: Trial<T>): Slices<T> {
  try {
    while (!trial.advance(AT_A_TIME)) yield;
    return trial.answer();
  } finally {
    release(trial);
  }
}

function limited({ amount, period, burst }: Limit): [number, bigint, number] {
  return [amount, period, burst];
}

/** The kind, and how many clients or which share may be affected. */
function toleranceOf(tolerance: Tolerance): [string, number] {
  if (tolerance.kind === 'none') return [tolerance.kind, 0];
  return [tolerance.kind, tolerance.kind === 'count' ? tolerance.clients : tolerance.percent];
}

/** The log that questions are about. */
export interface Held {
  readonly log: Log | undefined;
  /** While a log is read, questions are about what was read when this was called last. */
  lookEarly(): void;
}

/** The data that questions are answered from. */
export interface Asking {
  read(number: number, source: Source, reading: Reading): Promise<Overview>;
  answer<T>(ask: (held: Held) => Slices<T>): Promise<T>;
}

const NO_LOG = 'There is no log yet.';

function logOf({ log }: Held): Log {
  if (log === undefined) throw Object.assign(new Error(NO_LOG), { code: 'no_log' });
  return log;
}

/** A question about the log that was read last. */
function ofLog<Asked extends unknown[], T>(ask: (log: Log, ...asked: Asked) => Slices<T>) {
  return (asking: Asking, ...asked: Asked): Promise<T> => asking.answer((held) => ask(logOf(held), ...asked));
}

/** A question that is answered at once. */
// biome-ignore lint/correctness/useYield: a generator like the others, with a single slice.
function* atOnce<T>(answer: () => T): Slices<T> {
  return answer();
}

export const QUESTIONS = {
  /** Reads a log. Its number is in the events about it. */
  read: (asking: Asking, number: number, source: Source, reading: Reading) => asking.read(number, source, reading),
  formats: (asking: Asking) => asking.answer(() => atOnce(() => formats())),
  overview: (asking: Asking) =>
    asking.answer((held) =>
      atOnce(() => {
        held.lookEarly();
        return logOf(held).overview();
      }),
    ),
  peaks: ofLog((log, period: bigint, points: number) => sliced(log.peaks(period, points))),
  thresholds: ofLog((log, period: bigint, burst: number) => sliced(log.thresholds(period, burst))),
  /** With the timestamps as given. */
  effects: ofLog((log, limit: Limit) => sliced(log.effects(...limited(limit)))),
  /** Over the whole uncertainty of the timestamps; without waits. */
  ranges: ofLog((log, limit: Limit) => sliced(log.ranges(...limited(limit)))),
  overTime: ofLog((log, limit: Limit, algorithm: string, columns: number, timeRange: TimeRange = wholeOf(log)) =>
    sliced(log.overTime(...limited(limit), algorithm, columns, ...timeRange)),
  ),
  busiest: ofLog((log, limit: Limit, algorithm: string, count: number) =>
    sliced(log.busiest(...limited(limit), algorithm, count)),
  ),
  /** Among the rates is the amount. */
  frontier: ofLog((log, period: bigint, tolerance: Tolerance, amount: number) =>
    sliced(log.frontier(period, ...toleranceOf(tolerance), amount)),
  ),
  propose: ofLog((log, period: bigint, tolerance: Tolerance, margin: number, algorithm: string) =>
    atOnce(() => log.propose(period, ...toleranceOf(tolerance), margin, algorithm)),
  ),
  infer: ofLog((log) => sliced(log.infer())),
  /** For each of these clients, the scenario of its busiest part, in the scenario language. */
  scenarios: ofLog((log, clients: number[], limit: Limit) => scenariosOf(log, clients, limit)),
  compare: ofLog((log, first: TimeRange, second: TimeRange, limit: Limit) =>
    both(log.between(...first, ...limited(limit)), log.between(...second, ...limited(limit))),
  ),
};

function* both<T>(first: Trial<T>, second: Trial<T>): Slices<[T, T]> {
  return [yield* sliced(first), yield* sliced(second)];
}

/** A client in a slice. */
function* scenariosOf(log: Log, clients: number[], limit: Limit): Slices<string[]> {
  const texts: string[] = [];
  for (const client of clients) {
    texts.push(log.scenario(client, ...limited(limit)));
    yield;
  }
  return texts;
}

/** From the first request to after the last. */
function wholeOf(log: Log): TimeRange {
  const { from, to } = log.overview();
  return [from, to + 1000n];
}
