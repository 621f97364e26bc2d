// Messages between the page and the worker that reads logs.

import type { FaultFields } from '../messages.ts';
import type { Answer, Asked, Overview, Progress, Question, Reading, Source } from './types.ts';

export type ToLogs =
  /** The address of the module: a worker contains none. */
  | { kind: 'begin'; wasm: string }
  | { kind: 'read'; id: number; source: Source; reading: Reading }
  | { kind: 'cancel' }
  | { kind: 'ask'; id: number; name: Question; asked: Asked<Question> };

export type FromLogs =
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'answer'; id: number; answer: Answer<Question> | Overview }
  | { kind: 'failed'; id: number; fault: FaultFields }
  | { kind: 'superseded'; id: number };
