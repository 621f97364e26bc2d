// What is done with the core, in steps that each take a moment.

import type { Everything, First, FullRun, QuickRun } from './modules.ts';
import type { Decided } from './messages.ts';
import type { LanePicture, LaneResult, Picture, Result, Scenario, Span } from './types.ts';

/** Requests to go on for in one step: well below a millisecond. */
const STEP = 4_096;

/** Whose state is drawn. */
const CLIENT = 0;

/** A run, and what a complete result says of it that the run itself does not know. */
export interface Begun {
  text: string;
  run: QuickRun;
  full?: { run: FullRun; scenario: Scenario };
  /** What is still to be told of it, if anything is. */
  telling?: Generator<void, Result>;
  /** Whether the bands of all lanes can be had at once. */
  banded: boolean;
}

type BegunFull = Begun & Required<Pick<Begun, 'full'>>;

export function beginQuick(first: First, text: string): Begun {
  return { text, run: new first.Run(text), banded: false };
}

/** `before` is a run whose requests may be the same: then they need not be drawn again. */
export function beginFull(everything: Everything, text: string, before?: FullRun): BegunFull {
  const scenario = everything.read(text);
  const run = before?.followedBy(text) ?? new everything.Run(text);
  return { text, run, full: { run, scenario }, banded: false };
}

export function* decide({ run }: Begun): Generator<void, void> {
  while (!run.advance(STEP)) yield;
}

/** What is known of a run as soon as it is decided. */
export function decidedOf({ text, run, full }: Begun): Decided {
  const lanes = numbersOf(run).map((lane) => ({ title: run.title(lane), counts: countsOf(run, lane), limit: full?.run.limit(lane) }));
  const [from, to] = run.shown();
  return { text, complete: false, scenario: full?.scenario, shown: { from, to }, lanes };
}

/** The words and measures of a run, which can take many times as long as deciding it. */
export function* tell(begun: Begun): Generator<void, Result> {
  const { run, full } = begun;
  const decided = decidedOf(begun);
  const lanes: LaneResult[] = [];
  for (const [lane, known] of decided.lanes.entries()) {
    const sentence = run.sentence(lane);
    yield;
    lanes.push({ ...known, sentence, measures: full?.run.measures(lane) });
    yield;
  }
  const comparison = run.comparison();
  yield;
  return { ...decided, complete: full !== undefined, hash: full?.run.hash(), comparison, lanes };
}

function countsOf(run: QuickRun, lane: number): LaneResult['counts'] {
  const [allowed, denied, delayed] = run.counts(lane);
  return [allowed, denied, delayed];
}

function numbersOf(run: QuickRun): number[] {
  return Array.from({ length: run.lanes }, (_, lane) => lane);
}

export function* prepareBands(begun: Begun): Generator<void, void> {
  const run = begun.full?.run;
  for (let lane = 0; run && lane < run.lanes; lane += 1) {
    while (!run.prepareBand(lane, CLIENT, STEP)) yield;
  }
  begun.banded = run !== undefined;
}

export function pictureOf(begun: Begun, span: Span, width: number): Picture {
  const { from, to } = span;
  const { run } = begun;
  const numbers = numbersOf(run);
  const marks = numbers.map((lane) => run.marks(lane, from, to, width));
  const fit = marks.every((of) => of !== undefined);
  const lanes = numbers.map((lane): LanePicture => ({
    columns: run.columns(lane, from, to, width),
    ...(fit && { marks: marks[lane] }),
    ...(begun.banded && { band: begun.full?.run.band(lane, CLIENT, from, to, width) }),
  }));
  const disagreements = begun.full?.run.disagreements(from, to, width);
  return { span, width, traffic: run.traffic(from, to, width), lanes, ...(disagreements && { disagreements }) };
}

export function envelopeOf(run: FullRun, lane: number, lengths: BigUint64Array): Float64Array {
  const numbers = new Float64Array(lengths.length * 2);
  lengths.forEach((length, at) => {
    const [, most = 0, bound = 0] = run.envelope(lane, length, length, 1);
    numbers.set([most, bound], at * 2);
  });
  return numbers;
}

export function stateBytesOf(run: FullRun, clients: number): Float64Array {
  return Float64Array.from({ length: run.lanes }, (_, lane) => run.stateBytes(lane, clients));
}
