// The constants of drawing, which still pictures and the canvas share. Generated from `svg/constants.rs` of
// the crate that draws pictures: change them there.

/**
 * Heights of the marks by the number of lanes, in pixels, where a picture may be as high as it likes: fewer
 * lanes are taller.
 */
export const MARKS_HEIGHTS = [67, 97, 97, 77, 67, 57, 57, 57];

/** The same for more lanes than the list has. */
export const MARKS_HEIGHT_OF_MANY = 51;

/** The least height of the marks where lanes have to fit the screen, in pixels. Only the page has to. */
export const MARKS_HEIGHT_MIN = 28;

/**
 * The greatest height of the marks where lanes grow to fill the screen, in pixels. A picture has
 * `PICTURE_MARKS_HEIGHT_MAX`.
 */
export const MARKS_HEIGHT_MAX = 120;

/** The height of a band where there is little room, in pixels. */
export const FLAT_BAND_HEIGHT = 12;

/** Lanes that are less high than this with their band, in pixels, have a flat one. */
export const FLAT_LANE_HEIGHT = 70;

/** The height of the band under the marks, in pixels. */
export const BAND_HEIGHT = 24;

/** The height of a row within a lane, in pixels: its name has room. */
export const ROW_HEIGHT = 14;

/** Between two lanes that have their words beside them, in pixels. */
export const LANE_GAP = 8;

/** The height of the strip of disagreements, in pixels. */
export const STRIP_HEIGHT = 14;

/**
 * The height that the page reserves for the axis, in pixels: the sum of its style sheet. A picture has
 * `PICTURE_AXIS_HEIGHT`.
 */
export const AXIS_HEIGHT = 26;
