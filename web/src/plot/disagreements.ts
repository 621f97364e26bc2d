// Where limiters disagree: a tick for each column in which two lanes decide a request differently, as high as the
// share of such requests. One among millions is still visible.

import { CANVAS_OVERHANG, STRIP_TICK, STRIP_TICK_MAX, STRIP_TICK_MIN } from './constants.ts';
import type { Scene } from './lane.ts';
import { Pixels } from './pixels.ts';
import type { Strip } from './strip.ts';

/** Pixels within which a tick is hit. */
const REACH = 22;

const pixels = new Pixels();

export function drawStrip({ row, columns }: Strip, { width, ratio, palette }: Scene, traffic: Uint32Array): void {
  const [wide, high, margin] = [width, row.area.clientHeight, CANVAS_OVERHANG].map((size) => Math.round(size * ratio));
  // A strip that is hidden has no height.
  if (high === 0) return;
  pixels.begin(wide, high, margin, palette.lane);
  const [scale, tick] = [wide / columns.length, Math.max(1, Math.round(STRIP_TICK * ratio))];
  for (let column = 0; column < columns.length; column += 1) {
    if (columns[column] === 0) continue;
    const part = Math.min(1, columns[column] / Math.max(1, traffic[column]));
    const left = Math.floor((column + 0.5) * scale) - (tick >> 1);
    const top = high - Math.round(Math.max(STRIP_TICK_MIN, part * STRIP_TICK_MAX) * ratio);
    pixels.bar(left, top, left + tick, high, palette.muted);
  }
  pixels.show(row.canvas);
}

/** The nearest column with a disagreement, as a fraction of the width; undefined if none is near. */
export function nearestDisagreement({ columns }: Strip, x: number, width: number): number | undefined {
  const scale = width / Math.max(1, columns.length);
  let [found, least]: [number | undefined, number] = [undefined, REACH];
  for (let column = 0; column < columns.length; column += 1) {
    const distance = Math.abs((column + 0.5) * scale - x);
    if (columns[column] > 0 && distance < least) [found, least] = [column, distance];
  }
  return found === undefined ? undefined : found / columns.length;
}
