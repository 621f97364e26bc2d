//! How marks are stacked in their columns, and how large they can be.

use super::{
    constants::{FEW_MARKS, MARK_INSET, SMALL_MARK_INSET, SMALL_PITCH},
    positions::levels,
};

/// The positions of marks.
pub(super) struct Stack {
    /// The column and the level of each mark, the lowest being 0.
    pub positions: Vec<(u64, u64)>,
    /// The largest number of marks in one column.
    pub highest: u64,
    /// The shortest distance between two columns with marks, in pixels, if there are many.
    closest: u64,
}

impl Stack {
    pub(super) fn new(columns: impl Iterator<Item = u64>) -> Self {
        let columns: Vec<_> = columns.collect();
        let levels = levels(&columns);
        let highest = levels.iter().map(|level| level + 1).max().unwrap_or(0);
        let gaps = columns.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0);
        let closest = gaps.min().filter(|_| columns.len() > FEW_MARKS).unwrap_or(u64::MAX);
        Self { positions: columns.into_iter().zip(levels).collect(), highest, closest }
    }

    /// Returns whether marks with this pitch fit into a height, and next to each other.
    pub(super) fn fits(&self, pitch: u64, height: u64) -> bool {
        self.highest * pitch <= height * 10
            && 2 * radius(pitch) <= self.closest.saturating_add(1).saturating_mul(10)
    }
}

/// Returns half the width of a mark, in tenths of a pixel.
pub(super) const fn radius(pitch: u64) -> u64 {
    pitch / 2 - if pitch < SMALL_PITCH { SMALL_MARK_INSET } else { MARK_INSET }
}
