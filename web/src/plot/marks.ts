// Single requests. Shape repeats what colour says: filled is allowed, a cross is denied, hollow with a tail to its
// start is delayed.

import { DELAYED, DENIED, PER_MARK } from '../engine/marks.ts';
import { TAIL_BAR, TAIL_LINE, TAIL_OPACITY } from './constants.ts';
import type { Palette } from './palette.ts';
import type { Pixels } from './pixels.ts';
import type { Stack } from './stack.ts';
import { stampsOf } from './stamps.ts';

/** The positions of marks, in page pixels. */
export interface Standing {
  radius: number;
  pitch: number;
  /** The bottom of the lowest mark. */
  base: number;
  /** Pixels per nanosecond. */
  scale: number;
  /** Whether requests are marks rather than columns. */
  isMarked?: boolean;
}

/** By outcome: allowed, denied, delayed, and arrived. */
const SHAPES = [
  { stamp: 'dot', colour: 'allow' },
  { stamp: 'cross', colour: 'deny' },
  { stamp: 'ring', colour: 'delay' },
  { stamp: 'dot', colour: 'ink' },
] as const;

/** Draws tails first, marks over them, and denials over all. */
export function drawMarks(
  pixels: Pixels,
  marks: Float64Array,
  stack: Stack,
  standing: Standing,
  ratio: number,
  palette: Palette,
): void {
  const stamps = stampsOf(standing.radius * ratio, ratio);
  for (let mark = 0; mark < stack.count; mark += 1) {
    if (marks[PER_MARK * mark + 2] !== DELAYED) continue;
    const from = Math.ceil((stack.xs[mark] + standing.radius) * ratio);
    const to = Math.floor(marks[PER_MARK * mark + 3] * standing.scale * ratio);
    drawTail(pixels, from, to, rowOf(stack, mark, standing, ratio), ratio, palette.delay);
  }
  // Neighbours may overlap, and no denial may be hidden.
  for (const isDenial of [false, true]) {
    for (let mark = 0; mark < stack.count; mark += 1) {
      const outcome = marks[PER_MARK * mark + 2];
      if ((outcome === DENIED) !== isDenial) continue;
      const { stamp, colour } = SHAPES[outcome];
      const x = Math.floor(stack.xs[mark] * ratio);
      pixels.stamp(stamps[stamp], x, rowOf(stack, mark, standing, ratio), palette[colour]);
    }
  }
}

/** A line from a mark to the start of its request, with a short bar at that end. */
function drawTail(pixels: Pixels, from: number, to: number, row: number, ratio: number, colour: number): void {
  const thick = Math.max(1, Math.round(TAIL_LINE * ratio));
  const half = Math.round(TAIL_BAR * ratio);
  shade(pixels, from, row, Math.min(to, pixels.width), row + thick, colour);
  if (to > from && to <= pixels.width) shade(pixels, to, row - half, to + thick, row + half + thick, colour);
}

function shade(pixels: Pixels, left: number, top: number, right: number, bottom: number, colour: number): void {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) pixels.blend(x, y, colour, TAIL_OPACITY);
  }
}

/** The row of device pixels in the middle of a mark. */
function rowOf(stack: Stack, mark: number, { base, pitch }: Standing, ratio: number): number {
  return Math.floor((base - (stack.levels[mark] + 0.5) * pitch) * ratio);
}
