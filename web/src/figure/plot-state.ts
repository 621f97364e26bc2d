/** From a result to what the plot draws: words beside pictures, and where windows begin. */
import type { Bounds, LaneResult, Picture, Result, Scenario } from '../engine/index.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { count, counted, duration, outcomes, own } from '../words/index.ts';

/** What can be done with arrivals, in as few words as stand beside their lane. */
const HINT = 'to add, drag to paint or move.';
/** As high as a word, and nothing to read. */
const BLANK = '\u00a0';
const fingers = matchMedia('(hover: none)');

export function plotState(
  picture: Picture,
  result: Result,
  scenario: Scenario | undefined,
  bounds: Bounds | undefined,
  isEditable: boolean,
): PlotState {
  const lanes = result.lanes.map((lane, index): PlotLane => ({
    title: lane.title,
    caption: caption(lane, index, scenario, bounds),
    limit: lane.limit,
    picture: picture.lanes[index] ?? {},
    aside: aside(lane, scenario),
  }));
  const { span, width, traffic } = picture;
  const words = { arrivals: arrivals(result, isEditable), differences: differences(picture, result) };
  return { span, width, traffic, lanes, ...words, ...edges(scenario) };
}

/**
 * Known with the first picture after the complete result; its place is kept until then, so that lanes do not
 * move. Where clients react there is none.
 */
function differences({ disagreements }: Picture, { lanes, scenario }: Result): PlotState['differences'] {
  const areAlone = scenario !== undefined && scenario.retry.kind !== 'never';
  if (lanes.length < 2 || areAlone) return undefined;
  if (disagreements === undefined) return { caption: 'decided differently' };
  const sum = disagreements.reduce((all, here) => all + here, 0);
  return { caption: sum === 0 ? 'all decided alike' : `${count(sum)} decided differently`, columns: disagreements };
}

function caption(lane: LaneResult, index: number, scenario: Scenario | undefined, bounds: Bounds | undefined): string {
  const told = scenario?.lanes[index];
  const table = bounds?.limiters.find(({ algorithm }) => algorithm === told?.algorithm);
  const mine = told === undefined ? '' : own(told, table?.parameters ?? []);
  return mine === '' ? outcomes(lane.counts) : `${mine}. ${outcomes(lane.counts)}`;
}

/** The most in any window, beside what is possible at worst. Until that is known, its place is kept. */
function aside({ measures }: LaneResult, scenario: Scenario | undefined): PlotLane['aside'] {
  if (measures === undefined || scenario === undefined) return { figure: BLANK, words: '' };
  const words = `most in any ${duration(scenario.limit.period)}, at worst ${count(measures.bound)}`;
  const most = measures.most.cost;
  return { figure: count(most), words, strong: most > scenario.limit.amount };
}

function arrivals(result: Result, isEditable: boolean): PlotState['arrivals'] {
  const requests = result.lanes[0]?.measures?.requests ?? result.lanes[0]?.counts.reduce((sum, part) => sum + part, 0);
  const hint = { figure: '', words: `${fingers.matches ? 'Tap' : 'Click'} ${HINT}` };
  return { title: 'Requests', caption: counted(requests ?? 0, 'arrives', 'arrive'), ...(isEditable && { aside: hint }) };
}

/** Edges matter where a limiter starts again with each window of the scenario's length. */
function edges(scenario: Scenario | undefined): Pick<PlotState, 'windowEdges' | 'windowOrigin'> {
  if (scenario === undefined) return {};
  const { limit, start, lanes } = scenario;
  const has = lanes.some(({ settings }) => settings.some(({ name, value }) => name === 'align' && value === 'epoch'));
  if (!has) return {};
  // Windows begin at multiples of their length on the limiters' clock, which began at `start`.
  const past = start % limit.period;
  return { windowEdges: limit.period, windowOrigin: past === 0n ? 0n : limit.period - past };
}
