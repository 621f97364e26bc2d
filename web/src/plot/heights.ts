// How high lanes are: whoever leaves room for them has to know it before there is anything to draw.

/** Heights of marks in pixels: few lanes have more room each. */
const MARKS_HEIGHT = [67, 97, 97, 77, 67, 57, 57, 57];
const MARKS_HEIGHT_OF_MANY = 51;

export const BAND_HEIGHT = 24;

export function marksHeight(lanes: number): number {
  return MARKS_HEIGHT[lanes] ?? MARKS_HEIGHT_OF_MANY;
}
