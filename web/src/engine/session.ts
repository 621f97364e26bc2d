// The engine itself, on any thread: takes orders and questions, and answers them with the core. It calls the runner and
// the scenarios, and the runner calls the scenarios; nothing calls back.

import type { Question, Reply, Request } from './messages.ts';
import { toFields } from './messages.ts';
import { isBroken } from './modules.ts';
import { Opening } from './opening.ts';
import type { Places } from './places.ts';
import type { Answer, Asked, Name } from './questions.ts';
import { QUESTIONS } from './questions.ts';
import { Runner } from './runner.ts';
import { Scenarios } from './scenarios.ts';
import { yieldToEvents } from './slices.ts';
import type { Order, Picture, Span, Viewport } from './types.ts';
import { Superseded } from './types.ts';
import { pictureOf } from './work.ts';

export class Session {
  private readonly opening = new Opening();
  private readonly scenarios: Scenarios;
  private readonly runner: Runner;
  private pictures = 0;

  constructor(
    private readonly reply: (reply: Reply) => void,
    places: Places,
  ) {
    this.scenarios = new Scenarios(reply, places, this.opening);
    this.runner = new Runner(reply, this.scenarios, this.opening);
  }

  take(request: Request): void {
    if (request.kind === 'cancel') this.runner.cancel();
    else void this.settle(request.id, request.question);
  }

  dispose(): void {
    this.runner.dispose();
    this.scenarios.dispose();
  }

  private async settle(id: number, question: Question): Promise<void> {
    try {
      this.reply(await this.answer(id, question));
    } catch (error) {
      if (error instanceof Superseded) this.reply({ kind: 'superseded', id });
      else this.reply({ kind: 'failed', id, fault: toFields(error) });
      if (isBroken(error)) this.reply({ kind: 'broken' });
    }
  }

  private async answer(id: number, question: Question): Promise<Reply> {
    switch (question.kind) {
      case 'run':
        return this.run(id, question.order, question.viewport);
      case 'picture':
        return { kind: 'answer', id, answer: await this.picture(question.span, question.width) };
      case 'ask':
        return { kind: 'answer', id, answer: await this.ask(question.name, question.asked) };
    }
  }

  /** Finds faults before it changes anything, so that the current picture and run continue. */
  private async run(id: number, order: Order, viewport: Viewport | undefined): Promise<Reply> {
    const wanted = 'text' in order ? this.scenarios.open(id, order.text) : await this.scenarios.change(id, order.change);
    const result = await this.runner.run(wanted);
    const { held } = this.runner;
    const isPictured = viewport !== undefined && held?.text === result.text;
    const picture = isPictured ? pictureOf(held, viewport.span ?? result.shown, viewport.width) : undefined;
    if (picture !== undefined) this.opening.end();
    return { kind: 'result', id, result, picture };
  }

  private async ask(name: Name, asked: Asked<Name>): Promise<Answer<Name>> {
    const { of, answer } = QUESTIONS[name];
    const subject = of === 'run' ? await this.runner.whole() : await this.scenarios.whole();
    return (answer as (...given: unknown[]) => Answer<Name>)(subject, ...asked);
  }

  private async picture(span: Span, width: number): Promise<Picture> {
    const number = (this.pictures += 1);
    await yieldToEvents();
    await this.runner.firstHeld;
    const { held } = this.runner;
    if (number !== this.pictures || !held) throw new Superseded();
    this.opening.end();
    return pictureOf(held, span, width);
  }
}
