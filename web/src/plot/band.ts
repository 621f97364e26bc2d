// The limiter's state under the marks: the least and most in use in each column, and the limit as a line.

import { BELOW_LEAST_OPACITY, BELOW_MOST_OPACITY, LEVEL_OPACITY, LIMIT_DOTS } from './constants.ts';
import type { Content } from './lane.ts';
import type { Palette } from './palette.ts';
import { mixed, type Pixels } from './pixels.ts';
import { profile } from './profile.ts';
import { drawRows } from './rows.ts';

/** Draws the rows or the band of a lane at the bottom, in device pixels. */
export function drawBand(pixels: Pixels, content: Content, height: number, ratio: number, palette: Palette): void {
  const { band, limit, rows } = content;
  if (rows !== undefined) drawRows(pixels, content, height, ratio, palette);
  else if (band !== undefined && band.length > 0) drawLevels(pixels, band, limit, height, ratio, palette);
}

function drawLevels(
  pixels: Pixels,
  band: Float64Array,
  limit: number | undefined,
  height: number,
  ratio: number,
  palette: Palette,
): void {
  const most = Math.max(limit ?? 0, highest(band));
  if (most === 0) return;
  const scale = height / most;
  fill(pixels, band, scale, palette);
  trace(pixels, band, scale, ratio, palette);
  if (limit !== undefined) drawLimit(pixels, pixels.height - Math.round(limit * scale), ratio, palette);
}

function highest(band: Float64Array): number {
  let most = 0;
  for (let at = 1; at < band.length; at += 2) {
    if (band[at] > most) most = band[at];
  }
  return most;
}

function fill(pixels: Pixels, band: Float64Array, scale: number, { allow, lane }: Palette): void {
  const { tops } = profile.begin(pixels);
  const columns = band.length / 2;
  for (let x = 0; x < pixels.width; x += 1) {
    const place = ((x + 0.5) * columns) / pixels.width - 0.5;
    tops[0][pixels.margin + x] = Math.round(pixels.height - valueAt(band, 0, place) * scale);
    tops[1][pixels.margin + x] = Math.round(pixels.height - valueAt(band, 1, place) * scale);
    tops[2][pixels.margin + x] = tops[1][pixels.margin + x];
  }
  const [full, light] = [mixed(lane, allow, BELOW_LEAST_OPACITY), mixed(lane, allow, BELOW_MOST_OPACITY)];
  pixels.layers({ tops, colours: [full, light, light] }, pixels.height);
}

/** A line along the most, one page pixel thick. */
function trace(pixels: Pixels, band: Float64Array, scale: number, ratio: number, { allow }: Palette): void {
  const columns = band.length / 2;
  const lowest = pixels.height - ratio / 2;
  let before = lowest - valueAt(band, 1, -0.5) * scale;
  for (let x = 0; x < pixels.width; x += 1) {
    const column = Math.min(columns - 1, Math.floor(((x + 0.5) * columns) / pixels.width));
    const after = lowest - valueAt(band, 1, ((x + 1) * columns) / pixels.width - 0.5) * scale;
    const dip = dips(band, 2 * column) ? lowest - band[2 * column] * scale : after;
    upright(pixels, x, Math.min(before, after) - ratio / 2, Math.max(before, after, dip) + ratio / 2, allow);
    before = after;
  }
}

/** The part of a line in one column of pixels, with soft ends. */
function upright(pixels: Pixels, x: number, top: number, bottom: number, colour: number): void {
  for (let y = Math.floor(top); y < bottom; y += 1) {
    pixels.blend(x, y, colour, LEVEL_OPACITY * (Math.min(bottom, y + 1) - Math.max(top, y)));
  }
}

/** The least (0) or the most (1), interpolated between the middles of two columns. */
function valueAt(band: Float64Array, part: number, place: number): number {
  const last = band.length / 2 - 1;
  const column = Math.max(0, Math.min(last, Math.floor(place)));
  const next = Math.min(last, column + 1);
  const share = Math.max(0, Math.min(1, place - column));
  return band[2 * column + part] * (1 - share) + band[2 * next + part] * share;
}

/** Whether a column dips between two that do not. */
function dips(band: Float64Array, at: number): boolean {
  const least = band[at];
  return least < band[at + 1] && band[at - 2] > least && band[at + 2] > least;
}

function drawLimit(pixels: Pixels, at: number, ratio: number, { muted }: Palette): void {
  const line = Math.max(1, Math.round(ratio));
  for (let x = 0; x < pixels.width; x += LIMIT_DOTS * line) pixels.bar(x, at - line, x + line, at, muted);
}
