// Messages between a page and a session in another thread. A table of questions, and one of events, gives them their
// types: every answer repeats the name of its question, so that its type is checked and not assumed.

import type { FaultFields } from './faults.ts';

/** A table: for each name a function, with what it takes and what it returns. */
export type Table<T> = { [N in keyof T]: (...given: never[]) => unknown };

export type Asked<T extends Table<T>, N extends keyof T> = Parameters<T[N]>;
export type Answer<T extends Table<T>, N extends keyof T> = Awaited<ReturnType<T[N]>>;

export type Question<T extends Table<T>, N extends keyof T = keyof T> = {
  [K in N]: { id: number; name: K; asked: Asked<T, K> };
}[N];

/** The answer has the number and the name of its question. */
export type Answered<T extends Table<T>, N extends keyof T = keyof T> = {
  [K in N]: { kind: 'answer'; id: number; name: K; answer: Answer<T, K> };
}[N];

/** A message that a session sends without a question. */
export type EventOf<E extends Table<E>, N extends keyof E = keyof E> = {
  [K in N]: { kind: 'event'; name: K; details: Parameters<E[K]> };
}[N];

/** From a session. */
export type Reply<T extends Table<T>, E extends Table<E>> =
  | { kind: 'ready' }
  | Answered<T>
  | { kind: 'failed'; id: number; fault: FaultFields }
  | { kind: 'superseded'; id: number }
  | EventOf<E>
  /** Internal error in the core. This instance must not be used again. */
  | { kind: 'broken' };

/** To a worker. `begin` and `end` exist because one worker runs many sessions. */
export type ToWorker<T extends Table<T>, Addresses> =
  | { kind: 'begin'; addresses: Addresses }
  | { kind: 'question'; question: Question<T> }
  | { kind: 'cancel' }
  | { kind: 'end' };

/** A message to or from one session of a worker. */
export interface Parcel<Content> {
  session: number;
  content: Content;
}
