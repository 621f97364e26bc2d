//! The horizontal layout: words, lane, peak. In a narrow picture, words and peak are above their lane.

use super::constants::{LANE_GAP, NARROW_LANE_GAP, PICTURE_PEAK_WIDTHS, PICTURE_WORDS_WIDTHS, WIDE, WIDER};

/// Pixels between two columns of the layout.
const GUTTER: u64 = 14;

/// Positions in pixels.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub width: u64,
    /// The margin around the picture.
    pub margin: u64,
    /// The left edge and the width of lanes.
    pub left: u64,
    pub area: u64,
    /// The left edge of peaks, in a wide picture.
    pub beside: Option<u64>,
}

impl Layout {
    pub(super) const fn new(width: u64) -> Self {
        if width < WIDE + 32 {
            return Self { width, margin: 12, left: 12, area: width - 24, beside: None };
        }
        let which = (width >= WIDER + 32) as usize;
        let (margin, left) = (16, 16 + PICTURE_WORDS_WIDTHS[which]);
        let area = width - margin - left - PICTURE_PEAK_WIDTHS[which];
        Self { width, margin, left, area, beside: Some(left + area + GUTTER) }
    }

    pub(super) const fn is_wide(&self) -> bool {
        self.beside.is_some()
    }

    /// Returns the width within the margins.
    pub(super) const fn inner(&self) -> u64 {
        self.width - 2 * self.margin
    }

    /// Returns the width for the words of a lane.
    pub(super) const fn words(&self) -> u64 {
        if self.is_wide() { self.left - self.margin - GUTTER } else { self.inner() }
    }

    /// Returns the right edge of the picture's content.
    pub(super) const fn right(&self) -> u64 {
        self.width - self.margin
    }

    /// Returns the pixels between two rows.
    pub(super) const fn gap(&self) -> u64 {
        if self.is_wide() { LANE_GAP } else { NARROW_LANE_GAP.div_ceil(10) }
    }
}
