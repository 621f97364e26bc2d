// The rows of a lane: one for each server that decides, or for each layer. A column is an upright stroke, divided by
// what became of its requests: denied above, delayed, allowed below. Their names are left of the lane.

import { ALLOWED, DELAYED, DENIED } from '../engine/marks.ts';
import { PER_COLUMN } from './columns.ts';
import {
  ABOVE_BAND,
  CAUSE_DOTS,
  CAUSE_OPACITY,
  OUTAGE_LINES,
  OUTAGE_OPACITY,
  ROW_FOOT,
  ROW_GROUND_OPACITY,
  ROW_STROKE,
  ROW_WORDS,
} from './constants.ts';
import type { Content, Lane } from './lane.ts';
import type { Palette } from './palette.ts';
import { mixed, type Pixels } from './pixels.ts';

/** From top to bottom of a stroke. */
export const ORDER = [DENIED, DELAYED, ALLOWED] as const;

/** Where the strokes of a row begin and end, in pixels from the top of all rows. */
export interface Extent {
  top: number;
  foot: number;
}

/** The pixels above all rows of a lane, for the words of what is drawn there. */
function headOf({ causes }: Content): number {
  return (causes?.outage ?? causes?.ticks?.[0]) === undefined ? 0 : ROW_WORDS;
}

/** The extents of all rows of a lane. */
export function extentsOf(content: Content, height: number): Extent[] {
  const head = headOf(content);
  const { rows } = content;
  const count = rows?.words.length ?? 0;
  const each = (height - head) / count;
  return Array.from({ length: count }, (_, row) => ({
    top: head + row * each,
    foot: head + (row + 1) * each - ROW_FOOT,
  }));
}

/** The row at a height of a lane, and how far down its strokes that is, from 0 to 1. */
export function rowAt(
  { content, height, bandHeight }: Pick<Lane, 'content' | 'height' | 'bandHeight'>,
  y: number,
): { row: number; depth: number } {
  const down = y - height + bandHeight - ABOVE_BAND;
  const extents = extentsOf(content, bandHeight - ABOVE_BAND);
  const row = Math.max(0, extents.filter(({ top }) => down >= top).length - 1);
  const { top, foot } = extents[row];
  return { row, depth: Math.max(0, Math.min(1, (down - top) / (foot - top))) };
}

/** Draws rows at the bottom of a lane, in device pixels. */
export function drawRows(pixels: Pixels, content: Content, height: number, ratio: number, palette: Palette): void {
  const { lane, muted, ink } = palette;
  const line = Math.max(1, Math.round(ratio));
  const above = pixels.height - height;
  for (const tick of content.causes?.ticks ?? []) {
    const x = Math.round(tick * pixels.width);
    for (let y = Math.round(above + headOf(content) * ratio); y < pixels.height; y += CAUSE_DOTS * line)
      pixels.bar(x, y, x + line, y + line, mixed(lane, ink, CAUSE_OPACITY));
  }
  extentsOf(content, height / ratio).forEach((extent, row) => {
    const [top, foot] = [extent.top, extent.foot].map((y) => Math.round(above + y * ratio));
    if (content.causes?.outage !== undefined)
      hatch(pixels, content.causes.outage, top, foot, line, mixed(lane, muted, OUTAGE_OPACITY));
    pixels.bar(0, foot, pixels.width, foot + line, mixed(lane, muted, ROW_GROUND_OPACITY));
    drawRow(pixels, content.rows?.columns[row] ?? new Uint32Array(), top, foot, ratio, palette);
  });
}

function drawRow(
  pixels: Pixels,
  counts: Uint32Array,
  top: number,
  foot: number,
  ratio: number,
  { allow, delay, deny }: Palette,
): void {
  const colours = { [ALLOWED]: allow, [DELAYED]: delay, [DENIED]: deny };
  const columns = counts.length / PER_COLUMN;
  const stroke = Math.max(1, Math.round(ROW_STROKE * ratio));
  for (let column = 0; column < columns; column += 1) {
    const parts = counts.subarray(PER_COLUMN * column, PER_COLUMN * (column + 1));
    const all = parts[ALLOWED] + parts[DENIED] + parts[DELAYED];
    if (all === 0) continue;
    const x = Math.round(((column + 0.5) * pixels.width) / columns - stroke / 2);
    let from = top;
    for (const outcome of ORDER) {
      const to = outcome === ALLOWED ? foot : from + Math.ceil(((foot - top) * parts[outcome]) / all);
      pixels.bar(x, from, x + stroke, Math.min(to, foot), colours[outcome]);
      from = to;
    }
  }
}

/** Slanted lines over a share of the width. */
function hatch(
  pixels: Pixels,
  [from, to]: [number, number],
  top: number,
  foot: number,
  line: number,
  colour: number,
): void {
  const [left, right] = [Math.round(from * pixels.width), Math.round(to * pixels.width)];
  for (let y = top; y < foot; y += 1) {
    for (let x = left; x < right; x += 1)
      if ((x + y) % (OUTAGE_LINES * line) < line) pixels.bar(x, y, x + 1, y + 1, colour);
  }
}
