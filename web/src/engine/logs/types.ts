/**
 * What the place "Your log" asks of its engine, and what it is told. Times are nanoseconds, as `bigint`, unless a name
 * says otherwise; counts are numbers. `remote.ts` has the engine in a worker; tests have one in memory.
 */

import type { FormatRow as Format, Overview } from '../../../generated/logs/ratelab_wasm.js';

export type { Format, Overview };

/** How to read a log: all texts as the user typed them. An empty text is the default. */
export interface Reading {
  /** `auto`, or the name of a format from `formats()`. */
  format: string;
  /** A line of nginx's `log_format` or Apache's `LogFormat`, or chosen fields or columns: `time=ts client=ip`. */
  pattern: string;
  /** `client`, `prefix`, `user`, `path`, `host`, `everyone`, `field:NAME`, or several of them joined by `+`. */
  key: string;
  /** `1`, `field:NAME`, or patterns of paths with the default at the end: `/search*=5 /login=10 1`. */
  cost: string;
  /** The answers that mean that a limit was met: `429`, or several with blanks between them. */
  limited: string;
  /** Whether to leave out lines that were answered so. */
  leaveOutLimited: boolean;
}

/** Where a log comes from. */
export type Source = { kind: 'files'; files: readonly File[] } | { kind: 'text'; text: string } | { kind: 'sample' };

/** Bytes of the file as it is, compressed or not. */
export interface Progress {
  bytes: number;
  total: number;
  rows: number;
}

/** A line that could not be read, and the place in it where something else was expected. */
export type Sample = Overview['samples'][number];

export interface Limit {
  amount: number;
  period: bigint;
  burst: number;
}

/** `least` and `most` are equal where stamps leave nothing open. */
export interface Range {
  least: number;
  most: number;
}

/** What a limiter would have done. */
export interface Effect {
  algorithm: string;
  clients: Range;
  denied: Range;
  /** Of a queue. */
  longestWait?: bigint;
}

/** Whom a limit has to spare: everybody, all but a number of clients, or all but some per cent of clients or of requests. */
export type Spare = { kind: 'nobody' } | { kind: 'count'; clients: number } | { kind: 'clients' | 'requests'; percent: number };

/** Clients by their busiest period, in descending order: some of the ranks, the first and the last among them. */
export interface Peaks {
  ranks: Uint32Array;
  peaks: Uint32Array;
}

/** For each client the least amount that would not have limited it, in descending order; `NONE_WOULD` if none would. */
export interface Thresholds {
  algorithm: string;
  least: Uint32Array;
}

export const NONE_WOULD = 0xffff_ffff;

export interface OverTime {
  allowed: Uint32Array;
  denied: Uint32Array;
}

export interface Loud {
  client: number;
  name: string;
  requests: number;
  peak: number;
  denied: Range;
}

/** The least burst for each rate, in requests per period. */
export interface Frontier {
  algorithm: string;
  rates: Float64Array;
  bursts: Float64Array;
}

export interface Proposal {
  limit: Limit;
  why: string;
}

/** A limiter that could have given the log's own answers. */
export interface Inference {
  sentence: string;
  matches: number;
  of: number;
  limit?: Limit;
  algorithm?: string;
  exact: boolean;
}

/** From an instant up to another, which is not included. */
export type Stretch = [from: bigint, to: bigint];

/** What would have happened in a stretch of time. */
export interface Part {
  requests: number;
  clients: number;
  effects: Effect[];
}

/** Every question, with what it asks and what the answer is. */
export interface Questions {
  /** Reads a log. Its number is in the events about it. */
  read(number: number, source: Source, reading: Reading): Overview;
  formats(): Format[];
  overview(): Overview;
  peaks(period: bigint, points: number): Peaks;
  thresholds(period: bigint, burst: number): Thresholds[];
  /** By the stamps as they are. */
  effects(limit: Limit): Effect[];
  /** Over all that the stamps leave open; without waits. */
  ranges(limit: Limit): Effect[];
  overTime(limit: Limit, algorithm: string, columns: number, period?: Stretch): OverTime;
  loudest(limit: Limit, algorithm: string, count: number): Loud[];
  /** Among the rates is the amount. */
  frontier(period: bigint, spare: Spare, amount: number): Frontier[];
  propose(period: bigint, spare: Spare, margin: number, algorithm: string): Proposal;
  infer(): Inference[];
  /** The scenario of a client's busiest part, in the scenario language. */
  scenario(client: number, limit: Limit): string;
  compare(first: Stretch, second: Stretch, limit: Limit): [Part, Part];
}

/** What a session reports by itself. */
export interface Events {
  /** How far the log with this number is read. */
  progress(number: number, progress: Progress): void;
}

/** The questions that any part of the page may ask: `read` is a method of the engine. */
export type Question = Exclude<keyof Questions, 'read'>;
export type Asked<Q extends Question> = Parameters<Questions[Q]>;
export type Answer<Q extends Question> = ReturnType<Questions[Q]>;

const READING_FIELDS = ['format', 'pattern', 'key', 'cost', 'limited'] as const;

/** The fields of a reading that can be wrong. */
export type ReadingField = (typeof READING_FIELDS)[number];

export function isReadingField(name: string): name is ReadingField {
  return READING_FIELDS.some((field) => field === name);
}

/** A reading that makes no sense. The message says what was given and what is allowed. */
export class ReadingFault extends Error {
  constructor(
    readonly field: ReadingField,
    message: string,
  ) {
    super(message);
    this.name = 'ReadingFault';
  }
}

export interface LogEngine {
  /**
   * Reads a log. A newer call ends an older one. While it is read, questions are answered from what has been read so
   * far, with `complete: false` in the overview.
   *
   * Rejects with a `ReadingFault` before anything is read if the reading makes no sense; questions are then still
   * answered from the log before. Rejects with another error if the source cannot be read.
   */
  read(source: Source, reading: Reading, onProgress: (progress: Progress) => void): Promise<Overview>;

  /** Ends the reading, whose promise resolves to an overview of what has been read, with `complete: false`. */
  cancel(): void;

  /** Rejects with an error whose message is for the user. */
  ask<Q extends Question>(question: Q, ...asked: Asked<Q>): Promise<Answer<Q>>;
}
