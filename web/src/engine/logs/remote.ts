// The worker that reads logs, as the page sees it.

import type { FaultFields } from '../messages.ts';
import { toFault } from '../messages.ts';
import { Superseded } from '../types.ts';
import type { FromLogs, ToLogs } from './messages.ts';
import { WASM, WORKER } from './places.ts';
import { ReadingFault } from './types.ts';
import type { Answer, Asked, LogEngine, Overview, Progress, Question, Reading, ReadingField, Source } from './types.ts';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  onProgress?: (progress: Progress) => void;
}

const FIELDS: readonly string[] = ['format', 'pattern', 'key', 'cost', 'limited'] satisfies ReadingField[];

const DEAD: FaultFields = { code: 'not_loaded', message: 'The part of Ratelab that reads logs has stopped: it could not be loaded, or the log is too large for this browser. Reload the page to try again.' };

export class RemoteLogs implements LogEngine {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker = new Worker(WORKER, { type: 'module' });
  private asked = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromLogs>) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(toFault(DEAD));
    };
    this.tell({ kind: 'begin', wasm: WASM });
  }

  read(source: Source, reading: Reading, onProgress: (progress: Progress) => void): Promise<Overview> {
    return this.send((id) => ({ kind: 'read', id, source, reading }), onProgress);
  }

  cancel(): void {
    this.tell({ kind: 'cancel' });
  }

  ask<Q extends Question>(name: Q, ...asked: Asked<Q>): Promise<Answer<Q>> {
    return this.send((id) => ({ kind: 'ask', id, name, asked: asked as Asked<Question> }));
  }

  private send<T>(message: (id: number) => ToLogs, onProgress?: (progress: Progress) => void): Promise<T> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
      this.tell(message(id));
    });
  }

  private tell(message: ToLogs): void {
    this.worker.postMessage(message);
  }

  private receive(reply: FromLogs): void {
    switch (reply.kind) {
      case 'progress':
        return this.waiting.get(reply.id)?.onProgress?.(reply.progress);
      case 'answer':
        return this.settle(reply.id)?.resolve(reply.answer as never);
      case 'failed':
        return this.settle(reply.id)?.reject(faultOf(reply.fault));
      case 'superseded':
        return this.settle(reply.id)?.reject(new Superseded());
    }
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}

function faultOf(fault: FaultFields): Error {
  const { field = '', message } = fault;
  return FIELDS.includes(field) ? new ReadingFault(field as ReadingField, message) : toFault(fault);
}
