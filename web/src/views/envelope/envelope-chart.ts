/** Draws an envelope: a line for each limiter, a dotted line for its worst case, and names at the ends of the lines. */
import { nothing, svg } from 'lit';
import { huesOf } from '../../styles/limiters.styles.ts';
import { brief, count, duration } from '../../words/index.ts';
import { sharedName } from '../../words/names.ts';
import type { Envelope } from './envelope.ts';
import { alike, logScale, roundNumbers, spread } from './scale.ts';
import type { Scale } from './scale.ts';
import { DOTTED, SOLID, weave } from './weave.ts';
import type { Thread } from './weave.ts';

/** Limiters with the same lines, which are drawn once. */
export interface Group {
  lanes: number[];
  /** All their names, in short: `Token bucket = meter = GCRA`. */
  name: string;
  hue: string;
  most: number[];
  bound: number[];
}

export interface EnvelopeChart {
  lengths: bigint[];
  groups: Group[];
  limit: number;
  window: bigint;
  /** In CSS pixels. */
  width: number;
  /** The index of the length at the cursor. */
  at: number;
  /** The highlighted group, if any. */
  strong: number | undefined;
}

export const HEIGHT = 380;
/** Margins: on the left for numbers, on the right for names. Narrow charts have none there. */
export const LEFT = 56;
const BESIDE = 196;
const NARROW = 560;
const [TOP, BOTTOM] = [34, 44];
/** Where the slider lies: on the axis. */
export const FLOOR = BOTTOM;
const LINE = 16;
/** The number of characters that fit next to the lines. */
const LONGEST = 25;
/** The width of a label on the x axis, in pixels. */
const TICK = 62;
/** From where on a number is written in short. */
const LARGE = 1_000_000;
/** The number of values that fit next to the cursor. Of more, the greatest and the least are shown. */
const MOST_VALUES = 5;
/** Lengths that can be labelled on the x axis, in nanoseconds. */
const NAMED = [
  ...Array.from({ length: 11 }, (_, power) => 10 ** power),
  ...[60, 600, 3_600, 36_000, 86_400, 864_000, 8_640_000, 86_400_000].map((seconds) => seconds * 1e9),
];

export function rightOf(width: number): number {
  return width < NARROW ? 8 : BESIDE;
}

/** Limiters that got and could get the same at every length are one group. */
export function groupsOf({ lanes }: Envelope, names: string[], limiters: string[]): Group[] {
  const groups = alike(lanes, ({ most, bound }) => `${most.join()};${bound.join()}`);
  const hues = huesOf(groups.map(([first]) => limiters[first]));
  return groups.map((group, index) => ({
    lanes: group,
    name: sharedName(group.map((lane) => names[lane])),
    hue: hues[index],
    ...lanes[group[0]],
  }));
}

/** The scales of both axes. Zeros are ignored, because a logarithmic axis has none. */
export function scalesOf({ lengths, groups, limit, width }: EnvelopeChart): { x: Scale; y: Scale } {
  const numbers = groups.flatMap(({ most, bound }) => [most[0], most.at(-1) ?? 0, bound[0], bound.at(-1) ?? 0]);
  const shown = numbers.filter((number) => number > 0 && number < Infinity);
  const low = Math.min(limit, ...shown);
  const high = Math.max(limit * 2, ...shown);
  return {
    x: logScale([Number(lengths[0]), Number(lengths.at(-1))], [LEFT, width - rightOf(width)]),
    y: logScale([low / 1.15, high * 1.15], [HEIGHT - BOTTOM, TOP]),
  };
}

export function renderChart(chart: EnvelopeChart) {
  const { x, y } = scalesOf(chart);
  const { groups, lengths } = chart;
  const places = lengths.map((length) => x(Number(length)));
  const draw = (kind: 'bound' | 'most', thread: Thread) => {
    const strands = weave(
      places,
      groups.map((group) => group[kind].map((number) => y(Math.min(number, Number.MAX_SAFE_INTEGER)))),
      thread,
    );
    return strands.map(
      (parts, group) => svg`<g class="line ${kind} ${weight(group, chart)}" data-hue=${groups[group].hue}>
      ${parts.map(
        ({ path, dashes, offset }) =>
          svg`<path d=${path} stroke-dasharray=${dashes ?? nothing}
            stroke-dashoffset=${dashes === undefined ? nothing : offset} />`,
      )}
    </g>`,
    );
  };
  return svg`
    ${renderBeyond(chart, x, y)}
    ${renderAxes(chart, x, y)}
    ${renderLimit(chart, x, y)}
    ${draw('bound', DOTTED)}
    ${draw('most', SOLID)}
    ${renderCursor(chart, places[chart.at] ?? LEFT, y)}
    ${chart.width < NARROW ? nothing : renderNames(chart, y)}
  `;
}

function weight(group: number, { strong }: EnvelopeChart): string {
  return strong === undefined ? '' : group === strong ? 'strong' : 'weak';
}

function renderAxes({ width, lengths: measured }: EnvelopeChart, x: Scale, y: Scale) {
  const [end, floor] = [width - rightOf(width), HEIGHT - BOTTOM];
  const numbers = roundNumbers(y.invert(floor), y.invert(TOP), 9);
  const [shortest, longest] = [Number(measured[0]), Number(measured.at(-1))];
  const isInRange = (length: number) => length >= shortest && length <= longest;
  const lengths = NAMED.filter(isInRange).filter(
    (length, index, all) => index === 0 || x(length) - x(all[index - 1]) > TICK,
  );
  return svg`
    ${numbers.map(
      (number) => svg`
      <path class="grid" d="M${LEFT},${y(number)}H${end}" />
      <text class="tick" text-anchor="end" x=${LEFT - 8} y=${y(number) + 4}>${amount(number)}</text>`,
    )}
    <path class="axis" d="M${LEFT},${floor}H${end}" />
    ${lengths.map(
      (length) => svg`
      <path class="axis" d="M${x(length)},${floor}v5" />
      <text class="tick" text-anchor=${anchor(x(length), end)} x=${x(length)}
        y=${floor + 20}>${duration(BigInt(length))}</text>`,
    )}
    <text class="tick" x="0" y="12">requests admitted</text>
    <text class="tick" text-anchor="end" x=${end} y=${HEIGHT - 6}>length of the interval</text>
  `;
}

function amount(number: number): string {
  return number < LARGE ? count(number) : brief(number);
}

function anchor(place: number, end: number): string {
  if (place < LEFT + TICK / 2) return 'start';
  return place > end - TICK / 2 ? 'end' : 'middle';
}

/** The area above the limit, for intervals up to one window: the limit does not apply to longer ones. */
function renderBeyond({ limit, window }: EnvelopeChart, x: Scale, y: Scale) {
  return svg`<rect class="beyond" x=${LEFT} y=${TOP} width=${x(Number(window)) - LEFT}
    height=${Math.max(0, y(limit) - TOP)} />`;
}

/** For the same reason, a corner. */
function renderLimit({ limit, window }: EnvelopeChart, x: Scale, y: Scale) {
  const [corner, height] = [x(Number(window)), y(limit)];
  const isLow = height + LINE + 6 > HEIGHT - BOTTOM;
  return svg`
    <path class="limit" d="M${LEFT},${height}H${corner}V${HEIGHT - BOTTOM}" />
    <text class="note beyond" x=${LEFT + 8} y=${TOP + 16}>more than ${count(limit)} in ${duration(window)}</text>
    <text class="note" x=${LEFT + 8} y=${isLow ? height - 6 : height + 18}>limit: ${count(limit)} in
      ${duration(window)}</text>
  `;
}

/** The labels at the cursor: the length above it, and the value of each line next to it. */
function renderCursor({ groups, lengths, at, width, ...chart }: EnvelopeChart, place: number, y: Scale) {
  const numbers = [...new Set(groups.map(({ most }) => most[at] ?? 0))].filter((number) => number > 0);
  const labelled = numbers.length <= MOST_VALUES ? numbers : [Math.max(...numbers), Math.min(...numbers)];
  const isLate = place > width - rightOf(width) - 80;
  const side = isLate ? -1 : 1;
  const tops = spread(
    labelled.map((number) => ({ at: y(number) - LINE / 2 - 1, height: LINE })),
    TOP,
    HEIGHT - BOTTOM,
  );
  return svg`
    <path class="cursor" d="M${place},${TOP - 8}V${HEIGHT - BOTTOM}" />
    <text class="length" text-anchor=${anchor(place, width - rightOf(width))} x=${place} y=${TOP - 13}>in any
      ${duration(lengths[at])}</text>
    ${groups.map(({ most, hue }, group) =>
      most[at] > 0
        ? svg`<circle class="dot ${weight(group, { ...chart, groups, lengths, at, width })}" data-hue=${hue} cx=${place}
          cy=${y(most[at])} r="4" />`
        : nothing,
    )}
    ${labelled.map(
      (number, index) => svg`
      <text class="value" text-anchor=${isLate ? 'end' : 'start'} x=${place + 8 * side}
        y=${tops[index] + 12}>${count(number)}</text>`,
    )}
  `;
}

function endOf({ most }: Group, y: Scale): number {
  const last = most.at(-1) ?? 0;
  return last > 0 ? y(last) : HEIGHT - BOTTOM;
}

/** Names to the right of the lines. A narrow chart has no space for them, and the list below it has the colours. */
function renderNames(chart: EnvelopeChart, y: Scale) {
  const { groups, width } = chart;
  const end = width - BESIDE;
  const rows = groups.map(({ name }) => broken(name));
  const wanted = groups.map((group, index) => ({ at: endOf(group, y), height: rows[index].length * LINE + 6 }));
  const tops = spread(wanted, TOP, HEIGHT - BOTTOM + LINE);
  const leader = (from: number, to: number) =>
    `M${end + 2},${from}C${end + 10},${from} ${end + 8},${to} ${end + 18},${to}`;
  return groups.map(
    (group, index) => svg`
    <path class="leader" data-hue=${group.hue} d=${leader(endOf(group, y), tops[index] + 11)} />
    <g class="name ${weight(index, chart)}">
      ${rows[index].map((row, at) => svg`<text x=${end + 22} y=${tops[index] + 15 + at * LINE}>${row}</text>`)}
    </g>`,
  );
}

/** A name in rows that fit, broken between words. */
function broken(name: string): string[] {
  const rows = [''];
  for (const word of name.split(/ (?!=)/)) {
    const row = `${rows.at(-1)} ${word}`.trim();
    if (row.length <= LONGEST || rows.at(-1) === '') rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows;
}
