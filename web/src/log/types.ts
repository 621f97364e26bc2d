/** Questions to the engine of the log page, and their answers. */
import type { Limit, Proposal, Tolerance } from '../engine/logs/types.ts';

export * from '../engine/logs/types.ts';

/** The settings of a proposal, in addition to the log and the period. */
export interface Wish {
  tolerance: Tolerance;
  /** In per cent. */
  margin: number;
  algorithm: string;
}

export type Proposed = Proposal & Wish;

/** An answer, with the settings it is for. */
export interface At<Answer> {
  limit: Limit;
  /** Undefined if it is about all of them. */
  algorithm?: string;
  answer: Answer;
}
