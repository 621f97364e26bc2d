/**
 * Parts that the drawings of all limiters share: numbers, marks, arrows and labels. They draw what the core counted.
 */
import { nothing, svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { Anatomy, Mechanism } from '../../engine/index.ts';
import { count, hundredths, instant } from '../../words/index.ts';

export interface Scene<Kind extends Mechanism = Mechanism> {
  anatomy: Anatomy;
  /** The limiter's name in scenarios. */
  algorithm: string;
  now: Kind;
  /** Just before the requests of this instant. */
  before: Kind;
  /** How fast a bucket comes back: `one each second`. */
  pace: string;
  /** In CSS pixels. */
  width: number;
}

export type Drawing = SVGTemplateResult | SVGTemplateResult[] | typeof nothing;

export const HEIGHT = 300;
/** Above this many, single requests become a level or a bar. */
export const MOST_SINGLE = 12;

/** A fraction to two decimals, cut off as the core cuts what is left; the small part forgives what floats lose. */
export function cut(number: number): string {
  return hundredths(Math.floor(number * 100 + 1e-6) / 100);
}

/** A fraction to two decimals, rounded up as the core rounds what is used. */
export function raised(number: number): string {
  return hundredths(Math.ceil(number * 100 - 1e-6) / 100);
}

/** The instant this long after that of an anatomy, or before it; undefined before the start of time. */
export function at({ time }: Anatomy, offset: number): string {
  const moment = time + BigInt(Math.round(offset));
  return moment < 0n ? '' : instant(moment);
}

interface Label {
  anchor?: 'start' | 'middle' | 'end';
  kind?: string;
}

export function label(
  x: number,
  y: number,
  text: string,
  { anchor = 'start', kind = '' }: Label = {},
): SVGTemplateResult {
  return svg`<text class="note ${kind}" x=${x} y=${y} text-anchor=${anchor}>${text}</text>`;
}

export function arrow(x: number, from: number, to: number, kind = ''): SVGTemplateResult {
  const back = to > from ? -6 : 6;
  return svg`<path class="arrow ${kind}" d="M${x} ${from}V${to}M${x - 5} ${to + back}L${x} ${to}L${x + 5} ${to + back}"
    />`;
}

export function sideArrow(y: number, from: number, to: number, kind = ''): SVGTemplateResult {
  const back = to > from ? -6 : 6;
  return svg`<path class="arrow ${kind}" d="M${from} ${y}H${to}M${to + back} ${y - 5}L${to} ${y}L${to + back} ${y + 5}"
    />`;
}

type Outcome = 'allowed' | 'delayed' | 'denied';

/** One request: filled, hollow or a cross, as in the lanes. */
export function mark(x: number, y: number, outcome: Outcome): SVGTemplateResult {
  if (outcome === 'denied') return svg`<path class="mark denied" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8" />`;
  return svg`<circle class="mark ${outcome}" cx=${x} cy=${y} r="4.5" />`;
}

/** The requests of this instant, in rows, with their number above them and their outcomes below. */
export function arrivals(scene: Scene, x: number, y: number, width: number): Drawing {
  const { all, marks, rows, words } = came(scene, x, y, width, 4);
  if (all === 0) return nothing;
  return svg`
    ${label(x, y, `${count(all)} arrived now`, { kind: 'strong' })}
    ${marks}
    ${words.map((part, index) => label(x, y + 24 + rows * 16 + index * 17, part))}
  `;
}

/** The same in two lines. */
export function arrivalsInLine(scene: Scene, x: number, y: number, width: number): Drawing {
  const { all, marks, words } = came(scene, x, y, width, 1);
  return all === 0
    ? nothing
    : svg`${label(x, y, `${count(all)} arrived now: ${words.join(', ')}`, { kind: 'strong' })} ${marks}`;
}

function came({ anatomy }: Scene, x: number, y: number, width: number, mostRows: number) {
  const perRow = Math.max(1, Math.floor(width / 16));
  const most = perRow * mostRows;
  const kinds = (['allowed', 'delayed', 'denied'] as const).filter((outcome) => anatomy[outcome] > 0);
  const all = anatomy.allowed + anatomy.delayed + anatomy.denied;
  const outcomes = kinds.flatMap((outcome) => Array.from({ length: Math.min(anatomy[outcome], most) }, () => outcome));
  const marks = outcomes
    .slice(0, most)
    .map((outcome, index) => mark(x + 6 + (index % perRow) * 16, y + 16 + Math.floor(index / perRow) * 16, outcome));
  const words = kinds.map((outcome) => `${count(anatomy[outcome])} ${outcome}`);
  return { all, marks, rows: Math.ceil(marks.length / perRow), words };
}
