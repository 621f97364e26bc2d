// The drawing constants that still pictures and the page share. Generated from `constants.rs` of the crate
// that draws pictures: change them there.

/** The line width of the curve, in pixels. */
export const CURVE_LINE = 2;

/** The opacity of the area below the curve. */
export const CURVE_OPACITY = 0.17;

/** The opacity of the part of that area beyond the limit, which is drawn over it. */
export const BEYOND_OPACITY = 0.28;

/** The line width of the limit, in pixels. */
export const LIMIT_LINE = 2;
