// The drawing constants that still pictures and the page share. Generated from `constants.rs` of the crate
// that draws pictures: change them there.

/** The width of a symbol in the legend, in pixels. */
export const SIGN = 12;

/** The height of the window edge in the legend, which is the highest symbol, in pixels. */
export const SIGN_HEIGHT = 14;

/** The radius of the mark of an allowed request in the legend, in pixels. */
export const SIGN_DOT = 3.5;

/** The same for the ring of a delayed request. */
export const SIGN_RING = 2.8;

/** The same for the cross of a denied request; `CROSS_ARM` is a fraction of it. */
export const SIGN_CROSS = 3.8;

/** From the middle of the ring to the left edge of its symbol, in pixels. Its tail begins twice as far from it. */
export const SIGN_RING_MIDDLE = 3;

/** The height of the band in the legend, in pixels. */
export const SIGN_BAND = 8;

/**
 * From the middle of a mark to the middle of the one above it, in pixels, from most to least legible.
 * The first at which all marks fit is used.
 */
export const PITCHES = [8, 7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5, 3];

/** The maximum number of marks that may touch their neighbours: a reader can still distinguish them. */
export const FEW_MARKS = 40;

/** How much narrower than half its pitch the radius of a mark is, in pixels. */
export const MARK_INSET = 0.4;

/** The same at a pitch below `SMALL_PITCH`. */
export const SMALL_MARK_INSET = 0.2;

/** Marks at a pitch below this, in pixels, would lose too much to the usual inset. */
export const SMALL_PITCH = 4;

/** The line width of a ring, as a fraction of its radius. */
export const RING_LINE = 0.62;

/** The maximum line width of a ring, in pixels. */
export const RING_LINE_MAX = 1.5;

/** The line width of a cross, as a fraction of its radius. */
export const CROSS_LINE = 0.66;

/** The maximum line width of a cross, in pixels. */
export const CROSS_LINE_MAX = 1.8;

/** How far a cross reaches from its middle, to each side, as a fraction of its radius. */
export const CROSS_ARM = 0.8;

/**
 * The same for the cross of an earlier run. Deliberately smaller than `CROSS_ARM`, because a ghost must not
 * look like a current decision. Only the page has ghosts.
 */
export const GHOST_CROSS_ARM = 0.75;

/** The line width of a ghost, in pixels: deliberately thinner than `CROSS_LINE_MAX` and `RING_LINE_MAX`. */
export const GHOST_LINE = 1.1;

/** The opacity of a ghost. */
export const GHOST_OPACITY = 0.5;

/** The distance between a mark and its ghost, in pixels. */
export const GHOST_APART = 1.5;

/** The height of the notch that is the ghost of a column, in pixels. */
export const GHOST_NOTCH = 1;

/** The opacity of the line from a delayed request to its start. */
export const TAIL_OPACITY = 0.55;

/** The thickness of such a line, in pixels. */
export const TAIL_LINE = 0.75;

/** Half the height of the bar at the end of such a line, in pixels. */
export const TAIL_BAR = 2;

/** The minimum height of a non-empty part of a column, in pixels. */
export const LEAST_PART = 1;

/** The same for the part of the denials. */
export const LEAST_DENIED = 2;

/** An isolated column may widen by this many empty columns on each side. */
export const WIDENED = 2;

/** If a lane has denials in at most this many columns, crosses mark them. */
export const RARE_DENIALS = 24;

/** The minimum number of columns from such a cross to the next. */
export const CROSSES_APART = 8;

/** The radius of such a cross, in pixels, and how many columns it covers on each side. */
export const RARE_CROSS = 3;

/** From the top of a column to the middle of such a cross, in pixels. */
export const RARE_CROSS_RISE = 5;

/** The space above columns for such crosses, in pixels. */
export const HEADROOM = 10;

/** From the marks to the band or to the rows below them, in pixels. */
export const ABOVE_BAND = 2;

/** Pixels below the marks. */
export const MARKS_FOOT = 3;

/** Pixels above the marks on the page. A picture has `PICTURE_MARKS_HEAD`. */
export const MARKS_HEAD = 2;

/** The height of a line of words about rows, in pixels: their names, and why they differ. */
export const ROW_WORDS = 13;

/** From the name of a row to the row on the page, in pixels. A picture has `PICTURE_ROW_NAME_ASIDE`. */
export const ROW_NAME_ASIDE = 8;

/** The minimum gap between the words of a lane and the names of its rows on the page, in pixels. */
export const ROW_NAME_GAP = 6;

/** Pixels below the strokes of a row. */
export const ROW_FOOT = 3;

/** The opacity of the baseline of the strokes of a row. */
export const ROW_GROUND_OPACITY = 0.28;

/** The width of a stroke in a row, in pixels. */
export const ROW_STROKE = 1.5;

/** The minimum width of a figure, in pixels, with words and peaks next to their lanes. */
export const WIDE = 640;

/** The minimum width at which they get more space. */
export const WIDER = 864;

/**
 * The width for the words of a lane on the page, in pixels, for `WIDE` and `WIDER` figures. A picture has
 * `PICTURE_WORDS_WIDTHS`.
 */
export const WORDS_WIDTHS = [168, 200];

/** The same for the peak of a lane. A picture has `PICTURE_PEAK_WIDTHS`. */
export const PEAK_WIDTHS = [140, 148];

/** The gap between two lanes in a narrow figure, in pixels. */
export const NARROW_LANE_GAP = 13.6;

/**
 * How far the canvas of a lane reaches beyond it on both sides, in pixels, so that a mark at the first instant
 * is whole. A picture has no such edge.
 */
export const CANVAS_OVERHANG = 4;

/** The minimum number of dots per pixel on paper, which shows more detail than most screens. */
export const PRINT_RATIO = 2;

/** The opacity of the band up to the highest amount in use in a column. */
export const BELOW_MOST_OPACITY = 0.13;

/**
 * The opacity of the band up to the lowest amount in use. A picture fills the band twice with
 * `BELOW_MOST_OPACITY`, with the same result.
 */
export const BELOW_LEAST_OPACITY = 0.24;

/** The opacity of the line along the highest amount in use. */
export const LEVEL_OPACITY = 0.7;

/** From a dot of the line of the limit to the next, in pixels. */
export const LIMIT_DOTS = 4;

/** Window edges that are closer than this, in pixels, are drawn as a pattern, without counts. */
export const EDGES_APART = 14;

/** The dashes of a window edge and the gaps between them, in pixels. */
export const EDGE_DASH = 3;

/** The opacity of a window edge. */
export const EDGE_OPACITY = 0.6;

/** The opacity of the shade of every other window. */
export const WINDOW_OPACITY = 0.045;

/** Lines at which servers sync are left out if they are closer than this, in pixels. */
export const CAUSES_APART = 6;

/** The opacity of the dots of such a line. */
export const CAUSE_OPACITY = 0.6;

/** From a dot of such a line to the next, in pixels. */
export const CAUSE_DOTS = 3;

/** The opacity of the hatch of an outage on the page. A picture has `PICTURE_OUTAGE_OPACITY`. */
export const OUTAGE_OPACITY = 0.4;

/** From a line of that hatch to the next, in pixels. */
export const OUTAGE_LINES = 5;

/** The minimum width of a bracket, in pixels: a narrower one would look like a line. */
export const NARROWEST_BRACKET = 9;

/** The height of a bracket with its line, in pixels. */
export const BRACKET_HEIGHT = 5;

/** The line width of a bracket, in pixels. */
export const BRACKET_LINE = 1.5;

/** The height of a line of words within a lane, in pixels. */
export const LABEL_HEIGHT = 14;

/** From the left or right edge of a lane to the words in it, in pixels. */
export const LABEL_ASIDE = 4;

/** From the upper or lower edge of a lane to the words in it, in pixels. */
export const LABEL_BELOW = 2;

/** The size of words in a lane, of its caption and of the axis, in pixels. */
export const SMALL_TEXT = 12;

/** The size of the title of a lane, in pixels. */
export const TITLE_TEXT = 14;

/** The size of the number of a peak, in pixels. */
export const PEAK_TEXT = 18;

/** The maximum width of the bar of a peak, in pixels. */
export const PEAK_BAR_WIDTH = 128;

/** The height of that bar, in pixels. */
export const PEAK_BAR_HEIGHT = 6;

/** The height of the lines through it, in pixels: the limit, and the worst case. */
export const PEAK_LINE_HEIGHT = 12;

/** The width of the line of the worst case, in pixels. */
export const PEAK_WORST_WIDTH = 2;

/** The opacity of the bar beyond the limit, if the lane does not break its own limit. */
export const PEAK_OVER_OPACITY = 0.55;

/** The width of a tick in the strip of disagreements, in pixels. */
export const STRIP_TICK = 2;

/** The minimum height of such a tick, in pixels. */
export const STRIP_TICK_MIN = 3;

/** The maximum height of such a tick, in pixels. */
export const STRIP_TICK_MAX = 11;

/** The height of a tick of the axis, in pixels. */
export const TICK_HEIGHT = 5;

/** The minimum number of pixels of the axis per tick. */
export const TICK_SPACE = 64;

/** The minimum gap between two labels of the axis, in pixels. */
export const TICKS_APART = 28;

/** Round steps of the axis from ten seconds on, in seconds: fractions of a minute, an hour, a day. */
export const LONG_STEPS = [
  10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800,
];

/** The approximate width of a character in a label of the axis, in pixels. These are mostly digits. */
export const TICK_CHARACTER = 6.8;

/**
 * The same for words on the page, deliberately less: letters are narrower than digits. A picture knows the
 * width of each letter.
 */
export const WORD_CHARACTER = 6.5;

/**
 * The same for the words of a bracket, which are bold, and for all words that must not cover a request:
 * deliberately more.
 */
export const BOLD_CHARACTER = 7;
