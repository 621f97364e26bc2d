// The engine as the page sees it. It asks the session, wherever that runs, and replaces one that is lost.

import type { PlaygroundHost } from './hosts.ts';
import { hostOnPage, WORKERS } from './hosts.ts';
import type { Decided, Events, Playground, Reply } from './playground.ts';
import { withWords } from './playground.ts';
import type { Answer, Asked, Name } from './playground.ts';
import { toFault } from './transport/faults.ts';
import type { EventOf } from './transport/messages.ts';
import { Remote } from './transport/remote.ts';
import type { Engine, Order, Picture, Result, Scenario, Span, Viewport } from './types.ts';
import { Superseded } from './types.ts';

export class RemoteEngine implements Engine {
  onResult: Engine['onResult'] = () => undefined;
  onProgress: Engine['onProgress'] = () => undefined;
  onBands: Engine['onBands'] = () => undefined;

  private readonly remote = new Remote<Playground>((question) => this.host.ask(question));
  /** Callbacks for the scenarios of orders, kept until a newer order is accepted. */
  private readonly describing = new Map<number, (scenario: Scenario) => void>();
  private orders = 0;
  private newestResult: Result | undefined;
  /** The text of the newest result, to restore it in a replacement session. */
  private text: string | undefined;
  private workerAnswers = false;
  private mayRestart = true;
  private host: PlaygroundHost = this.hostAnywhere();

  run(order: Order, viewport?: Viewport, onScenario?: (scenario: Scenario) => void): Promise<void> {
    if ('text' in order) this.describing.clear();
    const number = (this.orders += 1);
    if (onScenario) this.describing.set(number, onScenario);
    return this.remote.ask('run', number, order, viewport);
  }

  picture(span: Span, width: number): Promise<Picture> {
    return this.remote.ask('picture', span, width);
  }

  ask<N extends Name>(name: N, ...asked: Asked<N>): Promise<Answer<N>> {
    return this.remote.ask(name, ...asked);
  }

  cancel(): void {
    for (const { id, name } of this.remote.open) if (name === 'run') this.remote.fail(id, new Superseded());
    this.host.cancel();
  }

  dispose(): void {
    this.host.stop();
    // To stop or to cancel what has stopped does nothing.
    this.host = { ...this.host, ask: ({ id }) => this.remote.fail(id, new Superseded()) };
    this.remote.failAll(new Superseded());
  }

  private receive(reply: Reply): void {
    switch (reply.kind) {
      case 'ready':
        this.workerAnswers = true;
        return;
      case 'answer':
        return this.remote.answer(reply);
      case 'failed':
        return this.remote.fail(reply.id, toFault(reply.fault));
      case 'superseded':
        return this.remote.fail(reply.id, new Superseded());
      case 'event':
        return this.receiveEvent(reply);
      case 'broken':
        return this.replaceBroken();
    }
  }

  private receiveEvent({ name, details }: EventOf<Events>): void {
    switch (name) {
      case 'scenario':
        return this.receiveScenario(...details);
      case 'result':
        return this.receiveResult(...details);
      case 'progress':
        return this.onProgress(...details);
      case 'bands':
        return this.onBands();
    }
  }

  private receiveScenario(order: number, scenario: Scenario): void {
    const describe = this.describing.get(order);
    for (const older of [...this.describing.keys()]) if (older <= order) this.describing.delete(older);
    // A replacement session gets the text that the change produced, not the change.
    for (const { name, asked } of this.remote.open)
      if (name === 'run' && asked[0] === order) asked[1] = { text: scenario.text };
    describe?.(scenario);
  }

  private receiveResult(received: Result | Decided, picture?: Picture): void {
    const result = (this.newestResult = { ...withWords(received, this.newestResult), picture });
    this.text = result.text;
    this.onResult(result);
  }

  /** A worker that never answered is blocked here, and a second one would be too. */
  private replaceDead(): void {
    const again = this.workerAnswers && this.mayRestart;
    this.mayRestart = false;
    this.replace(again ? this.hostAnywhere() : this.hostHere());
  }

  /** A core with an internal error needs a new worker. On the main thread there is no second core to switch to. */
  private replaceBroken(): void {
    if (!this.workerAnswers) return;
    this.replace(this.hostAnywhere());
  }

  /** Sends all open questions to another host, after restoring the run that they are about. */
  private replace(host: PlaygroundHost): void {
    this.host.stop();
    this.host = host;
    this.workerAnswers = false;
    this.onProgress(undefined);
    const { open } = this.remote;
    const hasText = open.some(({ name, asked }) => name === 'run' && 'text' in asked[1]);
    if (!hasText && this.text !== undefined) this.restore(this.text);
    for (const question of open) host.ask(question);
  }

  /** Only once: a text that breaks the core must not break it in a loop. */
  private restore(text: string): void {
    this.text = undefined;
    // No caller awaits it: the questions about it report its failure.
    this.host.ask({ id: 0, name: 'run', asked: [0, { text }] });
  }

  private hostAnywhere(): PlaygroundHost {
    try {
      const host: PlaygroundHost = WORKERS.begin({
        receive: (reply) => this.host === host && this.receive(reply),
        fail: () => this.host === host && this.replaceDead(),
      });
      return host;
    } catch {
      return this.hostHere();
    }
  }

  private hostHere(): PlaygroundHost {
    const host: PlaygroundHost = hostOnPage((reply) => this.host === host && this.receive(reply));
    return host;
  }
}
