// The types of the engine's arguments and results. The page uses no others from the core.

import type { Fault, Labels, Measures, Outside, Parts, Rows, Scenario } from '../../generated/studio/ratelab_wasm.js';
import type { StudioRun } from './modules.ts';
import type { Answer, Asked, Name } from './playground.ts';

export type {
  About,
  Advice,
  Anatomy,
  Bounds,
  BuiltIn,
  Card,
  Choices,
  Contrast,
  Deployment,
  Drawing,
  Fault,
  Group,
  Help,
  InRedis,
  Labels,
  Lane,
  LimiterSetting,
  LimiterSettings,
  Measures,
  Mechanism,
  Most,
  Needs,
  Outside,
  Parameter,
  Parts,
  Pattern,
  Production,
  Rate,
  Retry,
  Role,
  Scenario,
  ScriptMember,
  Servers,
  Setting,
  Shape,
  Shift,
  Store,
  Suggestion,
  Understood,
  Worst,
  WorstScenario,
} from '../../generated/studio/ratelab_wasm.js';

export { Superseded } from './transport/faults.ts';

/** An interval in nanoseconds of scenario time. */
export interface Span {
  from: bigint;
  to: bigint;
}

/** A span and its width in columns. Without a span, the one that the scenario shows. */
export interface Viewport {
  width: number;
  span?: Span | undefined;
}

export interface LaneResult {
  title: string;
  sentence: string;
  counts: [allowed: number, denied: number, delayed: number];
  /** The first lane whose limiter decides exactly the same; this one, if there is none. */
  equivalentTo: number;
  /** Present in every complete result. When the last request arrives or, if it waits, starts. */
  end?: bigint | undefined;
  limit?: number;
  measures?: Measures;
  /** By group, by server and by layer, where there are any. */
  parts?: Parts;
}

/** The result of a run, as sentences. The small module gives no reason. */
export interface Finding {
  headline: string;
  reason: string;
}

/** A finished run. */
export interface Result {
  /** The text that ran: the canonical text once the scenario is known. */
  text: string;
  /**
   * Whether everything is present and from this run. If not, the next result completes it. Until then scenario, hash,
   * limits and measures may be missing, and sentences and measures may be from the previous run: counts and pictures
   * come first, because they can keep up with a slider.
   */
  complete: boolean;
  scenario?: Scenario;
  /** A hash of all arrivals and decisions, the same on every machine. */
  hash?: bigint;
  /** The interval to show at first. */
  shown: Span;
  finding: Finding;
  lanes: LaneResult[];
  /** The picture, if the order had a viewport. */
  picture?: Picture | undefined;
}

export interface LanePicture {
  /** The requests of the lane, if no lane has more requests than the picture has columns: see `marks.ts`. */
  marks?: Float64Array;
  /** Three numbers for each column: allowed, denied, delayed. Always present. */
  columns?: Uint32Array;
  /**
   * Two numbers for each column: the least and the most that the first client had in use, in requests. Absent until
   * computed; `onBands` says when to ask again.
   */
  band?: Float64Array;
  /** The labels in the lane. Sent with the band. */
  labels?: Labels;
  /** The lane row by row, if servers or layers are rows of it: columns as above, and the words beside each row. */
  rows?: { kind: Rows['kind']; columns: Uint32Array[]; words: string[] };
}

/** The data to draw for a span. */
export interface Picture {
  span: Span;
  width: number;
  /** For each column, the number of requests in the traffic. */
  traffic: Uint32Array;
  /**
   * For each column, the number of requests that two lanes decide differently. Absent in pictures of the small
   * module, and where clients retry, because each lane then has its own requests.
   */
  disagreements?: Uint32Array;
  /** The labels in the lane of the requests. Sent with the bands. */
  outside?: Outside;
  lanes: LanePicture[];
}

/**
 * A change to the traffic by hand: add one request at each of these times; move or remove the request with this index
 * in the traffic, from 0; or move or remove all requests of an interval. It ends before `to`, and begins at another
 * instant then.
 */
export type Stroke =
  | { add: BigUint64Array }
  | { move: number; to: bigint }
  | { remove: number }
  | { moveAll: Span; to: bigint }
  | { removeAll: Span };

/** New values of several fields, in this order: each must go with the others as they are by then. */
export type Fields = [key: string, value: string][];

/** A new value for one field of the scenario; an empty value means the default. */
export interface Change {
  /** The field. Of several fields, any name for the change: its fault has that name. */
  key: string;
  /** A stroke applies to the scenario before the first unsettled stroke. */
  value: string | Stroke | Fields;
  /** False while more changes of the same kind follow, as when a slider is dragged. */
  isSettled: boolean;
}

/** A scenario to run: a text, or the newest scenario with a change. */
export type Order = { text: string } | { change: Change };

/** The methods of a run that return a file as text. */
export type TextFile = Extract<keyof StudioRun, `to${string}`> &
  { [Key in keyof StudioRun]: StudioRun[Key] extends () => string ? Key : never }[keyof StudioRun];
export type Direction = 'next' | 'previous';

/**
 * Runs scenarios and answers questions about the newest result. Promises reject with a `Fault` (an `Error` with a
 * code and a position) or with `Superseded`.
 */
export interface Engine {
  /**
   * Runs a text, or a change to the newest scenario. One question, answered in steps: `onScenario` when the scenario
   * is parsed, then `onResult`, with a picture if a viewport was given. A newer order ends an older one, unless that
   * is almost done.
   *
   * The small module runs the first text. It cannot describe a scenario, so its result is incomplete.
   */
  run(order: Order, viewport?: Viewport, onScenario?: (scenario: Scenario) => void): Promise<void>;
  /** Called with every result, before the promise of its `run` resolves, and again when it is complete. */
  onResult: (result: Result) => void;
  /** How much of a run is done, from 0 to 1, if it takes longer than a moment; undefined when idle. */
  onProgress: (share: number | undefined) => void;
  /** Bands are ready that the last pictures did not have: ask for a picture again. */
  onBands: () => void;
  /**
   * A picture of the newest result. If a newer call comes before the answer, the older one rejects with `Superseded`.
   * Without a result, it waits for the first.
   */
  picture(span: Span, width: number): Promise<Picture>;
  /** Asks one of the questions in `questions.ts`. */
  ask<N extends Name>(name: N, ...asked: Asked<N>): Promise<Answer<N>>;
  /** Cancels the current run, whose promise rejects with `Superseded`. Keeps the last result. */
  cancel(): void;
  dispose(): void;
}

export function isFault(error: unknown): error is Fault {
  return error instanceof Error && 'code' in error;
}
