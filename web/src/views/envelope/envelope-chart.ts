/** Draws an envelope: a line for each limiter, a dashed line for its worst case, and names at the ends of the lines. */
import { nothing, svg } from 'lit';
import { brief, duration } from '../../words/index.ts';
import type { Envelope } from './envelope.ts';
import { alike, logScale, roundNumbers, spread, stepLine } from './scale.ts';
import type { Scale } from './scale.ts';

export interface EnvelopeChart {
  envelope: Envelope;
  names: string[];
  limit: number;
  window: bigint;
  /** In CSS pixels. */
  width: number;
  /** The index of the length at the cursor. */
  at: number;
  /** The highlighted lane, if any. */
  strong: number | undefined;
}

export const HEIGHT = 340;
/** Margins: on the left for numbers, on the right for names. Narrow charts have the names inside. */
export const LEFT = 48;
const BESIDE = 172;
const NARROW = 560;
const [TOP, BOTTOM] = [14, 26];
const LINE = 16;
/** The number of characters that fit beside the lines. */
const LONGEST = 26;
/** The width of a label on the x axis, in pixels. */
const TICK = 62;
/** Lengths that can be labelled on the x axis, in nanoseconds. */
const NAMED = [
  ...Array.from({ length: 11 }, (_, power) => 10 ** power),
  ...[60, 600, 3_600, 36_000, 86_400, 864_000, 8_640_000, 86_400_000].map((seconds) => seconds * 1e9),
];

export function rightOf(width: number): number {
  return width < NARROW ? 8 : BESIDE;
}

/** The scales of both axes. Zeros are ignored, because a logarithmic axis has no place for them. */
export function scalesOf({ envelope, limit, width }: EnvelopeChart): { x: Scale; y: Scale } {
  const { lengths, lanes } = envelope;
  const numbers = lanes.flatMap(({ most, bound }) => [most[0], most.at(-1) ?? 0, bound[0], bound.at(-1) ?? 0]);
  const low = Math.min(limit, ...numbers.filter((number) => number > 0));
  const high = Math.max(limit * 2, ...numbers);
  return {
    x: logScale([Number(lengths[0]), Number(lengths.at(-1))], [LEFT, width - rightOf(width)]),
    y: logScale([low / 1.15, high * 1.15], [HEIGHT - BOTTOM, TOP]),
  };
}

export function renderChart(chart: EnvelopeChart) {
  const { x, y } = scalesOf(chart);
  const places = chart.envelope.lengths.map((length) => x(Number(length)));
  const lineOf = (numbers: number[]) => stepLine(places, numbers.map((number) => y(number)));
  const { lanes } = chart.envelope;
  return svg`
    <clipPath id="over"><rect x=${LEFT} y="0" width=${x(Number(chart.window)) - LEFT} height=${Math.max(0, y(chart.limit) - 1)} /></clipPath>
    ${renderAxes(chart, x, y)}
    ${renderLimit(chart, x, y)}
    ${alike(lanes, ({ bound }) => bound.join()).map((group) => svg`
      <path class="bound ${weight(group, chart)}" d=${lineOf(lanes[group[0]].bound)} />`)}
    ${groupsOf(chart).map((group) => svg`
      <path class="line ${weight(group, chart)}" d=${lineOf(lanes[group[0]].most)} />
      <path class="line over ${weight(group, chart)}" clip-path="url(#over)" d=${lineOf(lanes[group[0]].most)} />`)}
    ${renderCursor(chart, places[chart.at] ?? LEFT, y)}
    ${renderWorst(chart, y)}
    ${chart.width < NARROW ? renderNamesInside(chart, y) : renderNamesBeside(chart, y)}
  `;
}

/** Groups of lanes with the same line, which is drawn once. */
function groupsOf({ envelope }: EnvelopeChart): number[][] {
  return alike(envelope.lanes, ({ most }) => most.join());
}

function weight(group: number[], { strong }: EnvelopeChart): string {
  return strong === undefined ? '' : group.includes(strong) ? 'strong' : 'weak';
}

function renderAxes({ width, envelope }: EnvelopeChart, x: Scale, y: Scale) {
  const [end, floor] = [width - rightOf(width), HEIGHT - BOTTOM];
  const numbers = roundNumbers(y.invert(floor), y.invert(TOP), 9);
  const [shortest, longest] = [Number(envelope.lengths[0]), Number(envelope.lengths.at(-1))];
  const isInRange = (length: number) => length >= shortest && length <= longest;
  const lengths = NAMED.filter(isInRange).filter((length, index, all) => index === 0 || x(length) - x(all[index - 1]) > TICK);
  return svg`
    ${numbers.map((number) => svg`
      <path class="grid" d="M${LEFT},${y(number)}H${end}" />
      <text class="tick" text-anchor="end" x=${LEFT - 8} y=${y(number) + 4}>${brief(number)}</text>`)}
    <path class="axis" d="M${LEFT},${floor}H${end}" />
    ${lengths.map((length) => svg`
      <path class="axis" d="M${x(length)},${floor}v5" />
      <text class="tick" text-anchor=${anchor(x(length), end)} x=${x(length)} y=${floor + 20}>${duration(BigInt(length))}</text>`)}
  `;
}

function anchor(place: number, end: number): string {
  if (place < LEFT + TICK / 2) return 'start';
  return place > end - TICK / 2 ? 'end' : 'middle';
}

/** The limit applies to intervals up to one window, so it is drawn as a corner. */
function renderLimit({ limit, window }: EnvelopeChart, x: Scale, y: Scale) {
  return svg`
    <path class="limit" d="M${LEFT},${y(limit)}H${x(Number(window))}V${HEIGHT - BOTTOM}" />
    <text class="note" x=${LEFT + 6} y=${y(limit) - 6}>limit ${brief(limit)} in ${duration(window)}</text>
  `;
}

function renderCursor(chart: EnvelopeChart, place: number, y: Scale) {
  const { lanes } = chart.envelope;
  const numbers = groupsOf(chart).map((group) => ({ group, most: lanes[group[0]].most[chart.at] ?? 0 }));
  return svg`
    <path class="cursor" d="M${place},${TOP}V${HEIGHT - BOTTOM}" />
    ${numbers.map(({ group, most }) => (most > 0 ? svg`<circle class="dot ${weight(group, chart)}" cx=${place} cy=${y(most)} r="3.5" />` : nothing))}
  `;
}

function endsOf(chart: EnvelopeChart, y: Scale): { group: number[]; end: number }[] {
  const ends = groupsOf(chart).map((group) => ({ group, most: chart.envelope.lanes[group[0]].most.at(-1) ?? 0 }));
  return ends.map(({ group, most }) => ({ group, end: most > 0 ? y(most) : HEIGHT - BOTTOM }));
}

/** Names to the right of the lines, one limiter per row. */
function renderNamesBeside(chart: EnvelopeChart, y: Scale) {
  const ends = endsOf(chart, y);
  const end = chart.width - BESIDE;
  const wanted = ends.map(({ group, end }) => ({ at: end, height: group.length * LINE + 4 }));
  // Leave room at the top for the label of the dashed lines.
  const tops = spread(wanted, TOP + 2 * LINE, HEIGHT);
  return ends.map(({ group, end: at }, index) => svg`
    <path class="leader" d="M${end + 2},${at}L${end + 14},${tops[index] + wanted[index].height / 2}" />
    <g class="name ${weight(group, chart)}">
      ${group.map((lane, row) => svg`<text x=${end + 18} y=${tops[index] + 14 + row * LINE}>${cut(chart.names[lane])}</text>`)}
    </g>`);
}

function cut(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

/** For narrow charts: names above the ends of the lines, and below the end of the lowest line. */
function renderNamesInside(chart: EnvelopeChart, y: Scale) {
  const lanes = endsOf(chart, y);
  const ends = alike(lanes, ({ end }) => `${end}`).map((same) => ({
    group: same.flatMap((index) => lanes[index].group),
    end: lanes[same[0]].end,
  }));
  const lowest = Math.max(...ends.map(({ end }) => end));
  const wanted = ends.map(({ end }) => ({ at: end + (end < lowest ? -1 : 1) * (LINE / 2 + 3), height: LINE }));
  const tops = spread(wanted, TOP, HEIGHT - BOTTOM);
  return ends.map(({ group }, index) => svg`
    <text class="name inside ${weight(group, chart)}" text-anchor="end" x=${chart.width - 12} y=${tops[index] + 12}>${shortened(group, chart.names)}</text>`);
}

/** The label of the dashed lines, at the end of the highest. */
function renderWorst({ envelope, width }: EnvelopeChart, y: Scale) {
  const highest = Math.max(...envelope.lanes.map(({ bound }) => bound.at(-1) ?? 0));
  const isBeside = width >= NARROW;
  return svg`
    <text class="note" text-anchor=${isBeside ? 'start' : 'end'} x=${isBeside ? width - BESIDE + 18 : width - 40} y=${y(highest) + 8}>at worst</text>
  `;
}

function shortened([first, ...others]: number[], names: string[]): string {
  return others.length === 0 ? names[first] : `${names[first]} and ${others.length} more`;
}
