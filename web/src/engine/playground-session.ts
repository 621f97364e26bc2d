// The engine itself, on any thread: takes orders and questions, and answers them with the core. It calls the runner and
// the scenarios, and the runner calls the scenarios; nothing calls back.

import type { Addresses } from './addresses.ts';
import type { Core, Studio, StudioRun, WholeRun } from './modules.ts';
import { Opening } from './opening.ts';
import type { Events, Orders, Playground, Questions, Reply } from './playground.ts';
import type { Source } from './orders.ts';
import { ORDERS } from './orders.ts';
import { Runner } from './runner.ts';
import { Scenarios } from './scenarios.ts';
import { yieldToEvents } from './slices.ts';
import { StudioRuns } from './studio.ts';
import type { Question } from './transport/messages.ts';
import type { Emit, Session } from './transport/session.ts';
import { emitTo, settle } from './transport/session.ts';
import type { Order, Picture, Span, Viewport } from './types.ts';
import { Superseded } from './types.ts';
import { pictureOf } from './work.ts';

export class PlaygroundSession implements Session<Playground>, Source {
  private readonly opening = new Opening();
  private readonly emit: Emit<Events>;
  private readonly scenarios: Scenarios;
  private readonly runner: Runner;
  private readonly studio: StudioRuns;
  private pictures = 0;

  constructor(
    private readonly post: (reply: Reply) => void,
    addresses: Addresses,
  ) {
    this.emit = emitTo<Events>(post);
    this.scenarios = new Scenarios(this.emit, addresses, this.opening);
    this.runner = new Runner(this.emit, this.scenarios, this.opening);
    this.studio = new StudioRuns(addresses);
  }

  take(question: Question<Playground>): void {
    if (question.name === 'run' || question.name === 'picture') {
      void settle<Orders, Events, Source, keyof Orders>(ORDERS, this, question, this.post);
    } else {
      const answers = this.scenarios.whole().then(({ QUESTIONS }) => QUESTIONS);
      void settle<Questions, Events, Source, keyof Questions>(answers, this, question, this.post);
    }
  }

  cancel(): void {
    this.runner.cancel();
  }

  dispose(): void {
    this.runner.dispose();
    this.studio.dispose();
    this.scenarios.dispose();
  }

  /** Finds faults before it changes anything, so that the current picture and run continue. */
  async run(number: number, order: Order, viewport: Viewport | undefined): Promise<void> {
    const wanted =
      'text' in order ? this.scenarios.open(number, order.text) : await this.scenarios.change(number, order.change);
    const result = await this.runner.run(wanted);
    const { held } = this.runner;
    const isPictured = viewport !== undefined && held?.text === result.text;
    const picture = isPictured ? pictureOf(held, viewport.span ?? result.shown, viewport.width) : undefined;
    if (picture !== undefined) this.opening.end();
    this.emit('result', result, picture);
  }

  async picture(span: Span, width: number): Promise<Picture> {
    const number = (this.pictures += 1);
    await yieldToEvents();
    await this.runner.firstHeld;
    const { held } = this.runner;
    if (number !== this.pictures || !held) throw new Superseded();
    this.opening.end();
    return pictureOf(held, span, width);
  }

  wholeRun(): Promise<WholeRun> {
    return this.runner.whole();
  }

  wholeModule(): Promise<Core> {
    return this.scenarios.whole();
  }

  async studioRun(): Promise<StudioRun> {
    await this.runner.whole();
    const { held } = this.runner;
    if (!held) throw new Superseded();
    return this.studio.repeat(held);
  }

  studioModule(): Promise<Studio> {
    return this.studio.module();
  }
}
