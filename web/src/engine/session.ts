// The engine itself, on whichever thread: which run is done, which is being done, what is asked of
// it. It works in slices, and a newer text ends the work on an older one.

import { stopwatch } from '../clock.ts';
import type { Answer, Asking, Decided, Question, Reply } from './messages.ts';
import { toFields } from './messages.ts';
import type { Everything, FullRun } from './modules.ts';
import { isBroken, loadEverything, loadFirst, release } from './modules.ts';
import type { Places } from './places.ts';
import { breathe, idle, inSlices, pause } from './slices.ts';
import { Turn } from './turn.ts';
import type { FileKind, Picture, Result, Span, Stroke } from './types.ts';
import { Superseded } from './types.ts';
import type { Begun } from './work.ts';
import { beginFull, beginQuick, decide, decidedOf, envelopeOf, pictureOf, prepareBands, stateBytesOf, tell } from './work.ts';

/** How many milliseconds the first picture is waited for, once it could be asked for, and in all. */
const PICTURE_SOON = 300;
const PICTURE_EVER = 1_000;

/** How many milliseconds a run may take before anybody is told how far it is. */
const MOMENT = 100;

/** How many milliseconds a slice takes that nobody waits for: pictures come in between. */
const BACKGROUND = 8;

/** How many milliseconds nothing newer must have come before anything else than pictures is made: two frames. */
const REST = 32;

/** A run that has its words in so many milliseconds is told with them; others have theirs told later. */
const WORDS_SOON = 4;

export class Session {
  /** The newest run that is done. */
  private held: Begun | undefined;
  /** Of the newest text, and of the one that is being run: at times these are two. */
  private turn = new Turn();
  private working = this.turn;
  /** The run that is being done; it never rejects. */
  private busy: Promise<unknown> = Promise.resolve();
  private everything: Everything | undefined;
  /** Until the first picture is out, or was not asked for. */
  private opening: Promise<void> | undefined;
  private pictures = 0;
  private tellPicture = (): void => undefined;
  private tellHeld = (): void => undefined;
  private readonly firstHeld = new Promise<void>((resolve) => (this.tellHeld = resolve));
  private completing: Promise<FullRun> | undefined;
  private reportsProgress = false;

  constructor(
    private readonly reply: (reply: Reply) => void,
    /** How many milliseconds it works before it looks up. */
    private readonly slice: number,
    private readonly places: Places,
  ) {
    // The small module is wanted in any case. A failure is told to whoever needs it.
    loadFirst(places).catch(() => undefined);
  }

  take(told: Asking): void {
    if (told.kind === 'cancel') return this.cancel();
    const { id, question } = told;
    if (question.kind === 'run') {
      void this.settle(id, async () => ({ kind: 'result', id, result: await this.run(question.text) }));
    } else {
      void this.settle(id, async () => ({ kind: 'answer', id, answer: await this.answer(question) }));
    }
  }

  dispose(): void {
    this.working.end();
    this.turn.end();
    this.hold(undefined);
  }

  private async settle(id: number, answered: () => Promise<Reply>): Promise<void> {
    try {
      this.reply(await answered());
    } catch (error) {
      if (error instanceof Superseded) this.reply({ kind: 'superseded', id });
      else this.reply({ kind: 'failed', id, fault: toFields(error) });
      if (isBroken(error)) this.reply({ kind: 'broken' });
    }
  }

  private async answer(question: Exclude<Question, { kind: 'run' }>): Promise<Answer> {
    switch (question.kind) {
      case 'picture':
        return this.picture(question.span, question.width);
      case 'explain':
        return (await this.full()).explain(question.lane, question.request);
      case 'disagreement': {
        const run = await this.full();
        const { lanes, from, direction } = question;
        return direction === 'next' ? run.nextDisagreement(lanes, from) : run.previousDisagreement(lanes, from);
      }
      case 'envelope':
        return envelopeOf(await this.full(), question.lane, question.lengths);
      case 'stateBytes':
        return stateBytesOf(await this.full(), question.clients);
      case 'file':
        return file(await this.full(), question.file);
      case 'vector':
        return (await this.full()).toVector(question.lane, question.id);
      case 'read':
        return (await this.words()).read(question.text);
      case 'readWith':
        return (await this.words()).readWith(question.text, question.key, question.value);
      case 'paint':
        return painted(await this.words(), question.text, question.stroke);
      case 'fromLink':
        return unescaped(question.link) ?? (await this.words()).fromLink(question.link);
      case 'bounds':
        return (await this.words()).bounds();
    }
  }

  private cancel(): void {
    this.working.end();
    this.turn.end();
    this.turn = new Turn();
    if (this.held?.full) this.follow(this.turn);
  }

  private async run(text: string): Promise<Result | Decided> {
    this.turn.supersede();
    const turn = (this.turn = new Turn());
    await this.busy;
    turn.checkNewest();
    this.working = turn;
    const done = this.perform(text, turn);
    this.busy = done.catch(() => undefined);
    this.opening ??= this.open(this.busy);
    try {
      return await done;
    } finally {
      if (turn.isNewest) this.follow(turn);
    }
  }

  /** By what is there. The small module knows less, and whatever it refuses is said better by the other. */
  private async perform(text: string, turn: Turn): Promise<Result | Decided> {
    await breathe();
    turn.checkNewest();
    if (!this.everything) {
      try {
        const first = await loadFirst(this.places);
        turn.begin();
        return await this.finish(beginQuick(first, text), () => turn.check());
      } catch (error) {
        if (error instanceof Superseded) throw error;
      }
    }
    const everything = await this.load();
    turn.begin();
    return this.finish(beginFull(everything, text, this.held?.full?.run), () => turn.check());
  }

  /** Takes a run to its end, and holds it from then on. It is freed whatever happens. */
  private async finish(begun: Begun, check: () => void): Promise<Result | Decided> {
    const elapsed = stopwatch();
    const between = (): void => {
      check();
      if (elapsed() > MOMENT) this.tellProgress(begun.run.progress);
    };
    // Without words before it the first result waits for its own, and the small module has few to find.
    const isFirst = this.held === undefined || begun.full === undefined;
    try {
      await inSlices(decide(begun), this.slice, between);
      const told = isFirst ? await inSlices(tell(begun), this.slice, between) : tellSoon(begun, elapsed);
      this.hold(begun);
      return told;
    } catch (error) {
      release(begun.run);
      throw error;
    } finally {
      this.tellProgress(undefined);
    }
  }

  private hold(begun: Begun | undefined): void {
    if (this.held) release(this.held.run);
    this.held = begun;
    this.completing = undefined;
    if (begun) this.tellHeld();
  }

  private tellProgress(share: number | undefined): void {
    if (share === undefined && !this.reportsProgress) return;
    this.reportsProgress = share !== undefined;
    this.reply({ kind: 'progress', share });
  }

  /** What can wait until a picture is out: the complete result with its words, then the bands. */
  private follow(turn: Turn): void {
    // Nobody waits for it, and whoever asks for the same is told why it failed.
    this.completeAndBand(turn).catch(() => undefined);
  }

  private async completeAndBand(turn: Turn): Promise<void> {
    await pause(REST);
    await this.opening;
    turn.checkNewest();
    if (!this.held) return;
    await this.full();
    const held = this.held;
    await this.tellRest(held, turn);
    if (held.banded) return;
    await inSlices(prepareBands(held), BACKGROUND, () => turn.checkNewest());
    this.reply({ kind: 'bands' });
  }

  /** A newer text ends it: while a slider is dragged, pictures go first. */
  private async tellRest(held: Begun, turn: Turn): Promise<void> {
    if (held.telling === undefined) return;
    const result = await inSlices(held.telling, BACKGROUND, () => turn.checkNewest());
    held.telling = undefined;
    this.reply({ kind: 'result', result });
  }

  private async open(run: Promise<unknown>): Promise<void> {
    const pictured = new Promise<void>((resolve) => (this.tellPicture = resolve));
    const soon = run.then(() => Promise.race([pictured, pause(PICTURE_SOON)]));
    await Promise.race([soon, pause(PICTURE_EVER)]);
    await idle();
  }

  private async load(): Promise<Everything> {
    return (this.everything = await loadEverything(this.places));
  }

  /** The whole module, which leaves the line to the first picture. */
  private async words(): Promise<Everything> {
    if (!this.everything) {
      await breathe();
      await this.opening;
    }
    return this.load();
  }

  /** The run that is done, by the module that can answer everything. */
  private async full(): Promise<FullRun> {
    await this.firstHeld;
    if (this.held?.full) return this.held.full.run;
    const completing = (this.completing ??= this.complete(this.turn));
    try {
      return await completing;
    } finally {
      if (this.completing === completing) this.completing = undefined;
    }
  }

  /** Runs again, which gives the same, what the small module has done. */
  private async complete(turn: Turn): Promise<FullRun> {
    const { held } = this;
    const check = (): void => {
      turn.checkNewest();
      if (this.held !== held) throw new Superseded();
    };
    const everything = await this.load();
    check();
    if (!held) throw new Superseded();
    const begun = beginFull(everything, held.text);
    this.reply({ kind: 'result', result: await this.finish(begun, check) });
    return begun.full.run;
  }

  private async picture(span: Span, width: number): Promise<Picture> {
    const number = (this.pictures += 1);
    await breathe();
    await this.firstHeld;
    if (number !== this.pictures || !this.held) throw new Superseded();
    this.tellPicture();
    return pictureOf(this.held, span, width);
  }
}

/** The result with its words if they are there soon, else without: then they are still to be told. */
function tellSoon(begun: Begun, elapsed: () => number): Result | Decided {
  const telling = tell(begun);
  while (elapsed() < WORDS_SOON) {
    const step = telling.next();
    if (step.done) return step.value;
  }
  begun.telling = telling;
  return decidedOf(begun);
}

function file(run: FullRun, kind: FileKind): string {
  switch (kind) {
    case 'svg':
      return run.toSVG();
    case 'csv':
      return run.toCSV();
    case 'json':
      return run.toJSON();
    case 'comparison':
      return run.toComparison();
  }
}

function painted(everything: Everything, text: string, stroke: Stroke): string {
  if ('add' in stroke) return everything.addRequests(text, stroke.add);
  if ('move' in stroke) return everything.moveRequest(text, stroke.move, stroke.to);
  return everything.removeRequest(text, stroke.remove);
}

/** The text of a link that has no mistake, without waiting for the module that can explain mistakes. */
function unescaped(link: string): string | undefined {
  try {
    return decodeURIComponent(link.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
