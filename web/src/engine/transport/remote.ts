// Asks questions of whatever answers elsewhere: in a worker, on the page or in a frame. Numbers the questions, and
// matches the answers to them.

import type { Answer, Answered, Asked, Question, Table } from './messages.ts';

interface Waiting<T extends Table<T>> {
  question: Question<T>;
  resolve: (answered: Answered<T>) => void;
  reject: (error: Error) => void;
}

export class Remote<T extends Table<T>> {
  private readonly waiting = new Map<number, Waiting<T>>();
  private asked = 0;

  constructor(private readonly send: (question: Question<T>) => void) {}

  ask<N extends keyof T>(name: N, ...asked: Asked<T, N>): Promise<Answer<T, N>> {
    const question: Question<T, N> = { id: (this.asked += 1), name, asked };
    return new Promise((resolve, reject) => {
      const isMine = (answered: Answered<T>): answered is Answered<T, N> => answered.name === name;
      this.waiting.set(question.id, {
        question,
        resolve: (answered) => isMine(answered) && resolve(answered.answer),
        reject,
      });
      this.send(question);
    });
  }

  /** The questions without an answer, the oldest first. */
  get open(): Question<T>[] {
    return [...this.waiting.values()].map(({ question }) => question);
  }

  answer(answered: Answered<T>): void {
    this.settle(answered.id)?.resolve(answered);
  }

  fail(id: number, error: Error): void {
    this.settle(id)?.reject(error);
  }

  /** Fails all open questions. */
  failAll(error: Error): void {
    for (const { id } of this.open) this.fail(id, error);
  }

  private settle(id: number): Waiting<T> | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
