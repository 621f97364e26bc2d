// The drawing constants that still pictures and the page share. Generated from `constants.rs` of the crate
// that draws pictures: change them there.

/**
 * Heights of the marks by the number of lanes, in pixels, if the height of a picture is free: fewer lanes
 * are taller.
 */
export const MARKS_HEIGHTS = [67, 97, 97, 77, 67, 57, 57, 57];

/** The same for more lanes than the list has. */
export const MARKS_HEIGHT_OF_MANY = 51;

/** The minimum height of the marks if lanes have to fit the screen, in pixels. Only the page has to. */
export const MARKS_HEIGHT_MIN = 28;

/**
 * The maximum height of the marks if lanes grow to fill the screen, in pixels. A picture has
 * `PICTURE_MARKS_HEIGHT_MAX`.
 */
export const MARKS_HEIGHT_MAX = 120;

/** The height of a band in a low lane, in pixels. */
export const FLAT_BAND_HEIGHT = 12;

/** Lanes lower than this with their band, in pixels, have a flat band. */
export const FLAT_LANE_HEIGHT = 70;

/** The height of the band under the marks, in pixels. */
export const BAND_HEIGHT = 24;

/** The height of a row within a lane, in pixels, so that its name fits. */
export const ROW_HEIGHT = 14;

/** The gap between two lanes with their words next to them, in pixels. */
export const LANE_GAP = 8;

/** The height of the strip of disagreements, in pixels. */
export const STRIP_HEIGHT = 14;

/**
 * The height that the page reserves for the axis, in pixels: the sum of its style sheet. A picture has
 * `PICTURE_AXIS_HEIGHT`.
 */
export const AXIS_HEIGHT = 26;
