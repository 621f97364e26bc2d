/** The words next to the lanes once they are measured: peaks, equivalent limiters, and hints. */
import type { Bounds, Lane, LaneResult, Result, Scenario } from '../engine/index.ts';
import { commonWindow } from '../engine/peaks.ts';
import { causesOf } from '../plot/causes.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { atWorst, count, duration, own } from '../words/index.ts';
import type { Context } from './plot-state.ts';
import { storeOf } from './rows.ts';

/** How to edit arrivals. Shown in their lane, if they leave this many pixels of it free. */
const HINT = 'click to add, drag to move, Shift + drag to move a burst';
const TAPPED = 'tap to add, drag to move, long press to move a burst';
const FREE = 330;
const fingers = matchMedia('(hover: none)');

/** Adds the details of a result to the state that the plot draws. */
export function withDetails(
  state: PlotState,
  result: Result,
  { scenario, bounds, isEditable, isUnfolded }: Context,
): PlotState {
  const scale = Math.max(
    ...result.lanes.map(({ measures }) => Math.max(measures?.bound ?? 0, measures?.most.cost ?? 0)),
  );
  const window = commonWindow(result);
  const lanes = state.lanes.map(
    (lane, index): PlotLane => ({
      ...lane,
      caption: caption(lane.caption, scenario?.lanes[index], bounds),
      opens: isEditable ? `How it works: ${lane.title}` : undefined,
      equivalents: equivalents(result, index, isUnfolded),
      picture: picture(lane.picture, state, scenario, index),
      peak: peak(result.lanes[index], scale, window),
    }),
  );
  const peakHead = scenario && `Peak in any ${window === undefined ? 'window' : duration(window)}`;
  const hasSpace = state.outside?.after === undefined && isFree(state.traffic);
  const hint = isEditable && hasSpace ? (fingers.matches ? TAPPED : HINT) : undefined;
  return { ...state, lanes, arrivals: state.arrivals && { ...state.arrivals, peakHead, hint } };
}

/** Adds what a store does while rows differ. Where clocks differ, servers sync at several instants. */
function picture(
  picture: PlotLane['picture'],
  { span, width }: PlotState,
  scenario: Scenario | undefined,
  lane: number,
): PlotLane['picture'] {
  const store = picture.rows && storeOf(scenario, lane);
  const isUnclear = store?.kind === 'sync' && scenario?.servers.clocks.some((ahead) => ahead !== 0);
  if (scenario === undefined || store === undefined || isUnclear === true) return picture;
  const found = known.get(picture) ?? { ...picture, causes: causesOf(store, scenario.start, span, width) };
  known.set(picture, found);
  return found;
}

/** A picture is drawn many times, and lanes again only if it is another. */
const known = new WeakMap<PlotLane['picture'], PlotLane['picture']>();

/** With the options that the lane itself sets. */
function caption(outcomes: string, lane: Lane | undefined, bounds: Bounds | undefined): string {
  const table = bounds?.limiters.find(({ algorithm }) => algorithm === lane?.algorithm);
  const mine = lane === undefined ? '' : own(lane, table?.parameters ?? []);
  return mine === '' ? outcomes : `${mine}. ${outcomes}`;
}

/** For the first of several limiters that decide exactly alike. */
function equivalents({ lanes }: Result, index: number, isOpen: boolean): PlotLane['equivalents'] {
  const others = lanes.filter(({ equivalentTo }, other) => equivalentTo === index && other !== index);
  if (others.length === 0) return undefined;
  return {
    isOpen,
    label: isOpen ? 'show as one lane' : others.map(({ title }) => `= ${title.split(', ').at(-1)}`).join(' '),
  };
}

function peak({ measures }: LaneResult, scale: number, window: bigint | undefined): PlotLane['peak'] {
  if (measures === undefined) return undefined;
  const {
    bound: worst,
    most: { cost: most },
    limit: { amount: limit, period },
    is_over: isOver,
  } = measures;
  const within = window === undefined ? `in any ${duration(period)}, ` : '';
  return {
    figure: count(most),
    words: `${within}worst case: ${atWorst(worst)}`,
    isOver,
    most,
    limit,
    worst,
    scale,
  };
}

function isFree(traffic: Uint32Array): boolean {
  return traffic.length > FREE && traffic.subarray(-FREE).every((here) => here === 0);
}
