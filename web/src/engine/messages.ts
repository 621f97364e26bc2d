// What passes between the page and the session, whichever thread that is on.

import type { Places } from './places.ts';
import type { Bounds, Card, Direction, Fault, FileKind, LaneResult, Picture, Result, Scenario, Span, Stroke } from './types.ts';

export type Question =
  | { kind: 'run'; text: string }
  | { kind: 'picture'; span: Span; width: number }
  | { kind: 'explain'; lane: number; request: number }
  | { kind: 'disagreement'; lanes: number[]; from: number; direction: Direction }
  | { kind: 'envelope'; lane: number; lengths: BigUint64Array }
  | { kind: 'stateBytes'; clients: number }
  | { kind: 'file'; file: FileKind }
  | { kind: 'vector'; lane: number; id: string }
  | { kind: 'read'; text: string }
  | { kind: 'readWith'; text: string; key: string; value: string }
  | { kind: 'paint'; text: string; stroke: Stroke }
  | { kind: 'fromLink'; link: string }
  | { kind: 'bounds' };

/** What each kind of question is answered with. */
export interface Answers {
  run: Result;
  picture: Picture;
  explain: Card;
  disagreement: number | undefined;
  envelope: Float64Array;
  stateBytes: Float64Array;
  file: string;
  vector: string | undefined;
  read: Scenario;
  readWith: Scenario;
  paint: string;
  fromLink: string;
  bounds: Bounds;
}

export type Kind = keyof Answers;
export type Answer = Answers[Exclude<Kind, 'run'>];

/** A result whose words are still to come. */
export interface Decided extends Omit<Result, 'comparison' | 'lanes'> {
  lanes: Omit<LaneResult, 'sentence'>[];
}

/** To the session. It begins and ends where one worker has many. */
export type Asking = { kind: 'ask'; id: number; question: Question } | { kind: 'cancel' };
export type Told = Asking | { kind: 'begin'; places: Places } | { kind: 'end' };

/** Something to or from one of the sessions of a worker. */
export interface Parcel<Content> {
  session: number;
  content: Content;
}

/** From the session. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'failed'; id: number; fault: FaultFields }
  | { kind: 'superseded'; id: number }
  /** Of a run that was asked for, or of one that was done again to complete the last. */
  | { kind: 'result'; id?: number; result: Result | Decided }
  | { kind: 'progress'; share: number | undefined }
  | { kind: 'bands' }
  /** The core has a defect and must not be used again in this place. */
  | { kind: 'broken' };

/** A fault without its prototype, because what is thrown loses its fields between threads. */
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
  const answer = reply.kind === 'answer' ? reply.answer : undefined;
  if (answer instanceof Float64Array) return [answer.buffer as ArrayBuffer];
  if (typeof answer !== 'object' || !('traffic' in answer) || !('width' in answer)) return [];
  const arrays = answer.lanes.flatMap(({ marks, columns, band }) => [marks, columns, band]);
  return [answer.traffic, answer.disagreements, ...arrays].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
