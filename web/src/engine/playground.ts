// Messages between the page and a session of the playground, other than the questions in `questions.ts`.

import type { QUESTIONS } from './figure/questions.ts';
import type { ORDERS } from './orders.ts';
import type { Reply as AnyReply } from './transport/messages.ts';
import type { QuestionsOf } from './transport/session.ts';
import type { LaneResult, Picture, Result, Scenario } from './types.ts';

export type Orders = QuestionsOf<typeof ORDERS>;
export type Questions = QuestionsOf<typeof QUESTIONS>;
export type Playground = Orders & Questions;

/** The questions that any part of the page may ask: `run` and `picture` are methods of the engine. */
export type Name = keyof Questions;
export type Asked<N extends Name> = Parameters<Playground[N]>;
export type Answer<N extends Name> = ReturnType<Playground[N]>;

/** Events of a session. */
export interface Events {
  /** The text of an order, which has this number, was valid. */
  scenario(order: number, scenario: Scenario): void;
  /** A run is finished, with a picture if its order had a viewport. Again when the last result is complete. */
  result(result: Result | Decided, picture?: Picture): void;
  progress(share: number | undefined): void;
  bands(): void;
}

export type Reply = AnyReply<Playground, Events>;

/** A result without its sentences and measures, which follow later. */
export interface Decided extends Omit<Result, 'finding' | 'lanes'> {
  lanes: Omit<LaneResult, 'sentence'>[];
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

/** The buffers that a reply transfers instead of copying: those of pictures, and of answers that are one array. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  return arraysOf(reply).flatMap((array) => (array?.buffer instanceof ArrayBuffer ? [array.buffer] : []));
}

function arraysOf(reply: Reply): (ArrayBufferView | undefined)[] {
  if (reply.kind === 'event') return reply.name === 'result' ? arraysIn(reply.details[1]) : [];
  if (reply.kind !== 'answer') return [];
  if (reply.name === 'picture') return arraysIn(reply.answer);
  return reply.answer instanceof Float64Array ? [reply.answer] : [];
}

function arraysIn(picture: Picture | undefined): (ArrayBufferView | undefined)[] {
  if (picture === undefined) return [];
  return [
    picture.traffic,
    picture.disagreements,
    ...picture.lanes.flatMap(({ marks, columns, band }) => [marks, columns, band]),
  ];
}
