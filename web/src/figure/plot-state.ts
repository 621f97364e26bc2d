/** Turns a result into the state that the plot draws: pictures, the words beside them, and window edges. */
import type { Bounds, LaneResult, Picture, Result, Scenario } from '../engine/index.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { count, counted, duration, outcomes, own } from '../words/index.ts';

/** How to edit arrivals. It stands in their lane, if they leave so many pixels of it free. */
const HINT = 'to add a request, drag to move or paint';
const FREE = 270;
const fingers = matchMedia('(hover: none)');

/** What the figure knows besides the result. */
export interface Context {
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  isEditable: boolean;
  /** Whether limiters that decide exactly alike have lanes of their own. */
  isUnfolded: boolean;
}

export function plotState(picture: Picture, result: Result, context: Context): PlotState {
  const { scenario, bounds, isEditable } = context;
  const scale = Math.max(...result.lanes.map(({ measures }) => Math.max(measures?.bound ?? 0, measures?.most.cost ?? 0)));
  const lanes = result.lanes.map((lane, index): PlotLane => ({
    title: lane.title,
    caption: caption(lane, index, scenario, bounds),
    limit: lane.limit,
    picture: picture.lanes[index] ?? {},
    windows: scenario?.lanes[index]?.windows,
    isFolded: lane.twin !== index && !context.isUnfolded,
    twins: twins(result, index, context.isUnfolded),
    peak: peak(lane, index, scenario, scale),
  }));
  const { span, width, traffic } = picture;
  const windows = sharedWindows(lanes);
  const peakHead = scenario && `Peak in any ${duration(scenario.limit.period)}`;
  const hint = isEditable && isFree(traffic) ? `${fingers.matches ? 'tap' : 'click'} ${HINT}` : undefined;
  return { span, width, traffic, lanes, arrivals: { ...arrivals(result), windows, peakHead, hint }, differences: differences(picture, result) };
}

/** How many lanes a result has, if those that decide exactly alike are one. */
export function rowsOf({ lanes }: Result): number {
  return lanes.filter(({ twin }, index) => twin === index).length;
}

/**
 * Known with the first picture after the complete result. Its room is reserved until then, so that lanes do not move.
 * There is none where clients retry.
 */
function differences({ disagreements }: Picture, { lanes, scenario }: Result): PlotState['differences'] {
  const areAlone = scenario?.same_requests === false;
  if (lanes.length < 2 || areAlone) return undefined;
  if (disagreements === undefined) return { caption: 'Disagreements' };
  const sum = disagreements.reduce((all, here) => all + here, 0);
  return { caption: sum === 0 ? 'Limiters agree here' : `Disagree on ${counted(sum, 'request', 'requests')}`, columns: disagreements };
}

function caption(lane: LaneResult, index: number, scenario: Scenario | undefined, bounds: Bounds | undefined): string {
  const described = scenario?.lanes[index];
  const table = bounds?.limiters.find(({ algorithm }) => algorithm === described?.algorithm);
  const mine = described === undefined ? '' : own(described, table?.parameters ?? []);
  return mine === '' ? outcomes(lane.counts) : `${mine}. ${outcomes(lane.counts)}`;
}

/** For the first of several limiters that decide exactly alike. */
function twins({ lanes }: Result, index: number, isOpen: boolean): PlotLane['twins'] {
  const others = lanes.filter(({ twin }, other) => twin === index && other !== index);
  if (others.length === 0) return undefined;
  return { isOpen, label: isOpen ? 'show as one lane' : others.map(({ title }) => `= ${title.split(', ').at(-1)}`).join(' ') };
}

/** A lane is over its limit only if it counts in windows as long as those of the peak. */
function peak({ measures, limit }: LaneResult, index: number, scenario: Scenario | undefined, scale: number): PlotLane['peak'] {
  if (measures === undefined || scenario === undefined) return undefined;
  const { bound: worst, most: { cost: most } } = measures;
  const isComparable = scenario.lanes[index]?.windows?.length === scenario.limit.period;
  const isOver = isComparable && most > (limit ?? most);
  return { figure: count(most), words: `${count(worst)} possible at worst`, isOver, most, limit: limit ?? scenario.limit.amount, worst, scale };
}

function arrivals(result: Result): Pick<PlotLane, 'title' | 'caption'> {
  const requests = result.lanes[0]?.measures?.requests ?? result.lanes[0]?.counts.reduce((sum, part) => sum + part, 0);
  return { title: 'Requests', caption: counted(requests ?? 0, 'arrives', 'arrive') };
}

function isFree(traffic: Uint32Array): boolean {
  return traffic.length > FREE && traffic.subarray(-FREE).every((here) => here === 0);
}

/** The windows of the lanes, if all lanes that have windows share them: then the arrivals show them too. */
function sharedWindows(lanes: PlotLane[]): PlotLane['windows'] {
  const [first, ...others] = lanes.flatMap(({ windows }) => windows ?? []);
  return others.every(({ length, origin }) => length === first?.length && origin === first.origin) ? first : undefined;
}
