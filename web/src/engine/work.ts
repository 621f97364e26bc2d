// What is done with the core, in steps that each take a moment.

import type { Everything, First, FullRun, QuickRun } from './modules.ts';
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
  /** Whether the bands of all lanes can be had at once. */
  banded: boolean;
}

type BegunFull = Begun & Required<Pick<Begun, 'full'>>;

export function beginQuick(first: First, text: string): Begun {
  return { text, run: new first.Run(text), banded: false };
}

export function beginFull(everything: Everything, text: string): BegunFull {
  const scenario = everything.read(text);
  const run = new everything.Run(text);
  return { text, run, full: { run, scenario }, banded: false };
}

export function* finish(begun: Begun): Generator<void, Result> {
  while (!begun.run.advance(STEP)) yield;
  return yield* resultOf(begun);
}

function* resultOf({ text, run, full }: Begun): Generator<void, Result> {
  const lanes: LaneResult[] = [];
  for (let lane = 0; lane < run.lanes; lane += 1) {
    lanes.push(yield* laneResult(run, full?.run, lane));
  }
  const [from, to] = run.shown();
  const result: Result = { text, complete: false, shown: { from, to }, comparison: run.comparison(), lanes };
  yield;
  return full ? { ...result, complete: true, scenario: full.scenario, hash: full.run.hash() } : result;
}

function* laneResult(run: QuickRun, full: FullRun | undefined, lane: number): Generator<void, LaneResult> {
  const [allowed, denied, delayed] = run.counts(lane);
  const result: LaneResult = {
    title: run.title(lane),
    sentence: run.sentence(lane),
    counts: [allowed, denied, delayed],
  };
  yield;
  if (!full) return result;
  const complete = { ...result, limit: full.limit(lane), measures: full.measures(lane) };
  yield;
  return complete;
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
  const numbers = Array.from({ length: run.lanes }, (_, lane) => lane);
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
