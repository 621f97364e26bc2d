/**
 * The log page's questions to its engine. The answers are records of the core, declared in `crates/wasm/src/logs`.
 * Times are nanoseconds, as `bigint`, unless a name says otherwise; counts are numbers. `remote-logs.ts` has the engine
 * in a worker; tests have one in memory.
 */

import type { Overview } from '../../../generated/logs/ratelab_wasm.js';
import type { QuestionsOf } from '../transport/session.ts';
import type { QUESTIONS } from './questions.ts';

export type {
  Effect,
  FormatRow as Format,
  Frontier,
  Inference,
  Limit,
  BusyClient,
  Overview,
  OverTime,
  Part,
  Peaks,
  Proposal,
  Range,
  Sample,
  Thresholds,
} from '../../../generated/logs/ratelab_wasm.js';

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
  /** The status codes of limited requests: `429`, or several, separated by blanks. */
  limited: string;
  /** Whether to leave out lines with these status codes. */
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

/**
 * The clients that a limit must not affect: all, all but a number, or all but a percentage of clients or requests.
 */
export type Tolerance =
  | { kind: 'none' }
  | { kind: 'count'; clients: number }
  | { kind: 'clients' | 'requests'; percent: number };

/** In `Thresholds`: no amount would do. */
export const NONE_WOULD = 0xffff_ffff;

/** From an instant up to another, which is not included. */
export type TimeRange = [from: bigint, to: bigint];

/** Every question, with what it asks and what the answer is. */
export type Questions = QuestionsOf<typeof QUESTIONS>;

/** Events of a session. */
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
