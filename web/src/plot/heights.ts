// Heights of lanes, in a file of their own: code that reserves room needs them before there is anything to draw.

/** Heights of the marks in pixels, by number of lanes: fewer lanes are taller. */
const MARKS_HEIGHT = [67, 97, 97, 77, 67, 57, 57, 57];
const MARKS_HEIGHT_OF_MANY = 51;

export const BAND_HEIGHT = 24;

export function marksHeight(lanes: number): number {
  return MARKS_HEIGHT[lanes] ?? MARKS_HEIGHT_OF_MANY;
}
