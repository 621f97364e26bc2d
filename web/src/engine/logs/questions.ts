// Every question about a log, one row each: how the core is asked, in slices. A new question is a row here, a line in
// `types.ts` and a function in `crates/wasm/src/logs`.

import { formats } from '../../../generated/logs/ratelab_wasm.js';
import type { Log, Trial } from '../../../generated/logs/ratelab_wasm.js';
import { release } from '../modules.ts';
import type { Answer, Asked, Limit, Question, Spare, Stretch } from './types.ts';

/** Requests that the core goes on with at a time: about a millisecond. */
const AT_A_TIME = 100_000;

type Slices<T> = Generator<void, T>;

/**
 * Asks the core until it has the answer. A log may be replaced between two slices, so a row must begin all its trials
 * before its first slice ends.
 */
function* sliced<T>(trial: Trial): Slices<T> {
  try {
    while (!trial.advance(AT_A_TIME)) yield;
    return trial.answer() as T;
  } finally {
    release(trial);
  }
}

function limited({ amount, period, burst }: Limit): [number, bigint, number] {
  return [amount, period, burst];
}

/** The kind, and how many or how much need not be spared. */
function spared(spare: Spare): [string, number] {
  if (spare.kind === 'nobody') return [spare.kind, 0];
  return [spare.kind, spare.kind === 'count' ? spare.clients : spare.percent];
}

const NO_LOG = 'There is no log yet.';

/** A question about the log that was read last. */
function ofLog<Q extends Question>(ask: (log: Log, ...asked: Asked<Q>) => Slices<Answer<Q>>) {
  return (log: Log | undefined, ...asked: Asked<Q>): Slices<Answer<Q>> => {
    if (log === undefined) throw Object.assign(new Error(NO_LOG), { code: 'no_log' });
    return ask(log, ...asked);
  };
}

/** A question that is answered at once. */
function* atOnce<T>(answer: () => T): Slices<T> {
  return answer();
}

export const QUESTIONS: { [Q in Question]: (log: Log | undefined, ...asked: Asked<Q>) => Slices<Answer<Q>> } = {
  formats: () => atOnce(() => formats()),
  overview: ofLog<'overview'>((log) => atOnce(() => log.overview())),
  peaks: ofLog<'peaks'>((log, period, points) => sliced(log.peaks(period, points))),
  thresholds: ofLog<'thresholds'>((log, period, burst) => sliced(log.thresholds(period, burst))),
  effects: ofLog<'effects'>((log, limit) => sliced(log.effects(...limited(limit)))),
  ranges: ofLog<'ranges'>((log, limit) => sliced(log.ranges(...limited(limit)))),
  overTime: ofLog<'overTime'>((log, limit, algorithm, columns, stretch = wholeOf(log)) =>
    sliced(log.overTime(...limited(limit), algorithm, columns, ...stretch)),
  ),
  loudest: ofLog<'loudest'>((log, limit, algorithm, count) => sliced(log.loudest(...limited(limit), algorithm, count))),
  frontier: ofLog<'frontier'>((log, period, spare, amount) => sliced(log.frontier(period, ...spared(spare), amount))),
  propose: ofLog<'propose'>((log, period, spare, margin, algorithm) =>
    atOnce(() => log.propose(period, ...spared(spare), margin, algorithm) as Answer<'propose'>),
  ),
  infer: ofLog<'infer'>((log) => sliced(log.infer())),
  scenario: ofLog<'scenario'>((log, client, limit) => atOnce(() => log.scenario(client, ...limited(limit)))),
  compare: ofLog<'compare'>((log, first, second, limit) =>
    both(log.between(...first, ...limited(limit)), log.between(...second, ...limited(limit))),
  ),
};

function* both(first: Trial, second: Trial): Slices<Answer<'compare'>> {
  return [yield* sliced<Answer<'compare'>[0]>(first), yield* sliced<Answer<'compare'>[1]>(second)];
}

/** From the first request to after the last. */
function wholeOf(log: Log): Stretch {
  const { from, to } = log.overview();
  return [from, to + 1000n];
}

/** The buffers of an answer, which it transfers instead of copying. */
export function buffersOf(answer: unknown): ArrayBuffer[] {
  const parts = Array.isArray(answer) ? answer : [answer];
  const arrays = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
  const buffers = arrays.flatMap((array) => (ArrayBuffer.isView(array) ? [array.buffer as ArrayBuffer] : []));
  return [...new Set(buffers)];
}
