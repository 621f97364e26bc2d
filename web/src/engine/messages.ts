// What passes between the page and the session, whichever thread that is on.

import type { Places } from './places.ts';
import type { Answer, Asked, Name } from './questions.ts';
import type { Fault, LaneResult, Order, Picture, Result, Scenario, Span, Viewport } from './types.ts';

/** To the session. All but `cancel` are answered by their number. */
export type Question =
  | { kind: 'run'; order: Order; viewport: Viewport | undefined }
  | { kind: 'picture'; span: Span; width: number }
  | { kind: 'ask'; name: Name; asked: Asked<Name> };

export type Request = { kind: 'question'; id: number; question: Question } | { kind: 'cancel' };
/** Sessions begin and end where one worker has many. */
export type ToWorker = Request | { kind: 'begin'; places: Places } | { kind: 'end' };

/** A message to or from one of the sessions of a worker. */
export interface Parcel<Content> {
  session: number;
  content: Content;
}

/** A result whose words are still to come. */
export interface Decided extends Omit<Result, 'comparison' | 'lanes'> {
  lanes: Omit<LaneResult, 'sentence'>[];
}

/** From the session. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: Answer<Name> | Picture }
  | { kind: 'failed'; id: number; fault: FaultFields }
  | { kind: 'superseded'; id: number }
  /** What was asked to run could be read. */
  | { kind: 'scenario'; id: number; scenario: Scenario }
  /** Of a run that was asked for, or of one that was done again to complete the last. */
  | { kind: 'result'; id?: number; result: Result | Decided; picture?: Picture | undefined }
  | { kind: 'progress'; share: number | undefined }
  | { kind: 'bands' }
  /** The core has a defect and must not be used again in this place. */
  | { kind: 'broken' };

/** A fault without its prototype, because an error loses its fields between threads. */
export type FaultFields = Omit<Fault, 'name' | 'stack' | 'cause'>;

const FIELDS = ['field', 'position', 'length', 'line', 'column', 'expected', 'example'] as const;

export function toFields(error: unknown): FaultFields {
  const { message = String(error), code = 'defect', ...more } = error as Partial<Fault>;
  const known = FIELDS.filter((name) => name in more).map((name) => [name, more[name]]);
  return { message, code, ...Object.fromEntries(known) };
}

export function toFault({ message, ...fields }: FaultFields): Fault {
  return Object.assign(new Error(message), { name: 'Fault' }, fields);
}

/** A result with the words of the one before, where it has none of its own yet. */
export function withWords(result: Result | Decided, before: Result | undefined): Result {
  if ('comparison' in result) return result;
  const lanes = result.lanes.map((lane, index): LaneResult => {
    const known = before?.lanes[index];
    return { sentence: '', ...(known?.title === lane.title && known), ...lane };
  });
  return { comparison: before?.comparison ?? '', ...result, lanes };
}

/** The memory that changes hands with a reply instead of being copied. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  const content = 'answer' in reply ? reply.answer : 'picture' in reply ? reply.picture : undefined;
  if (content instanceof Float64Array) return [content.buffer as ArrayBuffer];
  if (typeof content !== 'object' || !('traffic' in content) || !('width' in content)) return [];
  const arrays = content.lanes.flatMap(({ marks, columns, band }) => [marks, columns, band]);
  return [content.traffic, content.disagreements, ...arrays].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
