// Every question to the core, one row each. The page's calls, the messages and their types follow from this table. A
// new question is a row here and a function in `crates/wasm`. The table is loaded with the module that answers it.

import type { Core, StudioRun, WholeRun } from '../modules.ts';
import { answersTo, cardFrom, cardInRow, firstAttempts } from './searches.ts';
import type { Source } from '../orders.ts';
import type { Direction, Drawing, Span, TextFile } from '../types.ts';

/** A question about the newest finished run. */
function ofRun<Asked extends unknown[], Answer>(answer: (run: WholeRun, ...asked: Asked) => Answer) {
  return async (source: Source, ...asked: Asked): Promise<Answer> => answer(await source.wholeRun(), ...asked);
}

/** A question to the core that needs no run. */
function ofCore<Asked extends unknown[], Answer>(answer: (core: Core, ...asked: Asked) => Answer) {
  return async (source: Source, ...asked: Asked): Promise<Answer> => answer(await source.wholeModule(), ...asked);
}

/** A question about the newest finished run that few readers ask. The first one loads the module `studio`. */
function ofStudio<Asked extends unknown[], Answer>(answer: (run: StudioRun, ...asked: Asked) => Answer) {
  return async (source: Source, ...asked: Asked): Promise<Answer> => answer(await source.studioRun(), ...asked);
}

export const QUESTIONS = {
  explain: ofRun((run, lane: number, request: number) => run.explain(lane, request)),

  /** The same request as each of these lanes decided it. */
  explainAll: ofRun((run, lanes: number[], request: number) => lanes.map((lane) => run.explain(lane, request))),

  explainFrom: ofRun(cardFrom),

  /** The first request at or after an instant that two of these lanes decide differently, as each lane decided it. */
  explainDiffering: ofRun((run, lanes: number[], instant: bigint) => {
    const from = lanes.length === 0 ? undefined : run.requestAt(lanes[0], instant);
    const request = from === undefined ? undefined : run.nextDisagreement(lanes, from);
    return request === undefined ? undefined : lanes.map((lane) => run.explain(lane, request));
  }),

  /**
   * The next request at or after `from`, or the last before it, that two of these lanes decide differently, as this
   * lane decided it.
   */
  explainDisagreement: ofRun((run, lane: number, lanes: number[], from: number, direction: Direction) => {
    const request = direction === 'next' ? run.nextDisagreement(lanes, from) : run.previousDisagreement(lanes, from);
    return request === undefined ? undefined : run.explain(lane, request);
  }),

  explainInRow: ofRun(cardInRow),

  firstAttempts: ofRun(firstAttempts),

  answersTo: ofRun(answersTo),

  /**
   * The n-th request of a lane with this outcome in an interval, and how many there are; undefined if there are fewer.
   */
  explainNth: ofRun((run, lane: number, outcome: number, { from, to }: Span, n: number) => {
    const found = run.nthOfKind(lane, outcome, from, to, n);
    return found && { card: run.explain(lane, found.request), total: found.total };
  }),

  /**
   * The totals up to and including an instant: of the traffic, of each lane's allowed, denied and delayed requests, and
   * of requests that two lanes decide differently. It takes the same time for any number of requests.
   */
  countsAt: ofRun((run, instant: bigint) => {
    const [from, end] = [0n, instant + 1n];
    const lanes = Array.from({ length: run.lanes }, (_, lane) => run.columns(lane, from, end, 1));
    return { arrived: run.traffic(from, end, 1)[0] ?? 0, lanes, differing: run.disagreements(from, end, 1)?.[0] };
  }),

  /**
   * Two numbers for each length in nanoseconds: the most that one client got between two instants that far apart,
   * both included, and the most that the limiter could admit.
   */
  envelope: ofRun((run, lane: number, lengths: BigUint64Array) => {
    const rows = Array.from(lengths, (length) => run.envelope(lane, length, length, 1));
    return Float64Array.from(rows.flatMap(([, most = 0, bound = 0]) => [most, bound]));
  }),

  /** For each of these numbers of clients, the worst-case bytes of state of each lane. */
  stateBytes: ofRun((run, clients: number[]) =>
    clients.map((number) => Float64Array.from({ length: run.lanes }, (_, lane) => run.stateBytes(lane, number))),
  ),

  /**
   * For each of these values of a field, how many requests a lane would let through with it; undefined if that takes
   * long.
   */
  admittedIf: ofRun((run, lane: number, field: string, values: string[]) =>
    values.map((value) => run.admittedIf(lane, field, value)),
  ),

  /** The traffic in words, with the numbers in them. */
  understood: ofRun((run) => run.understood()),

  /** A lane's limiter at an instant, as a client finds it on a server. */
  anatomy: ofStudio((run, lane: number, client: number, instant: bigint, server: number = 0) =>
    run.anatomy(lane, client, instant, server),
  ),

  /** The facts about a lane's limiter that hold at any instant. */
  about: ofStudio((run, lane: number) => run.about(lane)),

  /**
   * The worst that a lane's limiter does in one window, with the traffic for it; undefined if that is too much to show.
   */
  worst: ofStudio((run, lane: number) => run.worst(lane)),

  /** Which limiter to choose for this traffic: by these needs or, if none are given, by the scenario's own. */
  advice: ofStudio((run, needs?: string) => run.advice(needs)),

  /** The smallest shift of the traffic against the clock that gets the most out of a lane. */
  shift: ofStudio((run, lane: number) => run.shift(lane)),

  /** The scripts and arguments that deploy a lane's limiter, for each sending group. */
  production: ofStudio((run, lane: number) => run.production(lane)),

  /** The facts that a later run needs about this one, besides its text. */
  outline: ofRun((run) => run.outline()),

  /** The differences from an earlier run with this text and outline, in words, and the matching lanes. */
  contrast: ofRun((run, text: string, outline: BigUint64Array) => run.contrast(text, outline)),

  file: ofStudio((run, file: TextFile) => run[file]()),

  /** The picture as SVG, with the options that a person chose. */
  draw: ofStudio((run, drawing: Drawing) => run.toSVG(drawing)),

  /** A lane as a test vector; undefined if it cannot be one. */
  vector: ofStudio((run, lane: number, id: string) => run.toVector(lane, id)),

  /** The link of a text with one field changed. */
  linkWith: ofCore((core, text: string, key: string, value: string) => {
    const draft = new core.Draft(text);
    const changed = draft.with(key, value);
    const { link } = changed.describe();
    draft.free();
    changed.free();
    return link;
  }),

  /**
   * The scenario in which the first lane of a text meets the worst known traffic for it, with what that
   * reaches; undefined if it is too much to show.
   */
  worstIn: async (source: Source, text: string) => {
    const { Draft } = await source.studioModule();
    const draft = new Draft(text);
    const worst = draft.worst();
    draft.free();
    return worst;
  },

  fromLink: ofCore((core, link: string) => core.fromLink(link)),

  bounds: ofCore((core) => core.bounds()),
};
