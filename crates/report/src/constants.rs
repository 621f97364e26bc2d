//! The drawing constants that still pictures and the page share, and those that place the texts in both. The page has
//! them in the [`FILES`] that [`typescript`] generates: after a change here, run
//! `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation` to update these files. A constant that differs between page
//! and picture has two names; the one for pictures begins with `PICTURE` and says why.
//!
//! Values are integers, because this crate uses no floats. A constant that is `in Tenths` or `in Hundredths` is that
//! many times larger here than on the page.

/// How a constant of this file becomes a number on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// The same number.
    Whole,
    /// Tenths of a pixel, which are pixels on the page.
    Tenths,
    /// Hundredths, mostly of an opacity or a radius, which are fractions on the page.
    Hundredths,
    /// Thousandths of opacity.
    Thousandths,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Its name, here and in TypeScript.
    pub name: &'static str,
    /// Its meaning, line by line.
    pub meaning: &'static [&'static str],
    /// The unit of its values.
    pub unit: Unit,
    /// One value, or those of a list.
    pub values: &'static [u64],
    /// Whether it is a list.
    pub is_list: bool,
}

/// Declares constants, and a table of them to generate a file of TypeScript from.
macro_rules! constants {
    (
        $(#[doc = $about:literal])+ table $table:ident;
        $($(#[doc = $meaning:literal])+ $name:ident: $type:ty = $value:tt in $unit:ident;)+
    ) => {
        $($(#[doc = $meaning])+ pub const $name: $type = $value;)+

        $(#[doc = $about])+
        pub const $table: &[Constant] = &[$(Constant {
            name: stringify!($name),
            meaning: &[$($meaning),+],
            unit: Unit::$unit,
            values: constants!(@values $value),
            is_list: constants!(@is_list $value),
        }),+];
    };
    (@values [$($value:literal),+ $(,)?]) => { &[$($value),+] };
    (@values $value:literal) => { &[$value] };
    (@is_list [$($value:literal),+ $(,)?]) => { true };
    (@is_list $value:literal) => { false };
}

constants! {
    /// The constants that page and picture share, except `HEIGHTS`.
    table SHAPES;

    /// The width of a symbol in the legend, in pixels.
    SIGN: u64 = 12 in Whole;
    /// The height of the window edge in the legend, which is the highest symbol, in pixels.
    SIGN_HEIGHT: u64 = 14 in Whole;
    /// The radius of the mark of an allowed request in the legend, in pixels.
    SIGN_DOT: u64 = 35 in Tenths;
    /// The same for the ring of a delayed request.
    SIGN_RING: u64 = 28 in Tenths;
    /// The same for the cross of a denied request; `CROSS_ARM` is a fraction of it.
    SIGN_CROSS: u64 = 38 in Tenths;
    /// From the middle of the ring to the left edge of its symbol, in pixels. Its tail begins twice as far from it.
    SIGN_RING_MIDDLE: u64 = 3 in Whole;
    /// The height of the band in the legend, in pixels.
    SIGN_BAND: u64 = 8 in Whole;

    /// From the middle of a mark to the middle of the one above it, in pixels, from most to least legible.
    /// The first at which all marks fit is used.
    PITCHES: [u64; 10] = [80, 70, 65, 60, 55, 50, 45, 40, 35, 30] in Tenths;
    /// The maximum number of marks that may touch their neighbours: a reader can still distinguish them.
    FEW_MARKS: usize = 40 in Whole;
    /// How much narrower than half its pitch the radius of a mark is, in pixels.
    MARK_INSET: u64 = 4 in Tenths;
    /// The same at a pitch below `SMALL_PITCH`.
    SMALL_MARK_INSET: u64 = 2 in Tenths;
    /// Marks at a pitch below this, in pixels, would lose too much to the usual inset.
    SMALL_PITCH: u64 = 40 in Tenths;
    /// The line width of a ring, as a fraction of its radius.
    RING_LINE: u64 = 62 in Hundredths;
    /// The maximum line width of a ring, in pixels.
    RING_LINE_MAX: u64 = 15 in Tenths;
    /// The line width of a cross, as a fraction of its radius.
    CROSS_LINE: u64 = 66 in Hundredths;
    /// The maximum line width of a cross, in pixels.
    CROSS_LINE_MAX: u64 = 18 in Tenths;
    /// How far a cross reaches from its middle, to each side, as a fraction of its radius.
    CROSS_ARM: u64 = 80 in Hundredths;
    /// The same for the cross of an earlier run. Deliberately smaller than `CROSS_ARM`, because a ghost must not
    /// look like a current decision. Only the page has ghosts.
    GHOST_CROSS_ARM: u64 = 75 in Hundredths;
    /// The line width of a ghost, in pixels: deliberately thinner than `CROSS_LINE_MAX` and `RING_LINE_MAX`.
    GHOST_LINE: u64 = 11 in Tenths;
    /// The opacity of a ghost.
    GHOST_OPACITY: u64 = 50 in Hundredths;
    /// The distance between a mark and its ghost, in pixels.
    GHOST_APART: u64 = 15 in Tenths;
    /// The height of the notch that is the ghost of a column, in pixels.
    GHOST_NOTCH: u64 = 1 in Whole;
    /// The opacity of the line from a delayed request to its start.
    TAIL_OPACITY: u64 = 55 in Hundredths;
    /// The thickness of such a line, in pixels.
    TAIL_LINE: u64 = 75 in Hundredths;
    /// Half the height of the bar at the end of such a line, in pixels.
    TAIL_BAR: u64 = 2 in Whole;

    /// The minimum height of a non-empty part of a column, in pixels.
    LEAST_PART: u64 = 10 in Tenths;
    /// The same for the part of the denials.
    LEAST_DENIED: u64 = 20 in Tenths;
    /// An isolated column may widen by this many empty columns on each side.
    WIDENED: usize = 2 in Whole;
    /// If a lane has denials in at most this many columns, crosses mark them.
    RARE_DENIALS: usize = 24 in Whole;
    /// The minimum number of columns from such a cross to the next.
    CROSSES_APART: usize = 8 in Whole;
    /// The radius of such a cross, in pixels, and how many columns it covers on each side.
    RARE_CROSS: usize = 3 in Whole;
    /// From the top of a column to the middle of such a cross, in pixels.
    RARE_CROSS_RISE: u64 = 5 in Whole;
    /// The space above columns for such crosses, in pixels.
    HEADROOM: u64 = 10 in Whole;

    /// From the marks to the band or to the rows below them, in pixels.
    ABOVE_BAND: u64 = 2 in Whole;
    /// Pixels below the marks.
    MARKS_FOOT: u64 = 3 in Whole;
    /// Pixels above the marks on the page. A picture has `PICTURE_MARKS_HEAD`.
    MARKS_HEAD: u64 = 2 in Whole;
    /// The height of a line of words about rows, in pixels: their names, and why they differ.
    ROW_WORDS: u64 = 13 in Whole;
    /// From the name of a row to the row on the page, in pixels. A picture has `PICTURE_ROW_NAME_ASIDE`.
    ROW_NAME_ASIDE: u64 = 8 in Whole;
    /// The minimum gap between the words of a lane and the names of its rows on the page, in pixels.
    ROW_NAME_GAP: u64 = 6 in Whole;
    /// Pixels below the strokes of a row.
    ROW_FOOT: u64 = 3 in Whole;
    /// The opacity of the baseline of the strokes of a row.
    ROW_GROUND_OPACITY: u64 = 28 in Hundredths;
    /// The width of a stroke in a row, in pixels.
    ROW_STROKE: u64 = 15 in Tenths;
    /// The minimum width of a figure, in pixels, with words and peaks next to their lanes.
    WIDE: u64 = 640 in Whole;
    /// The minimum width at which they get more space.
    WIDER: u64 = 864 in Whole;
    /// The width for the words of a lane on the page, in pixels, for `WIDE` and `WIDER` figures. A picture has
    /// `PICTURE_WORDS_WIDTHS`.
    WORDS_WIDTHS: [u64; 2] = [168, 200] in Whole;
    /// The same for the peak of a lane. A picture has `PICTURE_PEAK_WIDTHS`.
    PEAK_WIDTHS: [u64; 2] = [140, 148] in Whole;
    /// The gap between two lanes in a narrow figure, in pixels.
    NARROW_LANE_GAP: u64 = 136 in Tenths;
    /// How far the canvas of a lane reaches beyond it on both sides, in pixels, so that a mark at the first instant
    /// is whole. A picture has no such edge.
    CANVAS_OVERHANG: u64 = 4 in Whole;
    /// The minimum number of dots per pixel on paper, which shows more detail than most screens.
    PRINT_RATIO: u64 = 2 in Whole;

    /// The opacity of the band up to the highest amount in use in a column.
    BELOW_MOST_OPACITY: u64 = 13 in Hundredths;
    /// The opacity of the band up to the lowest amount in use. A picture fills the band twice with
    /// `BELOW_MOST_OPACITY`, with the same result.
    BELOW_LEAST_OPACITY: u64 = 24 in Hundredths;
    /// The opacity of the line along the highest amount in use.
    LEVEL_OPACITY: u64 = 70 in Hundredths;
    /// From a dot of the line of the limit to the next, in pixels.
    LIMIT_DOTS: u64 = 4 in Whole;

    /// Window edges that are closer than this, in pixels, are drawn as a pattern, without counts.
    EDGES_APART: u64 = 14 in Whole;
    /// The dashes of a window edge and the gaps between them, in pixels.
    EDGE_DASH: u64 = 3 in Whole;
    /// The opacity of a window edge.
    EDGE_OPACITY: u64 = 60 in Hundredths;
    /// The opacity of the shade of every other window.
    WINDOW_OPACITY: u64 = 45 in Thousandths;
    /// Lines at which servers sync are left out if they are closer than this, in pixels.
    CAUSES_APART: u64 = 6 in Whole;
    /// The opacity of the dots of such a line.
    CAUSE_OPACITY: u64 = 60 in Hundredths;
    /// From a dot of such a line to the next, in pixels.
    CAUSE_DOTS: u64 = 3 in Whole;
    /// The opacity of the hatch of an outage on the page. A picture has `PICTURE_OUTAGE_OPACITY`.
    OUTAGE_OPACITY: u64 = 40 in Hundredths;
    /// From a line of that hatch to the next, in pixels.
    OUTAGE_LINES: u64 = 5 in Whole;

    /// The minimum width of a bracket, in pixels: a narrower one would look like a line.
    NARROWEST_BRACKET: u64 = 9 in Whole;
    /// The height of a bracket with its line, in pixels.
    BRACKET_HEIGHT: u64 = 5 in Whole;
    /// The line width of a bracket, in pixels.
    BRACKET_LINE: u64 = 15 in Tenths;
    /// The height of a line of words within a lane, in pixels.
    LABEL_HEIGHT: u64 = 14 in Whole;
    /// From the left or right edge of a lane to the words in it, in pixels.
    LABEL_ASIDE: u64 = 4 in Whole;
    /// From the upper or lower edge of a lane to the words in it, in pixels.
    LABEL_BELOW: u64 = 2 in Whole;
    /// The size of words in a lane, of its caption and of the axis, in pixels.
    SMALL_TEXT: u64 = 12 in Whole;
    /// The size of the title of a lane, in pixels.
    TITLE_TEXT: u64 = 14 in Whole;

    /// The size of the number of a peak, in pixels.
    PEAK_TEXT: u64 = 18 in Whole;
    /// The maximum width of the bar of a peak, in pixels.
    PEAK_BAR_WIDTH: u64 = 128 in Whole;
    /// The height of that bar, in pixels.
    PEAK_BAR_HEIGHT: u64 = 6 in Whole;
    /// The height of the lines through it, in pixels: the limit, and the worst case.
    PEAK_LINE_HEIGHT: u64 = 12 in Whole;
    /// The width of the line of the worst case, in pixels.
    PEAK_WORST_WIDTH: u64 = 2 in Whole;
    /// The opacity of the bar beyond the limit, if the lane does not break its own limit.
    PEAK_OVER_OPACITY: u64 = 55 in Hundredths;

    /// The width of a tick in the strip of disagreements, in pixels.
    STRIP_TICK: u64 = 2 in Whole;
    /// The minimum height of such a tick, in pixels.
    STRIP_TICK_MIN: u64 = 3 in Whole;
    /// The maximum height of such a tick, in pixels.
    STRIP_TICK_MAX: u64 = 11 in Whole;

    /// The height of a tick of the axis, in pixels.
    TICK_HEIGHT: u64 = 5 in Whole;
    /// The minimum number of pixels of the axis per tick.
    TICK_SPACE: u64 = 64 in Whole;
    /// The minimum gap between two labels of the axis, in pixels.
    TICKS_APART: u64 = 28 in Whole;
    /// Round steps of the axis from ten seconds on, in seconds: fractions of a minute, an hour, a day.
    LONG_STEPS: [u64; 17] = [
        10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    ] in Whole;
    /// The approximate width of a character in a label of the axis, in pixels. These are mostly digits.
    TICK_CHARACTER: u64 = 68 in Tenths;
    /// The same for words on the page, deliberately less: letters are narrower than digits. A picture knows the
    /// width of each letter.
    WORD_CHARACTER: u64 = 65 in Tenths;
    /// The same for the words of a bracket, which are bold, and for all words that must not cover a request:
    /// deliberately more.
    BOLD_CHARACTER: usize = 70 in Tenths;
}

constants! {
    /// The constants that the page needs to reserve the height of a figure. They have their own file, because the
    /// script of an embedded figure has to stay small until the figure is near.
    table HEIGHTS;

    /// Heights of the marks by the number of lanes, in pixels, if the height of a picture is free: fewer lanes
    /// are taller.
    MARKS_HEIGHTS: [u64; 8] = [67, 97, 97, 77, 67, 57, 57, 57] in Whole;
    /// The same for more lanes than the list has.
    MARKS_HEIGHT_OF_MANY: u64 = 51 in Whole;
    /// The minimum height of the marks if lanes have to fit the screen, in pixels. Only the page has to.
    MARKS_HEIGHT_MIN: u64 = 28 in Whole;
    /// The maximum height of the marks if lanes grow to fill the screen, in pixels. A picture has
    /// `PICTURE_MARKS_HEIGHT_MAX`.
    MARKS_HEIGHT_MAX: u64 = 120 in Whole;
    /// The height of a band in a low lane, in pixels.
    FLAT_BAND_HEIGHT: u64 = 12 in Whole;
    /// Lanes lower than this with their band, in pixels, have a flat band.
    FLAT_LANE_HEIGHT: u64 = 70 in Whole;
    /// The height of the band under the marks, in pixels.
    BAND_HEIGHT: u64 = 24 in Whole;
    /// The height of a row within a lane, in pixels, so that its name fits.
    ROW_HEIGHT: u64 = 14 in Whole;
    /// The gap between two lanes with their words next to them, in pixels.
    LANE_GAP: u64 = 8 in Whole;
    /// The height of the strip of disagreements, in pixels.
    STRIP_HEIGHT: u64 = 14 in Whole;
    /// The height that the page reserves for the axis, in pixels: the sum of its style sheet. A picture has
    /// `PICTURE_AXIS_HEIGHT`.
    AXIS_HEIGHT: u64 = 26 in Whole;
}

constants! {
    /// The constants of the chart of clients by their busiest period, on the log page and in the pictures of the
    /// command `ratelab calibrate`.
    table PEAKS;

    /// The line width of the curve, in pixels.
    CURVE_LINE: u64 = 2 in Whole;
    /// The opacity of the area below the curve.
    CURVE_OPACITY: u64 = 17 in Hundredths;
    /// The opacity of the part of that area beyond the limit, which is drawn over it.
    BEYOND_OPACITY: u64 = 28 in Hundredths;
    /// The line width of the limit, in pixels.
    LIMIT_LINE: u64 = 2 in Whole;
}

/// The opacity of the lines at round numbers in a picture of that chart, in hundredths. The page has a colour of its
/// own for such lines.
pub const PICTURE_GRID_OPACITY: u64 = 20;

/// Pixels above the marks of a picture. Deliberately more than `MARKS_HEAD`: a picture grows to fit its bracket,
/// while the lanes of the page have to fit the screen.
pub const PICTURE_MARKS_HEAD: u64 = 7;

/// The height of the axis of a picture in pixels. Deliberately less than `AXIS_HEIGHT`: the height on the page
/// depends on the line height of its style sheet.
pub const PICTURE_AXIS_HEIGHT: u64 = 24;

/// The maximum height to which the marks of a picture grow, in pixels. Deliberately less than `MARKS_HEIGHT_MAX`: there
/// is no screen to fill, and lanes of different pictures should look alike.
pub const PICTURE_MARKS_HEIGHT_MAX: u64 = 97;

/// The lanes of a picture grow until marks have this pitch, in tenths of a pixel. On the page the height comes first.
pub const PICTURE_PITCH: u64 = 65;

/// The width for the words of a lane in a picture, in pixels. Deliberately more than `WORDS_WIDTHS`: truncated words
/// have no tooltip, and the width of letters is estimated.
pub const PICTURE_WORDS_WIDTHS: [u64; 2] = [180, 204];

/// The width for a peak in a picture, in pixels, with the gap before it. In a narrow picture it is deliberately less
/// than `PEAK_WIDTHS`: the words of a lane need that space.
pub const PICTURE_PEAK_WIDTHS: [u64; 2] = [136, 148];

/// The opacity of an outage in a picture, in hundredths. It is deliberately flat, and lighter than the lines of
/// `OUTAGE_OPACITY`: the pattern of a hatch needs an `id`, which would not be unique if a page has several pictures.
pub const PICTURE_OUTAGE_OPACITY: u64 = 22;

/// From the name of a row to the row in a picture, in pixels. Deliberately less than `ROW_NAME_ASIDE`: the name has the
/// counts of the row as well, and only a short one fits.
pub const PICTURE_ROW_NAME_ASIDE: u64 = 4;

/// From a text within a lane to the requests next to it, in pixels. The page gets the positions of these texts.
pub const TEXT_APART: usize = 7;

/// The files in `web/src` that are generated, and their constants.
pub const FILES: [(&str, &[Constant]); 3] =
    [("plot/constants.ts", SHAPES), ("plot/height-constants.ts", HEIGHTS), ("log/peaks-constants.ts", PEAKS)];

/// Generates a TypeScript file with constants.
pub fn typescript(constants: &[Constant]) -> String {
    let head = "// The drawing constants that still pictures and the page share. Generated from `constants.rs` of the \
                crate\n\
                // that draws pictures: change them there.\n";
    constants.iter().fold(head.to_owned(), |text, constant| text + "\n" + &constant.typescript())
}

impl Constant {
    fn typescript(&self) -> String {
        let meaning = match self.meaning {
            [line] => format!("/**{line} */\n"),
            lines => {
                let lines: String = lines.iter().map(|line| format!(" *{line}\n")).collect();
                format!("/**\n{lines} */\n")
            }
        };
        let values: Vec<_> = self.values.iter().map(|value| self.unit.decimal(*value)).collect();
        let list = values.join(", ");
        let value = match (self.is_list, list.len() > 90) {
            (false, _) => list,
            (true, false) => format!("[{list}]"),
            (true, true) => format!("[\n  {list},\n]"),
        };
        format!("{meaning}export const {} = {value};\n", self.name)
    }
}

impl Unit {
    /// A value in this unit as a decimal number, such as `6.5` for 65 tenths.
    pub fn decimal(self, value: u64) -> String {
        let places = match self {
            Self::Whole => 0,
            Self::Tenths => 1,
            Self::Hundredths => 2,
            Self::Thousandths => 3,
        };
        let scale = 10u64.pow(places);
        let digits = format!("{}.{:0width$}", value / scale, value % scale, width = places as usize);
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
