// Heights of lanes, in a file of their own: code that reserves room needs them before there is anything to draw.

/** Heights in pixels: of the marks of a lane, and of the band under them. */
export interface Heights {
  marks: number;
  band: number;
}

/** Heights of the marks by number of lanes, where the height of the picture is free: fewer lanes are taller. */
const MARKS = [67, 97, 97, 77, 67, 57, 57, 57];
const MARKS_OF_MANY = 51;
const BAND = 24;

/** In a picture that fits a screen, lanes shrink and grow between these heights. */
const LEAST_MARKS = 28;
const MOST_MARKS = 120;
const FLAT_BAND = 12;
/** Below this height of a whole lane, bands are flat. */
const FLAT = 70;

/** Gap between lanes, the axis, and the strip of disagreements with its gap. See `style.ts`. */
const GAP = 8;
const AXIS = 26;
const STRIP = 22;

/** The height of a row within a lane: its words have room. */
export const ROW = 14;

/** How much higher a lane is than others, in pixels, because it has rows. */
export function extraOf({ rows }: { rows?: { words: unknown[] } }): number {
  return rows === undefined ? 0 : ROW * rows.words.length;
}

/** With `room`, in pixels, all lanes fit into it if that leaves enough to see. Some need this much more. */
export function heightsOf(lanes: number, room?: number, extra = 0): Heights {
  if (!room) return { marks: MARKS[lanes] ?? MARKS_OF_MANY, band: BAND };
  const free = room - extra - AXIS - STRIP - GAP * (lanes + 1);
  const band = free / (lanes + 1) < FLAT ? FLAT_BAND : BAND;
  const marks = Math.floor((free - band * lanes) / (lanes + 1));
  return { marks: Math.max(LEAST_MARKS, Math.min(MOST_MARKS, marks)), band };
}

/** The height of the whole picture beside its words, to reserve it. */
export function heightOf(lanes: number, room?: number): number {
  const { marks, band } = heightsOf(lanes, room);
  return AXIS + STRIP + GAP * (lanes + 1) + marks + lanes * (marks + band);
}
