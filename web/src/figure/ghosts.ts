/** An earlier result beside the one that is shown: its marks as ghosts in the lanes, its numbers beside theirs. */
import { html, nothing } from 'lit';
import type { Contrast, LanePicture, LaneResult, Measures, Picture, Result } from '../engine/index.ts';
import { PER_MARK } from '../engine/marks.ts';
import { PER_COLUMN } from '../plot/columns.ts';
import { drawGhosts } from '../plot/ghosts.ts';
import type { Ghost } from '../plot/ghosts.ts';
import type { PlotLane, PlotState, Span } from '../plot/index.ts';
import type { Peak } from '../plot/types.ts';
import { andBefore, gotThroughAndBefore, outcomesAndBefore } from '../words/before.ts';
import { count, gotThrough, outcomes } from '../words/index.ts';

/** An earlier result as tables see it. */
export interface Before {
  /** The earlier state of a lane; undefined if the lane did not exist, or if it is not known yet. */
  laneOf(result: Result, lane: number): LaneResult | undefined;
  /** The earlier value of a measure, on its own line; nothing if it is the same. */
  old(result: Result, lane: number, print: (measures: Measures) => string): unknown;
}

/** The pinned run, as far as it is known. */
export interface Known {
  result: Result;
  /** The newest comparison, and the lanes that it is about. */
  contrast: Pick<Contrast, 'lanes'>;
  titles: string;
  /** The newest picture of the past, if there is one. */
  picture: Picture | undefined;
  /** Asks for a picture of another part of it. */
  look(span: Span, width: number): void;
}

/** The titles of a result's lanes: if two results have the same titles, their lanes correspond. */
export function titlesOf({ lanes }: Result): string {
  return lanes.map(({ title }) => title).join();
}

/** Never changed: what becomes known later is another object. */
export class Ghosts implements Before {
  constructor(private readonly past: Known) {}

  laneOf(result: Result, lane: number): LaneResult | undefined {
    const { contrast, titles, result: before } = this.past;
    const other = titlesOf(result) === titles ? contrast.lanes[lane] : undefined;
    return other === undefined ? undefined : before.lanes[other];
  }

  old(result: Result, lane: number, print: (measures: Measures) => string): unknown {
    const [now, was] = [result.lanes[lane], this.laneOf(result, lane)].map(
      (one) => one?.measures && print(one.measures),
    );
    return was === undefined || was === now ? nothing : html`<br /><span class="quiet">was ${was}</span>`;
  }

  /** Adds the past to the state that the plot draws. */
  over(state: PlotState, result: Result): PlotState {
    if (titlesOf(result) !== this.past.titles) return state;
    const scale = Math.max(0, ...result.lanes.map((_, lane) => this.laneOf(result, lane)?.measures?.most.cost ?? 0));
    const lanes = state.lanes.map((lane, index) => this.beside(lane, result, index, scale));
    const ghosts = this.ghosts(state);
    const arrivals = state.arrivals && { ...state.arrivals, caption: this.arrived(state.arrivals.caption, result) };
    const peaks = result.lanes.map((_, lane) => this.laneOf(result, lane)?.measures?.most.cost);
    return {
      ...state,
      arrivals,
      lanes: [...lanes, ...ghosts.map(({ lane }) => lane)],
      over: (drawn, areNew) => drawGhosts(drawn, ghosts, peaks, areNew),
    };
  }

  private arrived(caption: string, { lanes }: Result): string {
    const [now, was] = [lanes, this.past.result.lanes].map(([first]) => first?.measures?.requests);
    return now === was || was === undefined ? caption : andBefore(caption, count(was));
  }

  /** The words of a lane, with what they were. */
  private beside(lane: PlotLane, result: Result, index: number, scale: number): PlotLane {
    const before = this.laneOf(result, index);
    if (before === undefined) return { ...lane, caption: `${lane.caption}. Not in the pinned result.` };
    const caption = captionBeside(lane.caption, result.lanes[index], before);
    return { ...lane, caption, peak: lane.peak && peakBeside(lane.peak, before, scale) };
  }

  /** Lanes of the past that have no rows: they share the scale of the lanes they replace, which have rows. */
  private ghosts({ span, width, lanes }: PlotState): Ghost[] {
    const { picture: known, contrast, look } = this.past;
    const isHere = known?.width === width && known.span.from === span.from && known.span.to === span.to;
    if (!isHere) look(span, width);
    const picture = known?.width === width ? movedTo(span, known) : undefined;
    if (picture === undefined) return [];
    return lanes.flatMap((lane, index) => {
      const other = lane.isFolded === true ? undefined : contrast.lanes[index];
      const drawn = other === undefined ? undefined : picture.lanes[other];
      if (drawn === undefined) return [];
      return [{ index, lane: { title: lane.title, caption: '', picture: drawn, isFolded: true } }];
    });
  }
}

/**
 * Returns the known part of a view, from a picture of another view of the same length. While the view moves, the rest
 * is being computed.
 */
function movedTo(span: Span, { span: from, width, lanes }: Picture): { lanes: LanePicture[] } | undefined {
  const [by, length] = [Number(from.from - span.from), Number(span.to - span.from)];
  if (from.to - from.from !== span.to - span.from) return undefined;
  if (by === 0) return { lanes: lanes.map(({ marks, columns }) => partsOf(marks, columns)) };
  const later = PER_COLUMN * Math.round((by / length) * width);
  const moved = lanes.map(({ marks, columns }) =>
    partsOf(
      marks?.map((number, at) => (at % PER_MARK === 1 || at % PER_MARK === 3 ? number + by : number)),
      columns?.map((_, at) => columns[at - later] ?? 0),
    ),
  );
  return { lanes: moved };
}

function partsOf(marks: Float64Array | undefined, columns: Uint32Array | undefined): LanePicture {
  return { ...(marks && { marks }), ...(columns && { columns }) };
}

/** The counts of a lane with the earlier ones, in words: in requests, if clients retry in one of the two. */
function captionBeside(caption: string, { counts, measures }: LaneResult, before: LaneResult): string {
  const isRetried = [measures, before.measures].some((one) => one !== undefined && one.attempts !== one.requests);
  const both = (isRetried ? gotThroughAndBefore : outcomesAndBefore)(counts, before.counts);
  return caption.replace(outcomes(counts), both).replace(gotThrough(counts), both);
}

function peakBeside(peak: Peak, { measures }: LaneResult, scale: number): Peak {
  const was = measures?.most.cost;
  const words = was === undefined || was === peak.most ? peak.words : `was ${count(was)}; ${peak.words}`;
  return { ...peak, words, scale: Math.max(peak.scale, scale) };
}
