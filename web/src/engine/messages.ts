// Messages between the page and the session, on whichever thread the session runs.

import type { Places } from './places.ts';
import type { Answer, Asked, Name } from './questions.ts';
import type { Fault, LaneResult, Order, Picture, Result, Scenario, Span, Viewport } from './types.ts';

/** To the session. Every message except `cancel` gets a reply with its number. */
export type Question =
  | { kind: 'run'; order: Order; viewport: Viewport | undefined }
  | { kind: 'picture'; span: Span; width: number }
  | { kind: 'ask'; name: Name; asked: Asked<Name> };

export type Request = { kind: 'question'; id: number; question: Question } | { kind: 'cancel' };
/** `begin` and `end` exist because one worker runs many sessions. */
export type ToWorker = Request | { kind: 'begin'; places: Places } | { kind: 'end' };

/** A message to or from one session of a worker. */
export interface Parcel<Content> {
  session: number;
  content: Content;
}

/** A result without its sentences and measures, which follow later. */
export interface Decided extends Omit<Result, 'finding' | 'lanes'> {
  lanes: Omit<LaneResult, 'sentence'>[];
}

/** From the session. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: Answer<Name> | Picture }
  | { kind: 'failed'; id: number; fault: FaultFields }
  | { kind: 'superseded'; id: number }
  /** The text of a run was valid. */
  | { kind: 'scenario'; id: number; scenario: Scenario }
  /** Has an `id` if it answers an order. Without one, it completes the last result. */
  | { kind: 'result'; id?: number; result: Result | Decided; picture?: Picture | undefined }
  | { kind: 'progress'; share: number | undefined }
  | { kind: 'bands' }
  /** The core has a defect. This instance must not be used again. */
  | { kind: 'broken' };

/** A fault without its prototype, because an error loses its fields when it is posted to another thread. */
export type FaultFields = Omit<Fault, 'name' | 'stack' | 'cause'>;

const FIELDS = ['field', 'position', 'length', 'line', 'column', 'expected', 'example', 'fix'] as const;

export function toFields(error: unknown): FaultFields {
  const { message = String(error), code = 'defect', ...more } = error as Partial<Fault>;
  const known = FIELDS.filter((name) => name in more).map((name) => [name, more[name]]);
  return { message, code, ...Object.fromEntries(known) };
}

export function toFault({ message, ...fields }: FaultFields): Fault {
  return Object.assign(new Error(message), { name: 'Fault' }, fields);
}

/** Fills in sentences and measures of the previous result where the new one has none yet. */
export function withWords(result: Result | Decided, before: Result | undefined): Result {
  if ('finding' in result) return result;
  const lanes = result.lanes.map((lane, index): LaneResult => {
    const known = before?.lanes[index];
    return { sentence: '', ...(known?.title === lane.title && known), ...lane };
  });
  return { finding: before?.finding ?? { headline: '', reason: '' }, ...result, lanes };
}

/** The buffers that a reply transfers instead of copying. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  const content = 'answer' in reply ? reply.answer : 'picture' in reply ? reply.picture : undefined;
  if (content instanceof Float64Array) return [content.buffer as ArrayBuffer];
  if (typeof content !== 'object' || !('traffic' in content) || !('width' in content)) return [];
  const arrays = content.lanes.flatMap(({ marks, columns, band }) => [marks, columns, band]);
  return [content.traffic, content.disagreements, ...arrays].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
