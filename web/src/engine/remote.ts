// The engine as the page sees it. It numbers questions and sends them to the session, wherever that runs.

import type { Host } from './hosts.ts';
import { hostInWorker, hostOnPage } from './hosts.ts';
import type { Question, Reply } from './messages.ts';
import { toFault, withWords } from './messages.ts';
import type { Answer, Asked, Name } from './questions.ts';
import type { Engine, Order, Picture, Result, Scenario, Span, Viewport } from './types.ts';
import { Superseded } from './types.ts';

interface Waiting {
  question: Question;
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class Remote implements Engine {
  onResult: Engine['onResult'] = () => undefined;
  onProgress: Engine['onProgress'] = () => undefined;
  onBands: Engine['onBands'] = () => undefined;

  private readonly waiting = new Map<number, Waiting>();
  /** Callbacks for the scenarios of orders, kept until a newer order is accepted. */
  private readonly describing = new Map<number, (scenario: Scenario) => void>();
  private asked = 0;
  private newestRun: number | undefined;
  private newestResult: Result | undefined;
  /** The text of the newest result, to restore it in a replacement session. */
  private text: string | undefined;
  private workerAnswers = false;
  private mayRestart = true;
  private host: Host = this.hostAnywhere();

  run(order: Order, viewport?: Viewport, onScenario?: (scenario: Scenario) => void): Promise<Result> {
    if ('text' in order) this.describing.clear();
    this.newestRun = this.asked + 1;
    if (onScenario) this.describing.set(this.newestRun, onScenario);
    return this.send({ kind: 'run', order, viewport });
  }

  picture(span: Span, width: number): Promise<Picture> {
    return this.send({ kind: 'picture', span, width });
  }

  ask<N extends Name>(name: N, ...asked: Asked<N>): Promise<Answer<N>> {
    return this.send({ kind: 'ask', name, asked: asked as Asked<Name> });
  }

  cancel(): void {
    this.supersede(this.newestRun);
    this.host.tell({ kind: 'cancel' });
  }

  dispose(): void {
    this.host.stop();
    this.host = { tell: (request) => this.supersede('id' in request ? request.id : undefined), stop: () => undefined };
    for (const id of [...this.waiting.keys()]) this.supersede(id);
  }

  private send<Answer>(question: Question): Promise<Answer> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { question, resolve, reject });
      this.host.tell({ kind: 'question', id, question });
    });
  }

  private supersede(id: number | undefined): void {
    this.settle(id)?.reject(new Superseded());
  }

  private settle(id: number | undefined): Waiting | undefined {
    if (id === undefined) return undefined;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private receive(reply: Reply): void {
    switch (reply.kind) {
      case 'ready':
        this.workerAnswers = true;
        return;
      case 'answer':
        return this.settle(reply.id)?.resolve(reply.answer as never);
      case 'failed':
        return this.settle(reply.id)?.reject(toFault(reply.fault));
      case 'superseded':
        return this.supersede(reply.id);
      case 'scenario':
        return this.receiveScenario(reply.id, reply.scenario);
      case 'result':
        return this.receiveResult(reply);
      case 'progress':
        return this.onProgress(reply.share);
      case 'bands':
        return this.onBands();
      case 'broken':
        return this.replaceBroken();
    }
  }

  private receiveScenario(id: number, scenario: Scenario): void {
    const describe = this.describing.get(id);
    for (const older of [...this.describing.keys()]) if (older <= id) this.describing.delete(older);
    const waiting = this.waiting.get(id);
    // A replacement session gets the text that the change produced, not the change.
    if (waiting?.question.kind === 'run') waiting.question.order = { text: scenario.text };
    describe?.(scenario);
  }

  private receiveResult({ id, result: received, picture }: Extract<Reply, { kind: 'result' }>): void {
    const result = (this.newestResult = { ...withWords(received, this.newestResult), picture });
    this.text = result.text;
    this.settle(id)?.resolve(result as never);
    this.onResult(result);
  }

  /** A worker that never answered is blocked here, and a second one would be too. */
  private replaceDead(): void {
    const again = this.workerAnswers && this.mayRestart;
    this.mayRestart = false;
    this.replace(again ? this.hostAnywhere() : this.hostHere());
  }

  /** A core with a defect needs a new worker. On the main thread there is no second core to switch to. */
  private replaceBroken(): void {
    if (!this.workerAnswers) return;
    this.replace(this.hostAnywhere());
  }

  /** Sends all open questions to another host, after restoring the run that they are about. */
  private replace(host: Host): void {
    this.host.stop();
    this.host = host;
    this.workerAnswers = false;
    this.onProgress(undefined);
    const questions = [...this.waiting.values()].map(({ question }) => question);
    const hasText = questions.some((question) => question.kind === 'run' && 'text' in question.order);
    if (!hasText && this.text !== undefined) this.restore(this.text);
    for (const [id, { question }] of this.waiting) host.tell({ kind: 'question', id, question });
  }

  /** Only once: a text that breaks the core must not break it in a loop. */
  private restore(text: string): void {
    this.text = undefined;
    const question: Question = { kind: 'run', order: { text }, viewport: undefined };
    this.host.tell({ kind: 'question', id: (this.asked += 1), question });
  }

  private hostAnywhere(): Host {
    try {
      const host: Host = hostInWorker(
        (reply) => this.host === host && this.receive(reply),
        () => this.host === host && this.replaceDead(),
      );
      return host;
    } catch {
      return this.hostHere();
    }
  }

  private hostHere(): Host {
    const host: Host = hostOnPage((reply) => this.host === host && this.receive(reply));
    return host;
  }
}
