// The rows of a lane: one for each server that decides, or for each layer. A row is low, so a column is an upright
// stroke, divided by what became of its requests: denied above, delayed, allowed below.

import { ALLOWED, DELAYED, DENIED } from '../engine/marks.ts';
import { PER_COLUMN } from './columns.ts';
import type { Palette } from './palette.ts';
import { mixed, type Pixels } from './pixels.ts';

/** The ground of a row, in which share of the allowed colour. */
const GROUND = 0.07;

/** Draws rows at the bottom of a lane, in device pixels. */
export function drawRows(pixels: Pixels, rows: Uint32Array[], height: number, ratio: number, palette: Palette): void {
  const each = height / rows.length;
  const gap = Math.max(1, Math.round(2 * ratio));
  rows.forEach((counts, row) => {
    const top = Math.round(pixels.height - height + row * each);
    const bottom = Math.round(pixels.height - height + (row + 1) * each) - gap;
    pixels.bar(0, top, pixels.width, bottom, mixed(palette.lane, palette.allow, GROUND));
    drawRow(pixels, counts, top, bottom, ratio, palette);
  });
}

function drawRow(pixels: Pixels, counts: Uint32Array, top: number, bottom: number, ratio: number, { allow, delay, deny }: Palette): void {
  const columns = counts.length / PER_COLUMN;
  const stroke = Math.max(1, Math.round(1.5 * ratio));
  for (let column = 0; column < columns; column += 1) {
    const parts = counts.subarray(PER_COLUMN * column, PER_COLUMN * (column + 1));
    const all = parts[ALLOWED] + parts[DENIED] + parts[DELAYED];
    if (all === 0) continue;
    const x = Math.round(((column + 0.5) * pixels.width) / columns - stroke / 2);
    let from = top;
    for (const [outcome, colour] of [[DENIED, deny], [DELAYED, delay], [ALLOWED, allow]] as const) {
      const to = outcome === ALLOWED ? bottom : from + Math.ceil(((bottom - top) * parts[outcome]) / all);
      pixels.bar(x, from, x + stroke, Math.min(to, bottom), colour);
      from = to;
    }
  }
}
