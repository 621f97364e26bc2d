/** Turns a result into the state that the plot draws: pictures, the words beside them, and window edges. */
import type { Bounds, Picture, Result, Scenario } from '../engine/index.ts';
import type { PlotLane, PlotState } from '../plot/index.ts';
import { counted, gotThrough, outcomes } from '../words/index.ts';

/** The state of the figure besides the result. */
export interface Context {
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  isEditable: boolean;
  /** Whether equivalent limiters have separate lanes. */
  isUnfolded: boolean;
}

export function plotState(picture: Picture, result: Result, context: Context): PlotState {
  const { scenario, isUnfolded } = context;
  const lanes = result.lanes.map(
    (lane, index): PlotLane => ({
      title: lane.title,
      caption: (scenario?.same_requests === false ? gotThrough : outcomes)(lane.counts),
      limit: lane.limit,
      picture: picture.lanes[index] ?? {},
      windows: scenario?.lanes[index]?.windows,
      isFolded: lane.equivalentTo !== index && !isUnfolded,
    }),
  );
  const { span, width, traffic, outside } = picture;
  return {
    span,
    width,
    traffic,
    outside,
    lanes,
    arrivals: { ...arrivals(result), windows: sharedWindows(lanes) },
    differences: differences(picture, result),
  };
}

/**
 * Known with the first picture after the complete result. Its space is reserved until then, so that lanes do not move.
 * There is none where clients retry.
 */
function differences({ disagreements }: Picture, { lanes, scenario }: Result): PlotState['differences'] {
  const areAlone = scenario?.same_requests === false;
  if (lanes.length < 2 || areAlone) return undefined;
  if (disagreements === undefined) return { caption: 'Disagreements' };
  const sum = disagreements.reduce((all, here) => all + here, 0);
  const caption = sum === 0 ? 'Limiters agree here' : `Disagree on ${counted(sum, 'request')}`;
  return { caption, columns: disagreements };
}

function arrivals(result: Result): Pick<PlotLane, 'title' | 'caption'> {
  const requests = result.lanes[0]?.measures?.requests ?? result.lanes[0]?.counts.reduce((sum, part) => sum + part, 0);
  return { title: 'Requests', caption: counted(requests ?? 0, 'arrives', 'arrive') };
}

/** The windows of the lanes, if all lanes that have windows share them: then the arrivals show them too. */
function sharedWindows(lanes: PlotLane[]): PlotLane['windows'] {
  const [first, ...others] = lanes.flatMap(({ windows }) => windows ?? []);
  return others.every(({ length, origin }) => length === first?.length && origin === first.origin) ? first : undefined;
}
