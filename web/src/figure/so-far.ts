/**
 * The captions beside the lanes during playback: the totals up to the playhead, not the final ones.
 */
import type { Engine } from '../engine/index.ts';
import type { Answer } from '../engine/playground.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { count, counted, outcomes } from '../words/index.ts';

export type Totals = Answer<'countsAt'>;

interface Wanted {
  engine: Pick<Engine, 'ask'>;
  /** The text of the run that is counted. */
  text: string;
  time: bigint;
}

/** Asks for the totals at the playhead. One question is open at most: instants that pass meanwhile are skipped. */
export class Tally {
  /** Undefined without a playhead. */
  totals: Totals | undefined;
  private wanted: Wanted | undefined;
  private isAsking = false;

  /** Reports every answer, and whether it differs from the one before: for a while nothing may come. */
  constructor(private readonly report: (isNew: boolean) => void) {}

  /** Whether the totals are those that were last wanted. */
  get isSettled(): boolean {
    return this.totals !== undefined && !this.isAsking;
  }

  want(wanted: Wanted | undefined): void {
    const { wanted: before } = this;
    if (before?.time === wanted?.time && before?.text === wanted?.text) return;
    this.wanted = wanted;
    if (wanted === undefined) this.take(undefined);
    else if (!this.isAsking) void this.ask(wanted);
  }

  private async ask(asked: Wanted): Promise<void> {
    this.isAsking = true;
    const totals = await asked.engine.ask('countsAt', asked.time).catch(() => undefined);
    this.isAsking = false;
    const { wanted } = this;
    if (wanted === undefined) return;
    if (wanted !== asked) void this.ask(wanted);
    if (totals !== undefined && wanted.text === asked.text) this.take(totals);
  }

  private take(totals: Totals | undefined): void {
    const isNew = numbersOf(this.totals) !== numbersOf(totals);
    this.totals = totals;
    this.report(isNew);
  }
}

function numbersOf(totals: Totals | undefined): string | undefined {
  return totals && [totals.arrived, totals.differing, ...totals.lanes.flatMap((lane) => [...lane])].join();
}

/** The state to draw, with the totals so far if there are any. */
export function withSoFar(state: PlotState, totals: Totals | undefined): PlotState {
  // A lane may have been added or removed since.
  if (totals === undefined || totals.lanes.length !== state.lanes.length) return state;
  const lanes = state.lanes.map((lane, index): PlotLane => ({ ...lane, caption: laneSoFar(totals, index) }));
  const arrivals = state.arrivals && { ...state.arrivals, caption: `${count(totals.arrived)} arrived so far` };
  const differences = state.differences && { ...state.differences, caption: differencesSoFar(totals) };
  return { ...state, lanes, arrivals, differences };
}

/** All lanes in one sentence, for those who do not see them. */
export function soFarInWords(totals: Totals | undefined, titles: string[]): string {
  if (totals === undefined || totals.lanes.length !== titles.length) return '';
  return `${titles.map((title, lane) => `${title}: ${laneSoFar(totals, lane)}`).join('; ')}.`;
}

function laneSoFar({ lanes }: Totals, lane: number): string {
  const [allowed = 0, denied = 0, delayed = 0] = lanes[lane] ?? [];
  return `${outcomes([allowed, denied, delayed])} so far`;
}

function differencesSoFar({ differing = 0 }: Totals): string {
  return differing === 0 ? 'Limiters agree so far' : `Disagree on ${counted(differing, 'request')} so far`;
}
