// The work on a run of the core, in short steps.

import type { Draft, Modules, Run, WholeRun } from './modules.ts';
import type { Decided } from './playground.ts';
import type { LanePicture, LaneResult, Picture, Result, Scenario, Span } from './types.ts';

/** Requests per step: well below a millisecond. */
const STEP = 4_096;

/** The client whose state is drawn. */
const CLIENT = 0;

/** A run, and the facts of a complete result that the run itself does not have. */
export interface Begun {
  text: string;
  run: Run;
  /** The same run, if the whole module runs it. */
  whole?: { run: WholeRun; scenario: Scenario };
  /** The result that the page has. */
  reported?: Result | Decided;
  /** Work that completes the result, if it is not complete. */
  rest?: Generator<void, Result>;
  /** Whether the bands of all lanes are ready to draw. */
  banded: boolean;
}

export function beginQuick(first: Modules['first'], text: string): Begun {
  return { text, run: first.Run.basic(text), banded: false };
}

/** If `before` has the same requests, they are not generated again. */
export function beginWhole(
  draft: Draft,
  scenario: Scenario,
  before?: WholeRun,
): Begun & Required<Pick<Begun, 'whole'>> {
  const run = before === undefined ? draft.run() : draft.runAfter(before);
  return { text: scenario.text, run, whole: { run, scenario }, banded: false };
}

export function* decide({ run }: Pick<Begun, 'run'>): Generator<void, void> {
  while (!run.advance(STEP)) yield;
}

/** The part of a result that is known as soon as every request is decided. */
export function decidedOf({ text, run, whole }: Begun): Decided {
  const [equivalents, ends] = [run.equivalentLanes(), whole?.run.ends()];
  const lanes = numbersOf(run).map((lane) => ({
    title: run.title(lane),
    counts: countsOf(run, lane),
    equivalentTo: equivalents[lane],
    end: ends?.[lane],
    limit: whole?.run.limit(lane),
  }));
  const [from, to] = run.shown();
  return { text, complete: false, scenario: whole?.scenario, shown: { from, to }, lanes };
}

/** The sentences and measures of a run. They can take many times as long as the decisions. */
export function* describe(begun: Begun): Generator<void, Result> {
  const { run, whole } = begun;
  const decided = decidedOf(begun);
  const lanes: LaneResult[] = [];
  for (const [lane, known] of decided.lanes.entries()) {
    const sentence = run.sentence(lane);
    yield;
    lanes.push({ ...known, sentence, measures: whole?.run.measures(lane), ...(whole && partsOf(whole, lane)) });
    yield;
  }
  const finding = { headline: run.headline(), reason: run.reason() };
  yield;
  return { ...decided, complete: whole !== undefined, hash: whole?.run.hash(), finding, lanes };
}

/** A scenario of one group, one server and no layers has no parts. */
function partsOf({ run, scenario }: NonNullable<Begun['whole']>, lane: number): Pick<LaneResult, 'parts'> {
  const isWhole =
    scenario.groups.length === 0 && scenario.servers.count === 1 && (scenario.lanes[lane]?.members.length ?? 0) === 0;
  return isWhole ? {} : { parts: run.parts(lane) };
}

function rowsOf(run: WholeRun, lane: number, { from, to }: Span, width: number): Pick<LanePicture, 'rows'> {
  const rows = run.rows(lane);
  if (rows === undefined) return {};
  return { rows: { ...rows, columns: rows.words.map((_, row) => run.rowColumns(lane, row, from, to, width)) } };
}

function countsOf(run: Run, lane: number): LaneResult['counts'] {
  const [allowed, denied, delayed] = run.counts(lane);
  return [allowed, denied, delayed];
}

function numbersOf(run: Run): number[] {
  return Array.from({ length: run.lanes }, (_, lane) => lane);
}

export function* prepareBands(begun: Begun): Generator<void, void> {
  const run = begun.whole?.run;
  for (let lane = 0; run && lane < run.lanes; lane += 1) {
    while (!run.prepareBand(lane, CLIENT, STEP)) yield;
  }
  begun.banded = run !== undefined;
}

export function pictureOf(begun: Begun, span: Span, width: number): Picture {
  const { from, to } = span;
  const { run, whole } = begun;
  const numbers = numbersOf(run);
  const marks = numbers.map((lane) => run.marks(lane, from, to, width));
  const fit = marks.every((lane) => lane !== undefined);
  // While a slider is dragged, bands and labels wait until it rests.
  const banded = begun.banded ? whole?.run : undefined;
  const lanes = numbers.map(
    (lane): LanePicture => ({
      columns: run.columns(lane, from, to, width),
      ...(whole && rowsOf(whole.run, lane, span, width)),
      ...(fit && { marks: marks[lane] }),
      ...(banded && { band: banded.band(lane, CLIENT, from, to, width), labels: banded.labels(lane, from, to, width) }),
    }),
  );
  const disagreements = whole?.run.disagreements(from, to, width);
  const outside = banded?.outside(from, to, width);
  return {
    span,
    width,
    traffic: run.traffic(from, to, width),
    lanes,
    ...(disagreements && { disagreements }),
    ...(outside && { outside }),
  };
}
