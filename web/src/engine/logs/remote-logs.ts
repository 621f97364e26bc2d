// The worker that reads logs, as the page sees it.

import { scriptAddress } from '../script-address.ts';
import type { FaultFields } from '../transport/faults.ts';
import { toFault } from '../transport/faults.ts';
import type { Reply } from '../transport/messages.ts';
import { Remote } from '../transport/remote.ts';
import { Workers } from '../transport/workers.ts';
import { Superseded } from '../types.ts';
import type { Addresses } from './addresses.ts';
import { ADDRESSES, WORKER } from './addresses.ts';
import { isReadingField, ReadingFault } from './types.ts';
import type {
  Answer,
  Asked,
  Events,
  LogEngine,
  Overview,
  Progress,
  Question,
  Questions,
  Reading,
  Source,
} from './types.ts';

const DEAD: FaultFields = {
  code: 'not_loaded',
  message:
    'The log reader has stopped: it could not be loaded, or the log is too large for this browser. Reload the page ' +
    'to try again.',
};

export class RemoteLogs implements LogEngine {
  private readonly workers = new Workers<Questions, Events, Addresses>(
    () => new Worker(scriptAddress(WORKER.href), { type: 'module' }),
    ADDRESSES,
  );
  private readonly host = this.workers.begin({
    receive: (reply) => this.receive(reply),
    fail: () => this.remote.failAll(toFault(DEAD)),
  });
  private readonly remote = new Remote<Questions>((question) => this.host.ask(question));
  private readings = 0;
  private onProgress: (progress: Progress) => void = () => undefined;

  read(source: Source, reading: Reading, onProgress: (progress: Progress) => void): Promise<Overview> {
    this.onProgress = onProgress;
    return this.remote.ask('read', (this.readings += 1), source, reading);
  }

  cancel(): void {
    this.host.cancel();
  }

  ask<Q extends Question>(name: Q, ...asked: Asked<Q>): Promise<Answer<Q>> {
    return this.remote.ask(name, ...asked);
  }

  private receive(reply: Reply<Questions, Events>): void {
    switch (reply.kind) {
      case 'answer':
        return this.remote.answer(reply);
      case 'failed':
        return this.remote.fail(reply.id, faultOf(reply.fault));
      case 'superseded':
        return this.remote.fail(reply.id, new Superseded());
      case 'event':
        return this.receiveProgress(...reply.details);
    }
  }

  private receiveProgress(number: number, progress: Progress): void {
    if (number === this.readings) this.onProgress(progress);
  }
}

function faultOf(fault: FaultFields): Error {
  const { field = '', message } = fault;
  return isReadingField(field) ? new ReadingFault(field, message) : toFault(fault);
}
