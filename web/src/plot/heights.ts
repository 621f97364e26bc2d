// Heights of lanes, in a separate file: code that reserves space needs them before there is anything to draw.

import {
  AXIS_HEIGHT,
  BAND_HEIGHT,
  FLAT_BAND_HEIGHT,
  FLAT_LANE_HEIGHT,
  LANE_GAP,
  MARKS_HEIGHT_MAX,
  MARKS_HEIGHT_MIN,
  MARKS_HEIGHT_OF_MANY,
  MARKS_HEIGHTS,
  ROW_HEIGHT,
  STRIP_HEIGHT,
} from './height-constants.ts';

/** Heights in pixels: of the marks of a lane, and of the band under them. */
export interface Heights {
  marks: number;
  band: number;
}

/** The strip of disagreements with its gap. See `style.ts`. */
const STRIP = STRIP_HEIGHT + LANE_GAP;

/** How much higher a lane is than others, in pixels, because it has rows. */
export function extraOf({ rows }: { rows?: { words: unknown[] } }): number {
  return rows === undefined ? 0 : ROW_HEIGHT * rows.words.length;
}

/** With `available` pixels, all lanes fit into them if that leaves enough to see. Some need this much more. */
export function heightsOf(lanes: number, available?: number, extra = 0): Heights {
  if (!available) return { marks: MARKS_HEIGHTS[lanes] ?? MARKS_HEIGHT_OF_MANY, band: BAND_HEIGHT };
  const free = available - extra - AXIS_HEIGHT - STRIP - LANE_GAP * (lanes + 1);
  const band = free / (lanes + 1) < FLAT_LANE_HEIGHT ? FLAT_BAND_HEIGHT : BAND_HEIGHT;
  const marks = Math.floor((free - band * lanes) / (lanes + 1));
  return { marks: Math.max(MARKS_HEIGHT_MIN, Math.min(MARKS_HEIGHT_MAX, marks)), band };
}

/** The height of the whole picture beside its words, to reserve it. */
export function heightOf(lanes: number, available?: number): number {
  const { marks, band } = heightsOf(lanes, available);
  return AXIS_HEIGHT + STRIP + LANE_GAP * (lanes + 1) + marks + lanes * (marks + band);
}
