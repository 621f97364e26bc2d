/** What the engine of this place is asked, and what it answers. */
import type { Limit, Proposal, Spare } from '../engine/logs/types.ts';

export * from '../engine/logs/types.ts';

/** What a proposal goes by, besides the log and the period. */
export interface Wish {
  spare: Spare;
  /** In per cent. */
  margin: number;
  algorithm: string;
}

export type Proposed = Proposal & Wish;

/** An answer, and what it is about. */
export interface At<Answer> {
  limit: Limit;
  /** Undefined if it is about all of them. */
  algorithm?: string;
  answer: Answer;
}
