// What the engine takes and gives. The page knows nothing else of the core.

import type { Bounds, Card, Fault, Measures, Scenario } from '../../generated/everything/ratelab_wasm.js';

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
  /** The text that was run. */
  text: string;
  /**
   * Whether everything is there and is of this run. If not, the next result has the rest; until then
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
}

export interface LanePicture {
  /**
   * The requests of the lane, if no lane has more of them than the picture has columns. Four
   * numbers for each: its number in the lane; when it came, in nanoseconds from where the span
   * begins; 0 allowed, 1 denied, 2 delayed; when it started, from the same, or NaN.
   */
  marks?: Float64Array;
  /** Three numbers for each column: allowed, denied, delayed. Always there. */
  columns?: Uint32Array;
  /**
   * Two numbers for each column: the least and the most that the first client had in use, in
   * requests. Absent until it is known; `onBands` says when to ask again.
   */
  band?: Float64Array;
}

/** What there is to draw of a span: of the newest result, whichever that is. */
export interface Picture {
  span: Span;
  width: number;
  /** For each column, how many requests of the traffic come in it. */
  traffic: Uint32Array;
  /**
   * For each column, how many of its requests two lanes decide differently. Absent until the
   * result is complete, and where clients react, because lanes then have requests of their own.
   */
  disagreements?: Uint32Array;
  lanes: LanePicture[];
}

/**
 * A change of the traffic by hand: one request more at each of these times, or the request with
 * this number in the traffic, from 0, moved to another time or taken away.
 */
export type Stroke = { add: BigUint64Array } | { move: number; to: bigint } | { remove: number };

export type FileKind = 'svg' | 'csv' | 'json' | 'comparison';
export type Direction = 'next' | 'previous';

/**
 * Runs scenarios and answers questions about the newest result. A promise that is not kept
 * rejects with a `Fault` (an `Error` with a code and a place) or with `Superseded`.
 */
export interface Engine {
  /**
   * Runs a text. The latest wins: an earlier call that has not been answered rejects with
   * `Superseded`. A quick first result may be incomplete; the complete one then follows through
   * `onResult`.
   */
  run(text: string): Promise<Result>;
  /**
   * Every result, before the promise of its `run` resolves. While runs follow each other quickly,
   * as when a slider is dragged, one that was superseded may still be told here if it was as good
   * as done; `text` says which it is.
   */
  onResult: (result: Result) => void;
  /** How much of a run is done, from 0 to 1, if it takes longer than a moment; undefined when idle. */
  onProgress: (share: number | undefined) => void;
  /** Bands are there that the last pictures did not have: ask for a picture again. */
  onBands: () => void;
  /**
   * An earlier call that is not answered when a newer one comes rejects with `Superseded`. One that was
   * answered meanwhile resolves, before the newer. Asked before there is a result, it waits for the first.
   */
  picture(span: Span, width: number): Promise<Picture>;
  explain(lane: number, request: number): Promise<Card>;
  /** The next request from `from` on, or the last before it, that two of these lanes decide differently. */
  disagreement(lanes: number[], from: number, direction: Direction): Promise<number | undefined>;
  /**
   * Two numbers for each of these lengths, in nanoseconds: the most that one client got between two
   * instants so far apart, both included, and the most that the limiter could admit.
   */
  envelope(lane: number, lengths: BigUint64Array): Promise<Float64Array>;
  /** For each lane, the bytes of state that so many clients take at worst. */
  stateBytes(clients: number): Promise<Float64Array>;
  file(kind: FileKind): Promise<string>;
  /** A lane as a test vector; nothing where it cannot be one. */
  vector(lane: number, id: string): Promise<string | undefined>;
  read(text: string): Promise<Scenario>;
  /** Reads a text in which one field has another value, or its usual value if that is empty. */
  readWith(text: string, key: string, value: string): Promise<Scenario>;
  /** The value of the field `traffic` after a stroke: that of `readWith`. */
  paint(text: string, stroke: Stroke): Promise<string>;
  /** The text of a link's fragment. */
  fromLink(link: string): Promise<string>;
  bounds(): Promise<Bounds>;
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
