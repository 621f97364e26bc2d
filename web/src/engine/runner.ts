// Runs scenarios in slices: which run is done, which is being done. A newer order ends the work on an older one.

import { stopwatch } from '../clock.ts';
import type { Decided, Reply } from './messages.ts';
import type { Draft, Modules, WholeRun } from './modules.ts';
import { release } from './modules.ts';
import { breathe, inSlices, pause } from './slices.ts';
import { Turn } from './turn.ts';
import type { Result, Scenario } from './types.ts';
import { Superseded } from './types.ts';
import type { Begun } from './work.ts';
import { beginQuick, beginWhole, decide, decidedOf, describe, prepareBands } from './work.ts';

/** How many milliseconds a run may take before its progress is reported. */
const MOMENT = 100;

/** For how many milliseconds no order must have come before anything but pictures is made: two frames. */
const REST = 32;

/** A run that has its words in so many milliseconds is reported with them; others report theirs later. */
const WORDS_SOON = 4;

/** A scenario as the whole module has read it. */
export interface Read {
  draft: Draft;
  scenario: Scenario;
}

/** What is to be run. */
export interface Wanted {
  text: string;
  /** By the whole module, which throws a fault where the text has one. */
  read(): Read | Promise<Read>;
}

/** What a runner works with. */
export interface Means {
  reply(reply: Reply): void;
  /** The small module, as long as the whole one is not there. */
  first(): Promise<Modules['first']> | undefined;
  /** Until the first picture is out. It is called with the run that it may be of. */
  opening(run: Promise<unknown>): Promise<void>;
}

export class Runner {
  /** The newest run that is done. */
  held: Begun | undefined;
  /** When there is one. */
  readonly firstHeld: Promise<void>;
  private resolveFirstHeld!: () => void;
  /** Of the newest order, and of the one that is being run: at times these are two. */
  private turn = new Turn(undefined);
  private working = this.turn;
  private done: Promise<Result | Decided> | undefined;
  /** The run that is being done; it never rejects. */
  private busy: Promise<unknown> = Promise.resolve();
  private completing: Promise<WholeRun> | undefined;
  private reportsProgress = false;

  constructor(private readonly means: Means) {
    this.firstHeld = new Promise((resolve) => (this.resolveFirstHeld = resolve));
  }

  /** What is running already is not begun again, and what is done is not done again. */
  async run(wanted: Wanted): Promise<Result | Decided> {
    const isUnderway = this.turn.isNewest && this.turn.text === wanted.text;
    if (!isUnderway || this.done === undefined) this.begin(wanted);
    const { turn, done } = this;
    const result = await done!;
    return (turn === this.turn && this.held?.reported) || result;
  }

  cancel(): void {
    this.working.end();
    this.turn.end();
    this.turn = new Turn(undefined);
    if (this.held?.whole) this.follow(this.turn);
  }

  dispose(): void {
    this.working.end();
    this.turn.end();
    this.hold(undefined);
  }

  /** The run that is done, by the module that can answer everything. `read` gives its scenario. */
  async whole(read: () => Promise<Read>): Promise<WholeRun> {
    await this.firstHeld;
    if (this.held?.whole) return this.held.whole.run;
    const completing = (this.completing ??= this.complete(this.turn, read));
    try {
      return await completing;
    } finally {
      if (this.completing === completing) this.completing = undefined;
    }
  }

  /** What `follow` does besides: the run by the whole module, which it waits for. */
  onFollow: () => Promise<unknown> = async () => undefined;

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
    void this.means.opening(this.busy);
    try {
      return await performing;
    } catch (error) {
      // Ordered again, it is tried again.
      if (turn.isNewest) this.turn = new Turn(undefined);
      throw error;
    } finally {
      if (turn.isNewest) this.follow(this.turn);
    }
  }

  /** The small module knows less, and the whole one has better words for whatever that refuses. */
  private async perform(wanted: Wanted, turn: Turn): Promise<Result | Decided> {
    await breathe();
    turn.checkNewest();
    const coming = this.means.first();
    if (coming !== undefined) {
      try {
        const first = await coming;
        turn.begin();
        return await this.finish(beginQuick(first, wanted.text), () => turn.check());
      } catch (error) {
        if (error instanceof Superseded) throw error;
      }
    }
    const { draft, scenario } = await wanted.read();
    turn.begin();
    return this.finish(beginWhole(draft, scenario, this.held?.whole?.run), () => turn.check());
  }

  /** Takes a run to its end, and holds it from then on. It is freed whatever happens. */
  private async finish(begun: Begun, check: () => void): Promise<Result | Decided> {
    const elapsed = stopwatch();
    const between = (): void => {
      check();
      if (elapsed() > MOMENT) this.reportProgress(begun.run.progress);
    };
    // Without words before it the first result waits for its own, and the small module has few to find.
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
    this.means.reply({ kind: 'progress', share });
  }

  /** What can wait until a picture is out: the complete result with its words, then the bands. */
  private follow(turn: Turn): void {
    // Nobody waits for it, and a question about the same is told why it failed.
    this.completeAndBand(turn).catch(() => undefined);
  }

  private async completeAndBand(turn: Turn): Promise<void> {
    await pause(REST);
    await this.means.opening(this.busy);
    turn.checkNewest();
    if (!this.held) return;
    await this.onFollow();
    const { held } = this;
    if (!held?.whole) return;
    await this.reportRest(held, turn);
    if (held.banded) return;
    await inSlices(prepareBands(held), () => turn.checkNewest());
    this.means.reply({ kind: 'bands' });
  }

  /** A newer order ends it: while a slider is dragged, pictures go first. */
  private async reportRest(held: Begun, turn: Turn): Promise<void> {
    if (held.rest === undefined) return;
    const result = await inSlices(held.rest, () => turn.checkNewest());
    held.rest = undefined;
    held.reported = result;
    this.means.reply({ kind: 'result', result });
  }

  /** Runs again, which gives the same, what the small module has done. */
  private async complete(turn: Turn, read: () => Promise<Read>): Promise<WholeRun> {
    const { held } = this;
    const check = (): void => {
      turn.checkNewest();
      if (this.held !== held) throw new Superseded();
    };
    if (!held) throw new Superseded();
    const { draft, scenario } = await read();
    check();
    const begun = beginWhole(draft, scenario);
    this.means.reply({ kind: 'result', result: await this.finish(begun, check) });
    return begun.whole.run;
  }
}

/** The result with its words if they are there soon, else without: then they are still to be reported. */
function describeSoon(begun: Begun, elapsed: () => number): Result | Decided {
  const describing = describe(begun);
  while (elapsed() < WORDS_SOON) {
    const step = describing.next();
    if (step.done) return step.value;
  }
  begun.rest = describing;
  return decidedOf(begun);
}
