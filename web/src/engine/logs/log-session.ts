// Reads one log after the other, and answers questions about the newest.

import { LogReader } from '../../../generated/logs/ratelab_wasm.js';
import type { Log } from '../../../generated/logs/ratelab_wasm.js';
import { Turn } from '../coalescing.ts';
import { release } from '../modules.ts';
import { inSlices, yieldToEvents } from '../slices.ts';
import type { Question, Reply } from '../transport/messages.ts';
import type { Emit, Session } from '../transport/session.ts';
import { emitTo, settle } from '../transport/session.ts';
import type { Asking, Held, Slices } from './questions.ts';
import { QUESTIONS } from './questions.ts';
import { chunksOf } from './sources.ts';
import type { Events, Overview, Questions, Reading, Source } from './types.ts';

/** Bytes handed over at once. Read while they are still in the processor's cache, they take a fifteenth less time. */
const CACHED = 1 << 17;

export class LogSession implements Session<Questions>, Held {
  log: Log | undefined;
  /** While a log is read. */
  private reader: LogReader | undefined;
  private isCancelled = false;
  private readonly turns = new Map<keyof Questions, Turn>();
  private readonly emit: Emit<Events>;

  constructor(
    private readonly loading: Promise<unknown>,
    private readonly post: (reply: Reply<Questions, Events>) => void,
  ) {
    this.emit = emitTo<Events>(post);
    // The questions report the failure.
    loading.catch(() => undefined);
  }

  /** A newer question of the same name ends an older one. */
  take(question: Question<Questions>): void {
    this.turns.get(question.name)?.supersede();
    const turn = new Turn();
    this.turns.set(question.name, turn);
    void settle<Questions, Events, Asking, keyof Questions>(QUESTIONS, this.asking(turn), question, this.post);
  }

  cancel(): void {
    this.isCancelled = true;
  }

  dispose(): void {
    for (const turn of this.turns.values()) turn.cancel();
    release(this.log);
  }

  lookEarly(): void {
    if (this.reader !== undefined) this.hold(this.reader.early());
  }

  private asking(turn: Turn): Asking {
    return {
      read: (number, source, reading) => this.read(turn, number, source, reading),
      answer: (ask) => this.answer(turn, ask),
    };
  }

  private async answer<T>(turn: Turn, ask: (held: Held) => Slices<T>): Promise<T> {
    await this.loading;
    await yieldToEvents();
    turn.checkNewest();
    return inSlices(ask(this), () => turn.checkNewest());
  }

  private async read(turn: Turn, number: number, source: Source, reading: Reading): Promise<Overview> {
    await this.loading;
    const { format, pattern, key, cost, limited, leaveOutLimited } = reading;
    const reader = new LogReader(format, pattern, key, cost, limited, leaveOutLimited);
    this.isCancelled = false;
    this.reader = reader;
    try {
      const isWhole = await this.readAll(reader, source, number, turn);
      return this.hold(isWhole ? reader.finish() : reader.early()).overview();
    } finally {
      if (this.reader === reader) this.reader = undefined;
      release(reader);
    }
  }

  /** Returns whether it ran to the end. */
  private async readAll(reader: LogReader, source: Source, number: number, turn: Turn): Promise<boolean> {
    for await (const { chunk, bytes, total } of chunksOf(source)) {
      for (let at = 0; at < chunk.length; at += CACHED) reader.push(chunk.subarray(at, at + CACHED));
      this.emit('progress', number, { bytes, total, rows: reader.rows });
      await yieldToEvents();
      turn.checkNewest();
      if (this.isCancelled) return false;
    }
    return true;
  }

  private hold(log: Log): Log {
    release(this.log);
    return (this.log = log);
  }
}
