// The engine itself, on any thread: takes orders and questions, and answers them with the core.

import { Drafts } from './drafts.ts';
import type { Question, Reply, Request } from './messages.ts';
import { toFields } from './messages.ts';
import type { Core } from './modules.ts';
import { isBroken, load } from './modules.ts';
import type { Places } from './places.ts';
import type { Answer, Asked, Name } from './questions.ts';
import { QUESTIONS } from './questions.ts';
import type { Read, Wanted } from './runner.ts';
import { Runner } from './runner.ts';
import { idle, pause, yieldToEvents } from './slices.ts';
import type { Order, Picture, Span, Viewport } from './types.ts';
import { Superseded } from './types.ts';
import { pictureOf } from './work.ts';

/** Milliseconds to wait for a request for the first picture: after the run is done, and in total. */
const PICTURE_SOON = 300;
const PICTURE_EVER = 1_000;

export class Session {
  private readonly drafts = new Drafts();
  private readonly runner: Runner;
  /** The newest order while only the small module has its text. The small module cannot describe a scenario. */
  private unread: { id: number; text: string } | undefined;
  private core: Core | undefined;
  /** Resolves when the first picture is sent, or when nobody asked for one in time. */
  private opening: Promise<void> | undefined;
  private reportPicture = (): void => undefined;
  private pictures = 0;

  constructor(
    private readonly reply: (reply: Reply) => void,
    private readonly places: Places,
  ) {
    this.runner = new Runner({
      reply,
      first: () => (this.core ? undefined : load('first', places)),
      opening: (run) => (this.opening ??= this.open(run)),
      newest: () => this.newest(),
    });
    // The small module is always needed. Whatever needs it reports the failure.
    load('first', places).catch(() => undefined);
  }

  take(request: Request): void {
    if (request.kind === 'cancel') this.runner.cancel();
    else void this.settle(request.id, request.question);
  }

  dispose(): void {
    this.runner.dispose();
    this.drafts.dispose();
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
    const wanted = 'text' in order ? this.wantText(id, order.text) : await this.wantChange(id, order);
    const result = await this.runner.run(wanted);
    const { held } = this.runner;
    const isPictured = viewport !== undefined && held?.text === result.text;
    const picture = isPictured ? pictureOf(held, viewport.span ?? result.shown, viewport.width) : undefined;
    if (picture !== undefined) this.reportPicture();
    return { kind: 'result', id, result, picture };
  }

  /**
   * Parses nothing before the whole module is loaded: the small one may be able to run the text. Known by the text as it
   * was given, so that it is not run again if it is ordered again when the whole module is there.
   */
  private wantText(id: number, text: string): Wanted {
    if (this.core === undefined) {
      this.unread = { id, text };
      return { text, read: () => this.newest() };
    }
    const read = this.readWith(this.core, text);
    this.unread = undefined;
    return { ...this.accept(id, read), text };
  }

  private async wantChange(id: number, { change }: Extract<Order, { change: unknown }>): Promise<Wanted> {
    await this.wholeModule();
    const { draft: newest } = await this.newest();
    const draft = this.drafts.change(newest, change);
    return this.accept(id, { draft, scenario: draft.describe() });
  }

  private accept(id: number, read: Read): Wanted & { read: () => Read } {
    this.reply({ kind: 'scenario', id, scenario: read.scenario });
    return { text: read.scenario.text, read: () => read };
  }

  /** The newest scenario in the whole module. Parses and reports it if only the small module has run it. */
  private async newest(): Promise<Read> {
    const core = await this.loadWhole();
    const { unread } = this;
    this.unread = undefined;
    if (unread !== undefined) return this.accept(unread.id, this.readWith(core, unread.text)).read();
    const draft = this.drafts.current;
    if (draft === undefined) throw new Superseded();
    return { draft, scenario: draft.describe() };
  }

  private readWith(core: Core, text: string): Read {
    const draft = this.drafts.read(core, text);
    return { draft, scenario: draft.describe() };
  }

  private async ask(name: Name, asked: Asked<Name>): Promise<Answer<Name>> {
    const { of, answer } = QUESTIONS[name];
    const subject = of === 'run' ? await this.runner.whole() : await this.wholeModule();
    return (answer as (...given: unknown[]) => Answer<Name>)(subject, ...asked);
  }

  private async open(run: Promise<unknown>): Promise<void> {
    const pictured = new Promise<void>((resolve) => (this.reportPicture = resolve));
    const soon = run.then(() => Promise.race([pictured, pause(PICTURE_SOON)]));
    await Promise.race([soon, pause(PICTURE_EVER)]);
    await idle();
  }

  private async loadWhole(): Promise<Core> {
    return (this.core = await load('everything', this.places));
  }

  /** The whole module, loaded after the first picture. */
  private async wholeModule(): Promise<Core> {
    if (!this.core) {
      await yieldToEvents();
      await this.opening;
    }
    return this.loadWhole();
  }

  private async picture(span: Span, width: number): Promise<Picture> {
    const number = (this.pictures += 1);
    await yieldToEvents();
    await this.runner.firstHeld;
    const { held } = this.runner;
    if (number !== this.pictures || !held) throw new Superseded();
    this.reportPicture();
    return pictureOf(held, span, width);
  }
}
