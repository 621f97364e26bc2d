// Runs scenarios in slices, and holds the newest finished run. A newer order ends the work on an older one.

import { stopwatch } from '../clock.ts';
import { REST, Turn } from './coalescing.ts';
import type { WholeRun } from './modules.ts';
import { release } from './modules.ts';
import type { Opening } from './opening.ts';
import type { Decided, Events } from './playground.ts';
import type { Scenarios, Wanted } from './scenarios.ts';
import { inSlices, pause, yieldToEvents } from './slices.ts';
import type { Emit } from './transport/session.ts';
import type { Result } from './types.ts';
import { Superseded } from './types.ts';
import type { Begun } from './work.ts';
import { beginQuick, beginWhole, decide, decidedOf, describe, prepareBands } from './work.ts';

/** Milliseconds that a run may take before it reports progress. */
const MOMENT = 100;

/**
 * If the sentences are ready within this many milliseconds, they are part of the result. Otherwise they follow later.
 */
const WORDS_SOON = 4;

export class Runner {
  /** The newest finished run. */
  held: Begun | undefined;
  /** Resolves when a run is held for the first time. */
  readonly firstHeld: Promise<void>;
  private resolveFirstHeld!: () => void;
  /**
   * `turn` belongs to the newest order, `working` to the run in progress. They differ while an older run finishes.
   */
  private turn = new Turn();
  private working = this.turn;
  private done: Promise<Result | Decided> | undefined;
  /** The run in progress; never rejects. */
  private busy: Promise<unknown> = Promise.resolve();
  private completing: Promise<WholeRun> | undefined;
  private reportsProgress = false;

  constructor(
    private readonly emit: Emit<Events>,
    private readonly scenarios: Scenarios,
    private readonly opening: Opening,
  ) {
    this.firstHeld = new Promise((resolve) => (this.resolveFirstHeld = resolve));
  }

  /** Does not rerun a scenario text that is already running or done. */
  async run(wanted: Wanted): Promise<Result | Decided> {
    const isUnderway = this.turn.isNewest && this.turn.text === wanted.text;
    if (!isUnderway || this.done === undefined) this.begin(wanted);
    const { turn, done } = this;
    const result = await done!;
    return (turn === this.turn && this.held?.reported) || result;
  }

  cancel(): void {
    this.working.cancel();
    this.turn.cancel();
    this.turn = new Turn();
    if (this.held?.whole) this.follow(this.turn);
  }

  dispose(): void {
    this.working.cancel();
    this.turn.cancel();
    this.hold(undefined);
  }

  /** The finished run in the whole module, which can answer every question. */
  async whole(): Promise<WholeRun> {
    await this.firstHeld;
    if (this.held?.whole) return this.held.whole.run;
    const completing = (this.completing ??= this.complete(this.turn));
    try {
      return await completing;
    } finally {
      if (this.completing === completing) this.completing = undefined;
    }
  }

  private begin(wanted: Wanted): void {
    this.turn.supersede();
    this.turn = new Turn(wanted.text);
    this.done = this.work(wanted, this.turn);
  }

  private async work(wanted: Wanted, turn: Turn): Promise<Result | Decided> {
    await this.busy;
    turn.checkNewest();
    this.working = turn;
    const performing = this.perform(wanted, turn);
    this.busy = performing.catch(() => undefined);
    void this.opening.after(this.busy);
    try {
      return await performing;
    } catch (error) {
      // If the same text is ordered again, run it again.
      if (turn.isNewest) this.turn = new Turn();
      throw error;
    } finally {
      if (turn.isNewest) this.follow(this.turn);
    }
  }

  /** Tries the small module first. If that refuses the text, the whole module runs it or explains the fault. */
  private async perform(wanted: Wanted, turn: Turn): Promise<Result | Decided> {
    await yieldToEvents();
    turn.checkNewest();
    const coming = this.scenarios.first();
    if (coming !== undefined) {
      try {
        const first = await coming;
        turn.begin(stopwatch());
        return await this.finish(beginQuick(first, wanted.text), () => turn.check());
      } catch (error) {
        if (error instanceof Superseded) throw error;
      }
    }
    const { draft, scenario } = await wanted.read();
    turn.begin(stopwatch());
    return this.finish(beginWhole(draft, scenario, this.held?.whole?.run), () => turn.check());
  }

  /** Runs to the end, then holds the run. Frees it on failure. */
  private async finish(begun: Begun, check: () => void): Promise<Result | Decided> {
    const elapsed = stopwatch();
    const between = (): void => {
      check();
      if (elapsed() > MOMENT) this.reportProgress(begun.run.progress);
    };
    // The first result has no earlier sentences to show meanwhile, so it waits for its own. The small module has few,
    // and they are quick.
    const isFirst = this.held === undefined || begun.whole === undefined;
    try {
      await inSlices(decide(begun), between);
      begun.reported = isFirst ? await inSlices(describe(begun), between) : describeSoon(begun, elapsed);
      this.hold(begun);
      return begun.reported;
    } catch (error) {
      release(begun.run);
      throw error;
    } finally {
      this.reportProgress(undefined);
    }
  }

  private hold(begun: Begun | undefined): void {
    release(this.held?.run);
    this.held = begun;
    this.completing = undefined;
    if (begun) this.resolveFirstHeld();
  }

  private reportProgress(share: number | undefined): void {
    if (share === undefined && !this.reportsProgress) return;
    this.reportsProgress = share !== undefined;
    this.emit('progress', share);
  }

  /** Work that can wait until the picture is sent: the complete result with its sentences, then the bands. */
  private follow(turn: Turn): void {
    // No caller awaits this. A question about the same run reports its failure.
    this.completeAndBand(turn).catch(() => undefined);
  }

  private async completeAndBand(turn: Turn): Promise<void> {
    await pause(REST);
    await this.opening.after(this.busy);
    turn.checkNewest();
    if (!this.held) return;
    await this.whole();
    const { held } = this;
    if (!held?.whole) return;
    await this.reportRest(held, turn);
    if (held.banded) return;
    await inSlices(prepareBands(held), () => turn.checkNewest());
    this.emit('bands');
  }

  /** A newer order stops this: while a slider is dragged, pictures go first. */
  private async reportRest(held: Begun, turn: Turn): Promise<void> {
    if (held.rest === undefined) return;
    const result = await inSlices(held.rest, () => turn.checkNewest());
    held.rest = undefined;
    held.reported = result;
    this.emit('result', result);
  }

  /** Repeats the run of the small module in the whole one. The result is the same. */
  private async complete(turn: Turn): Promise<WholeRun> {
    const { held } = this;
    const check = (): void => {
      turn.checkNewest();
      if (this.held !== held) throw new Superseded();
    };
    if (!held) throw new Superseded();
    const { draft, scenario } = await this.scenarios.newest();
    check();
    const begun = beginWhole(draft, scenario);
    this.emit('result', await this.finish(begun, check));
    return begun.whole.run;
  }
}

/**
 * The result with its sentences if they are ready soon. Otherwise leaves the rest in `begun.rest`, to report later.
 */
function describeSoon(begun: Begun, elapsed: () => number): Result | Decided {
  const describing = describe(begun);
  while (elapsed() < WORDS_SOON) {
    const step = describing.next();
    if (step.done) return step.value;
  }
  begun.rest = describing;
  return decidedOf(begun);
}
