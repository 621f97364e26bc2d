// What the engine takes and gives. The page knows nothing else of the core.

import type { Fault, Measures, Scenario } from '../../generated/everything/ratelab_wasm.js';
import type { WholeRun } from './modules.ts';
import type { Answer, Asked, Name } from './questions.ts';

export type {
  Bounds,
  BuiltIn,
  Card,
  Choices,
  Fault,
  Lane,
  Measures,
  Most,
  Parameter,
  Pattern,
  Rate,
  Retry,
  Scenario,
  Setting,
  Shape,
} from '../../generated/everything/ratelab_wasm.js';

/** A stretch of time, in nanoseconds of the scenario. */
export interface Span {
  from: bigint;
  to: bigint;
}

/** What is looked at: a span in so many columns. Without a span it is the one that the scenario shows. */
export interface Viewport {
  width: number;
  span?: Span | undefined;
}

export interface LaneResult {
  title: string;
  sentence: string;
  counts: [allowed: number, denied: number, delayed: number];
  /** Always in a complete result. */
  limit?: number;
  measures?: Measures;
}

/** A run that is done. */
export interface Result {
  /** The text that was run: the canonical one as soon as there is a scenario. */
  text: string;
  /**
   * Whether everything is there and is of this run. If not, the next result has the rest. Until then
   * scenario, hash, limits and measures may be missing, and sentences and measures may be those of
   * the run before: counts and pictures come first, because they can keep up with a slider.
   */
  complete: boolean;
  scenario?: Scenario;
  /** All arrivals and decisions as one number, the same on every machine. */
  hash?: bigint;
  /** The stretch of time to show at first. */
  shown: Span;
  comparison: string;
  lanes: LaneResult[];
  /** What there is to draw, if the order came with a viewport. */
  picture?: Picture | undefined;
}

export interface LanePicture {
  /** The requests of the lane, if no lane has more of them than the picture has columns: see `marks.ts`. */
  marks?: Float64Array;
  /** Three numbers for each column: allowed, denied, delayed. Always there. */
  columns?: Uint32Array;
  /**
   * Two numbers for each column: the least and the most that the first client had in use, in
   * requests. Absent until it is known; `onBands` says when to ask again.
   */
  band?: Float64Array;
}

/** What there is to draw of a span. */
export interface Picture {
  span: Span;
  width: number;
  /** For each column, how many requests of the traffic come in it. */
  traffic: Uint32Array;
  /**
   * For each column, how many of its requests two lanes decide differently. Absent in a picture by the
   * small module, and where clients react, because lanes then have requests of their own.
   */
  disagreements?: Uint32Array;
  lanes: LanePicture[];
}

/**
 * A change of the traffic by hand: one request more at each of these times, or the request with
 * this number in the traffic, from 0, moved to another time or taken away.
 */
export type Stroke = { add: BigUint64Array } | { move: number; to: bigint } | { remove: number };

/** One field of the scenario with another value; an empty value is the default. */
export interface Change {
  key: string;
  /** A stroke is made on the scenario as it was before the first of those that are not settled. */
  value: string | Stroke;
  /** False while more of the same will follow, as when a slider is dragged. */
  isSettled: boolean;
}

/** What to run: a text, or the newest scenario with a change. */
export type Order = { text: string } | { change: Change };

/** The methods of a run that give a file as text. */
export type TextFile = Extract<keyof WholeRun, `to${string}`> & { [Key in keyof WholeRun]: WholeRun[Key] extends () => string ? Key : never }[keyof WholeRun];
export type Direction = 'next' | 'previous';

/**
 * Runs scenarios and answers questions about the newest result. A promise that is not kept
 * rejects with a `Fault` (an `Error` with a code and a place) or with `Superseded`.
 */
export interface Engine {
  /**
   * Runs a text, or a change of the newest scenario. One question, answered as it becomes known:
   * `onScenario` when the scenario has been read, then the result and, where a viewport was given, its
   * picture. A newer order ends an older one, unless that is as good as done.
   *
   * The first text is run by a small module, which describes nothing and leaves its result incomplete.
   */
  run(order: Order, viewport?: Viewport, onScenario?: (scenario: Scenario) => void): Promise<Result>;
  /** Every result, before the promise of its `run` resolves, and again when it is complete. */
  onResult: (result: Result) => void;
  /** How much of a run is done, from 0 to 1, if it takes longer than a moment; undefined when idle. */
  onProgress: (share: number | undefined) => void;
  /** Bands are there that the last pictures did not have: ask for a picture again. */
  onBands: () => void;
  /**
   * A picture of the newest result. An earlier call that is not answered when a newer one comes rejects with
   * `Superseded`. Asked before there is a result, it waits for the first.
   */
  picture(span: Span, width: number): Promise<Picture>;
  /** Asks one of the questions of `questions.ts`. */
  ask<N extends Name>(name: N, ...asked: Asked<N>): Promise<Answer<N>>;
  /** Ends what runs; the last result stays. Its promise rejects with `Superseded`. */
  cancel(): void;
  dispose(): void;
}

export function isFault(error: unknown): error is Fault {
  return error instanceof Error && 'code' in error;
}

/** The answer is no longer wanted: something newer was asked, or it was cancelled. */
export class Superseded extends Error {
  constructor() {
    super('Something newer was asked.');
    this.name = 'Superseded';
  }
}
