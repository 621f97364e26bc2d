// Reads one log after the other, and answers questions about the newest.

import { LogReader } from '../../../generated/logs/ratelab_wasm.js';
import type { Log } from '../../../generated/logs/ratelab_wasm.js';
import { Turn } from '../coalescing.ts';
import { toFields } from '../messages.ts';
import { release } from '../modules.ts';
import { inSlices, yieldToEvents } from '../slices.ts';
import { Superseded } from '../types.ts';
import type { FromLogs, ToLogs } from './messages.ts';
import { QUESTIONS } from './questions.ts';
import { chunksOf } from './sources.ts';
import type { Overview, Reading, Source } from './types.ts';

/** So many bytes are handed over at once: read while they are still in the processor's cache, they take a fifteenth less time. */
const CACHED = 1 << 17;

type Asking = Extract<ToLogs, { kind: 'ask' }>;

export class LogSession {
  private log: Log | undefined;
  /** While a log is read. */
  private reader: LogReader | undefined;
  private isCancelled = false;
  private readonly turns = new Map<string, Turn>();

  constructor(private readonly loading: Promise<unknown>, private readonly reply: (reply: FromLogs) => void) {
    // Whoever asks is told.
    loading.catch(() => undefined);
  }

  take(message: Exclude<ToLogs, { kind: 'begin' }>): void {
    if (message.kind === 'cancel') this.isCancelled = true;
    else void this.settle(message);
  }

  private async settle(message: Exclude<ToLogs, { kind: 'begin' | 'cancel' }>): Promise<void> {
    const { id } = message;
    try {
      await this.loading;
      const answer = message.kind === 'read' ? this.read(message.source, message.reading, id, this.next('read')) : this.answer(message, this.next(message.name));
      this.reply({ kind: 'answer', id, answer: (await answer) as never });
    } catch (error) {
      if (error instanceof Superseded) this.reply({ kind: 'superseded', id });
      else this.reply({ kind: 'failed', id, fault: toFields(error) });
    }
  }

  /** A newer question of the same name ends an older one. */
  private next(name: string): Turn {
    this.turns.get(name)?.supersede();
    const turn = new Turn();
    this.turns.set(name, turn);
    return turn;
  }

  private async answer({ name, asked }: Asking, turn: Turn): Promise<unknown> {
    await yieldToEvents();
    turn.checkNewest();
    if (name === 'overview') this.lookEarly();
    const question = QUESTIONS[name] as (log: Log | undefined, ...asked: unknown[]) => Generator<void, unknown>;
    return inSlices(question(this.log, ...asked), () => turn.checkNewest());
  }

  /** While a log is read, questions are about what was read when an overview of it was asked for. */
  private lookEarly(): void {
    if (this.reader !== undefined) this.hold(this.reader.early());
  }

  private async read(source: Source, reading: Reading, id: number, turn: Turn): Promise<Overview> {
    const { format, pattern, key, cost, limited, leaveOutLimited } = reading;
    const reader = new LogReader(format, pattern, key, cost, limited, leaveOutLimited);
    this.isCancelled = false;
    this.reader = reader;
    try {
      const isWhole = await this.readAll(reader, source, id, turn);
      this.hold(isWhole ? reader.finish() : reader.early());
      return this.log!.overview();
    } finally {
      if (this.reader === reader) this.reader = undefined;
      release(reader);
    }
  }

  /** Returns whether nobody stopped it. */
  private async readAll(reader: LogReader, source: Source, id: number, turn: Turn): Promise<boolean> {
    for await (const { chunk, bytes, total } of chunksOf(source)) {
      for (let at = 0; at < chunk.length; at += CACHED) reader.push(chunk.subarray(at, at + CACHED));
      this.reply({ kind: 'progress', id, progress: { bytes, total, rows: reader.rows } });
      await yieldToEvents();
      turn.checkNewest();
      if (this.isCancelled) return false;
    }
    return true;
  }

  private hold(log: Log): void {
    release(this.log);
    this.log = log;
  }
}
