// The answering end of a transport: a session, and the loop of a worker that runs sessions.

import type { Fault } from '../types.ts';
import type { FaultFields } from './faults.ts';
import { Superseded } from './faults.ts';
import type { Answer, Answered, Asked, EventOf, Parcel, Question, Reply, Table, ToWorker } from './messages.ts';

/** Answers questions. */
export interface Session<T extends Table<T>> {
  take(question: Question<T>): void;
  /** Ends the work in progress. */
  cancel(): void;
  dispose(): void;
}

/** The row of every question: how it is answered, from what the session has. */
export type Rows<T extends Table<T>, Source> = {
  [N in keyof T]: (source: Source, ...asked: Asked<T, N>) => Answer<T, N> | Promise<Answer<T, N>>;
};

/** The questions that such rows answer. */
export type QuestionsOf<R> = {
  [N in keyof R]: R[N] extends (source: never, ...asked: infer A) => infer Result
    ? (...asked: A) => Awaited<Result>
    : never;
};

export type Emit<E extends Table<E>> = <N extends keyof E>(name: N, ...details: Parameters<E[N]>) => void;

export function emitTo<E extends Table<E>>(post: (event: EventOf<E>) => void): Emit<E> {
  return (name, ...details) => post({ kind: 'event', name, details });
}

/** Answers a question by its row, or says why not. */
export async function settle<T extends Table<T>, E extends Table<E>, Source, N extends keyof T>(
  rows: Rows<T, Source> | Promise<Rows<T, Source>>,
  source: Source,
  { id, name, asked }: Question<T, N>,
  post: (reply: Reply<T, E>) => void,
): Promise<void> {
  try {
    const answered: Answered<T, N> = { kind: 'answer', id, name, answer: await (await rows)[name](source, ...asked) };
    post(answered);
  } catch (error) {
    if (error instanceof Superseded) post({ kind: 'superseded', id });
    else post({ kind: 'failed', id, fault: toFields(error) });
    if (isBroken(error)) post({ kind: 'broken' });
  }
}

const FIELDS = ['field', 'position', 'length', 'line', 'column', 'expected', 'example', 'fix'] as const;

function toFields(error: unknown): FaultFields {
  // Unchecked: anything can be thrown, but each field that is missing has a default or is left out.
  const { message = String(error), code = 'defect', ...more } = error as Partial<Fault>;
  const known = FIELDS.filter((name) => name in more).map((name) => [name, more[name]]);
  return { message, code, ...Object.fromEntries(known) };
}

/** Whether the core panicked, trapped or reported an internal error, so that its state can no longer be trusted. */
function isBroken(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return error instanceof Error && 'code' in error && error.code === 'defect';
}

/** Runs sessions in this worker. `buffersOf` names the buffers that a reply transfers instead of copying. */
export function serve<T extends Table<T>, E extends Table<E>, Addresses>(
  begin: (post: (reply: Reply<T, E>) => void, addresses: Addresses) => Session<T>,
  buffersOf: (reply: Reply<T, E>) => ArrayBuffer[],
): void {
  const sessions = new Map<number, Session<T>>();

  function start(session: number, addresses: Addresses): void {
    const post = (content: Reply<T, E>): void =>
      postMessage({ session, content } satisfies Parcel<Reply<T, E>>, { transfer: buffersOf(content) });
    sessions.set(session, begin(post, addresses));
    post({ kind: 'ready' });
  }

  function end(session: number): void {
    sessions.get(session)?.dispose();
    sessions.delete(session);
  }

  // A property and no listener: a bridge to this script calls it with what came earlier (`start-worker.ts`).
  globalThis.onmessage = ({ data: { session, content } }: MessageEvent<Parcel<ToWorker<T, Addresses>>>) => {
    if (content.kind === 'begin') start(session, content.addresses);
    else if (content.kind === 'question') sessions.get(session)?.take(content.question);
    else if (content.kind === 'cancel') sessions.get(session)?.cancel();
    else end(session);
  };
}
