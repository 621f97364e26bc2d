// Every question to the core, one row each. The page's calls, the messages and their types follow from this table:
// a new question is a row here and a function at the door.

import type { Core, WholeRun } from './modules.ts';
import type { Direction, TextFile } from './types.ts';

type AnyQuestion = { of: 'run' | 'core'; answer: (...given: never[]) => unknown };

/** Asked of the newest run that is done. */
function ofRun<Asked extends unknown[], Answer>(answer: (run: WholeRun, ...asked: Asked) => Answer) {
  return { of: 'run', answer } as const;
}

/** Asked of the core alone: nothing need have run. */
function ofCore<Asked extends unknown[], Answer>(answer: (core: Core, ...asked: Asked) => Answer) {
  return { of: 'core', answer } as const;
}

export const QUESTIONS = {
  explain: ofRun((run, lane: number, request: number) => run.explain(lane, request)),

  /** The first request of a lane at an instant or after it, else the last; nothing in a lane without requests. */
  requestAt: ofRun((run, lane: number, instant: bigint) => run.requestAt(lane, instant)),

  /** The next request from `from` on, or the last before it, that two of these lanes decide differently. */
  disagreement: ofRun((run, lanes: number[], from: number, direction: Direction) =>
    direction === 'next' ? run.nextDisagreement(lanes, from) : run.previousDisagreement(lanes, from),
  ),

  /**
   * Two numbers for each of these lengths, in nanoseconds: the most that one client got between two instants so far
   * apart, both included, and the most that the limiter could admit.
   */
  envelope: ofRun((run, lane: number, lengths: BigUint64Array) => {
    const rows = Array.from(lengths, (length) => run.envelope(lane, length, length, 1));
    return Float64Array.from(rows.flatMap(([, most = 0, bound = 0]) => [most, bound]));
  }),

  /** For each lane, the bytes of state that so many clients take at worst. */
  stateBytes: ofRun((run, clients: number) =>
    Float64Array.from({ length: run.lanes }, (_, lane) => run.stateBytes(lane, clients)),
  ),

  file: ofRun((run, file: TextFile) => run[file]()),

  /** A lane as a test vector; nothing where it cannot be one. */
  vector: ofRun((run, lane: number, id: string) => run.toVector(lane, id)),

  /** The link of a text in which one field has another value. */
  linkWith: ofCore((core, text: string, key: string, value: string) => {
    const draft = new core.Draft(text);
    const changed = draft.with(key, value);
    const { link } = changed.describe();
    draft.free();
    changed.free();
    return link;
  }),

  fromLink: ofCore((core, link: string) => core.fromLink(link)),

  bounds: ofCore((core) => core.bounds()),
} satisfies Record<string, AnyQuestion>;

type Questions = typeof QUESTIONS;
type WithoutFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

export type Name = keyof Questions;
export type Asked<N extends Name> = WithoutFirst<Parameters<Questions[N]['answer']>>;
export type Answer<N extends Name> = ReturnType<Questions[N]['answer']>;
