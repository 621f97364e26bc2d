/** Turns a result into the state that the plot draws: pictures, the words beside them, and window edges. */
import type { Bounds, LaneResult, Picture, Result, Scenario } from '../engine/index.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { count, counted, duration, outcomes, own } from '../words/index.ts';

/** How to edit arrivals, short enough to fit beside their lane. */
const HINT = 'to add, drag to paint or move.';
/** Keeps the height of a line of text without showing any. */
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
    windows: scenario?.lanes[index]?.windows,
    aside: aside(lane, scenario),
  }));
  const { span, width, traffic } = picture;
  const windows = sharedWindows(lanes);
  return { span, width, traffic, lanes, arrivals: { ...arrivals(result, isEditable), windows }, differences: differences(picture, result) };
}

/**
 * Known with the first picture after the complete result. Its room is reserved until then, so that lanes do not move.
 * There is none where clients retry.
 */
function differences({ disagreements }: Picture, { lanes, scenario }: Result): PlotState['differences'] {
  const areAlone = scenario?.same_requests === false;
  if (lanes.length < 2 || areAlone) return undefined;
  if (disagreements === undefined) return { caption: 'decided differently' };
  const sum = disagreements.reduce((all, here) => all + here, 0);
  return { caption: sum === 0 ? 'all decided alike' : `${count(sum)} decided differently`, columns: disagreements };
}

function caption(lane: LaneResult, index: number, scenario: Scenario | undefined, bounds: Bounds | undefined): string {
  const described = scenario?.lanes[index];
  const table = bounds?.limiters.find(({ algorithm }) => algorithm === described?.algorithm);
  const mine = described === undefined ? '' : own(described, table?.parameters ?? []);
  return mine === '' ? outcomes(lane.counts) : `${mine}. ${outcomes(lane.counts)}`;
}

/** The most in any window, beside the worst case. Its room is reserved until that is known. */
function aside({ measures }: LaneResult, scenario: Scenario | undefined): PlotLane['aside'] {
  if (measures === undefined || scenario === undefined) return { figure: BLANK, words: '' };
  const words = `most in any ${duration(scenario.limit.period)}, at worst ${count(measures.bound)}`;
  const most = measures.most.cost;
  return { figure: count(most), words, strong: most > scenario.limit.amount };
}

function arrivals(result: Result, isEditable: boolean): Pick<PlotLane, 'title' | 'caption' | 'aside'> {
  const requests = result.lanes[0]?.measures?.requests ?? result.lanes[0]?.counts.reduce((sum, part) => sum + part, 0);
  const hint = { figure: '', words: `${fingers.matches ? 'Tap' : 'Click'} ${HINT}` };
  return { title: 'Requests', caption: counted(requests ?? 0, 'arrives', 'arrive'), ...(isEditable && { aside: hint }) };
}

/** The windows of the lanes, if all lanes that have windows share them: then the arrivals show them too. */
function sharedWindows(lanes: PlotLane[]): PlotLane['windows'] {
  const [first, ...others] = lanes.flatMap(({ windows }) => windows ?? []);
  return others.every(({ length, origin }) => length === first?.length && origin === first.origin) ? first : undefined;
}
