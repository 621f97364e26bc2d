// The engine as the page sees it: questions with numbers, sent to wherever the session lives.

import type { Host } from './hosts.ts';
import { hostInWorker, hostOnPage } from './hosts.ts';
import type { Answers, Decided, Kind, Question, Reply } from './messages.ts';
import { toFault, withWords } from './messages.ts';
import type { Direction, Engine, FileKind, Result, Span, Stroke } from './types.ts';
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
  private asked = 0;
  /** The newest run that was asked for. */
  private newestRun: number | undefined;
  private newestResult: Result | undefined;
  /** Its text, for a session that takes the place of another. */
  private text: string | undefined;
  private workerAnswers = false;
  private mayRestart = true;
  private host: Host = this.hostAnywhere();

  run(text: string) {
    this.supersede(this.newestRun);
    this.newestRun = this.asked + 1;
    return this.ask({ kind: 'run', text });
  }
  /** The session ends those that it has not come to. What it did answer is shown, though a newer one will follow. */
  picture(span: Span, width: number) {
    return this.ask({ kind: 'picture', span, width });
  }
  explain(lane: number, request: number) {
    return this.ask({ kind: 'explain', lane, request });
  }
  disagreement(lanes: number[], from: number, direction: Direction) {
    return this.ask({ kind: 'disagreement', lanes, from, direction });
  }
  envelope(lane: number, lengths: BigUint64Array) {
    return this.ask({ kind: 'envelope', lane, lengths });
  }
  stateBytes(clients: number) {
    return this.ask({ kind: 'stateBytes', clients });
  }
  file(file: FileKind) {
    return this.ask({ kind: 'file', file });
  }
  vector(lane: number, id: string) {
    return this.ask({ kind: 'vector', lane, id });
  }
  read(text: string) {
    return this.ask({ kind: 'read', text });
  }
  readWith(text: string, key: string, value: string) {
    return this.ask({ kind: 'readWith', text, key, value });
  }
  paint(text: string, stroke: Stroke) {
    return this.ask({ kind: 'paint', text, stroke });
  }
  fromLink(link: string) {
    return this.ask({ kind: 'fromLink', link });
  }
  bounds() {
    return this.ask({ kind: 'bounds' });
  }

  cancel(): void {
    this.supersede(this.newestRun);
    this.host.tell({ kind: 'cancel' });
  }

  dispose(): void {
    this.host.stop();
    this.host = { tell: (told) => this.supersede('id' in told ? told.id : undefined), stop: () => undefined };
    for (const id of [...this.waiting.keys()]) this.supersede(id);
  }

  private ask<K extends Kind>(question: Extract<Question, { kind: K }>): Promise<Answers[K]> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { question, resolve, reject });
      this.host.tell({ kind: 'ask', id, question });
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
      case 'result':
        return this.receiveResult(reply.id, reply.result);
      case 'progress':
        return this.onProgress(reply.share);
      case 'bands':
        return this.onBands();
      case 'broken':
        return this.replaceBroken();
    }
  }

  private receiveResult(id: number | undefined, told: Result | Decided): void {
    const result = (this.newestResult = withWords(told, this.newestResult));
    this.text = result.text;
    this.settle(id)?.resolve(result as never);
    this.onResult(result);
  }

  /** A worker that has never answered is refused here, and would be again. */
  private replaceDead(): void {
    const again = this.workerAnswers && this.mayRestart;
    this.mayRestart = false;
    this.replace(again ? this.hostAnywhere() : this.hostHere());
  }

  /** A core with a defect needs a fresh worker; the page has no other to offer. */
  private replaceBroken(): void {
    if (!this.workerAnswers) return;
    this.replace(this.hostAnywhere());
  }

  /** Hands everything that is not answered to another host, after a run to ask it of. */
  private replace(host: Host): void {
    this.host.stop();
    this.host = host;
    this.workerAnswers = false;
    this.onProgress(undefined);
    const runs = [...this.waiting].filter(([, { question }]) => question.kind === 'run');
    if (runs.length === 0 && this.text !== undefined) this.restore(this.text);
    for (const [id, { question }] of this.waiting) host.tell({ kind: 'ask', id, question });
  }

  /** Only once: a text that breaks the core must not break it for ever. */
  private restore(text: string): void {
    this.text = undefined;
    this.host.tell({ kind: 'ask', id: (this.asked += 1), question: { kind: 'run', text } });
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
