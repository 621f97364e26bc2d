// A lane as columns: counts of each outcome, where there are more requests than pixels. All lanes share one scale,
// and even a single request stays visible.

import {
  CROSSES_APART,
  LEAST_DENIED,
  LEAST_PART,
  RARE_CROSS,
  RARE_CROSS_RISE,
  RARE_DENIALS,
  WIDENED,
} from './constants.ts';
import type { Palette } from './palette.ts';
import type { Pixels } from './pixels.ts';
import { profile } from './profile.ts';
import { stampsOf } from './stamps.ts';

/** Numbers per column of a lane: allowed, denied, delayed. */
export const PER_COLUMN = 3;

/** Bottom to top: allowed, delayed, denied. */
const ORDER = [0, 2, 1] as const;

let lefts = new Int32Array(0);
let rights = new Int32Array(0);
let widened = new Uint8Array(0);
/** Tops of the parts of each column, in the order above. */
let tops = new Int32Array(0);

/** The most in any column, for arrays with this many numbers per column. */
export function highestOf(counts: Uint32Array, numbers: number): number {
  let highest = 0;
  for (let at = 0; at < counts.length; at += numbers) {
    let all = 0;
    for (let part = at; part < at + numbers; part += 1) all += counts[part];
    if (all > highest) highest = all;
  }
  return highest;
}

/** The positions of columns and their maximum heights, in device pixels. */
export interface Layout {
  base: number;
  height: number;
  highest: number;
  ratio: number;
}

/** Draws columns of allowed, delayed and denied. */
export function drawColumns(pixels: Pixels, counts: Uint32Array, layout: Layout, palette: Palette): void {
  const columns = counts.length / PER_COLUMN;
  prepare(pixels, counts, PER_COLUMN, columns);
  stackColumns(counts, layout);
  const { tops: layers } = profile.begin(pixels);
  for (let column = 0; column < columns; column += 1) {
    if (tops[PER_COLUMN * column + 2] === layout.base) continue;
    for (let part = 0; part < PER_COLUMN; part += 1) {
      widen(layers[part], column, tops[PER_COLUMN * column + part], pixels);
    }
  }
  pixels.layers({ tops: layers, colours: [palette.allow, palette.delay, palette.deny] }, layout.base);
  crossRare(pixels, counts, columns, layout.ratio, palette.deny);
}

/** Draws columns of one number each. */
export function drawArrivals(pixels: Pixels, traffic: Uint32Array, layout: Layout, colour: number): void {
  const { base, height, highest, ratio } = layout;
  prepare(pixels, traffic, 1, traffic.length);
  const { tops: layers } = profile.begin(pixels);
  for (let column = 0; column < traffic.length; column += 1) {
    if (traffic[column] === 0) continue;
    const high = Math.max(Math.round(LEAST_PART * ratio), Math.round((traffic[column] / highest) * height));
    for (const layer of layers) widen(layer, column, base - high, pixels);
  }
  pixels.layers({ tops: layers, colours: [colour, colour, colour] }, base);
}

/** Sets where a layer begins in all pixels of a column. */
function widen(layer: Int32Array, column: number, top: number, { margin }: Pixels): void {
  for (let x = Math.max(0, margin + lefts[column]); x < margin + rights[column]; x += 1) layer[x] = top;
}

/** Finds the left and right ends of columns, in whole device pixels. */
function prepare(pixels: Pixels, counts: Uint32Array, numbers: number, columns: number): void {
  if (lefts.length < columns) {
    lefts = new Int32Array(columns);
    rights = new Int32Array(columns);
    widened = new Uint8Array(columns);
    tops = new Int32Array(PER_COLUMN * columns);
  }
  widenInto(widened, counts, numbers);
  const scale = pixels.width / columns;
  for (let column = 0; column < columns; column += 1) {
    lefts[column] = Math.round((column - widened[column]) * scale);
    rights[column] = Math.max(lefts[column] + 1, Math.round((column + 1 + widened[column]) * scale));
  }
}

/**
 * Computes how many columns each column that is not empty covers on both sides. An isolated one is wider, so that it is
 * visible.
 */
export function widenInto(widened: Uint8Array, counts: Uint32Array, numbers: number): void {
  const columns = counts.length / numbers;
  for (let column = 0, free = 2 * WIDENED; column < columns; column += 1) {
    widened[column] = 0;
    if (isEmpty(counts, numbers, column)) {
      free += 1;
      continue;
    }
    let next = 0;
    while (next < 2 * WIDENED && isEmpty(counts, numbers, column + next + 1)) next += 1;
    widened[column] = Math.min(WIDENED, free >> 1, next >> 1);
    free = 0;
  }
}

/** Also true beyond the last column. */
function isEmpty(counts: Uint32Array, numbers: number, column: number): boolean {
  for (let at = column * numbers; at < (column + 1) * numbers; at += 1) {
    if (counts[at] > 0) return false;
  }
  return true;
}

/** Finds the height of each column's parts. */
function stackColumns(counts: Uint32Array, { base, height, highest, ratio }: Layout): void {
  const least = Math.max(1, Math.round(LEAST_PART * ratio));
  const leastDenied = Math.max(1, Math.round(LEAST_DENIED * ratio));
  const scale = height / Math.max(1, highest);
  for (let at = 0; at < counts.length; at += PER_COLUMN) {
    let sum = 0;
    let top = base;
    for (let part = 0; part < PER_COLUMN; part += 1) {
      const count = counts[at + ORDER[part]];
      sum += count;
      // Rounding sums rather than parts keeps all columns of one number equally high.
      const exact = base - Math.round(sum * scale);
      top = count === 0 ? top : Math.min(exact, top - (ORDER[part] === 1 ? leastDenied : least));
      tops[at + part] = top;
    }
  }
}

/** A few denials among many requests are one pixel wide: a cross above shows where. */
function crossRare(pixels: Pixels, counts: Uint32Array, columns: number, ratio: number, colour: number): void {
  const { cross } = stampsOf(RARE_CROSS * ratio, ratio);
  for (const column of crossedColumns(counts)) {
    const x = (lefts[column] + rights[column] - 1) >> 1;
    const y = Math.max(cross.reach, topNear(column, columns) - Math.round(RARE_CROSS_RISE * ratio));
    pixels.stamp(cross, x, y, colour);
  }
}

/** The columns that have a cross above them: none where many columns have denials. */
export function crossedColumns(counts: Uint32Array): number[] {
  const crossed: number[] = [];
  let denied = 0;
  for (let column = 0, free = 0; PER_COLUMN * column < counts.length; column += 1) {
    if (counts[PER_COLUMN * column + 1] === 0) continue;
    denied += 1;
    if (denied > RARE_DENIALS) return [];
    if (column < free) continue;
    crossed.push(column);
    free = column + CROSSES_APART;
  }
  return crossed;
}

/** The top of the columns that a cross would otherwise cover. */
function topNear(column: number, columns: number): number {
  let top = tops[PER_COLUMN * column + 2];
  for (let near = Math.max(0, column - RARE_CROSS); near <= Math.min(columns - 1, column + RARE_CROSS); near += 1) {
    top = Math.min(top, tops[PER_COLUMN * near + 2]);
  }
  return top;
}
