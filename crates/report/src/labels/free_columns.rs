//! The columns of a lane in which a text covers no request.

use ratelab_simulation::view::View;

use crate::constants::{BOLD_CHARACTER, TEXT_APART};

/// A text and the column of the view where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub words: String,
    /// The column where it begins.
    pub column: u32,
}

/// The columns of a view, and whether each is occupied.
#[derive(Clone)]
pub(super) struct FreeColumns {
    taken: Vec<bool>,
}

impl FreeColumns {
    /// Marks the columns with requests of a lane as occupied.
    pub(super) fn for_lane(view: &View<'_>, lane: usize) -> Self {
        let columns = view.columns(lane);
        Self { taken: columns.iter().map(|counts| counts.admitted() + counts.denied > 0).collect() }
    }

    /// Marks the columns with requests of the traffic as occupied.
    pub(super) fn for_traffic(view: &View<'_>) -> Self {
        Self { taken: view.traffic().into_iter().map(|number| number > 0).collect() }
    }

    /// Places the first of several texts that fits between two columns: after the first request there, or else before
    /// it.
    pub(super) fn within(&mut self, from: u32, to: u32, words: &[&str]) -> Option<Text> {
        let (from, to) = (from as usize, (to as usize).min(self.taken.len()));
        let first = (from..to).find(|column| self.taken[*column]).unwrap_or(from);
        words.iter().find_map(|words| {
            let start = self.gap(first, to, width(words)).or_else(|| self.gap(from, to, width(words)))?;
            Some(self.take(start, words))
        })
    }

    /// Places a text right after a column, if it fits.
    pub(super) fn after(&mut self, column: u32, words: &str) -> Option<Text> {
        let start = column as usize + 1;
        self.is_free(start, width(words)).then(|| self.take(start + TEXT_APART, words))
    }

    /// Places a text right before a column, if it fits.
    pub(super) fn before(&mut self, column: u32, words: &str) -> Option<Text> {
        let start = (column as usize).checked_sub(width(words))?;
        self.is_free(start, width(words)).then(|| self.take(start + TEXT_APART, words))
    }

    /// Places the first of several texts that fits at the end.
    pub(super) fn last(&mut self, words: &[String]) -> Option<Text> {
        words.iter().find_map(|words| {
            let start = self.taken.len().checked_sub(width(words))?;
            self.is_free(start, width(words)).then(|| self.take(start + TEXT_APART, words))
        })
    }

    /// Returns the first gap of this width between two columns.
    fn gap(&self, from: usize, to: usize, width: usize) -> Option<usize> {
        let mut begin = from;
        for column in from..to {
            if self.taken[column] {
                begin = column + 1;
            } else if column + 1 - begin >= width {
                return Some(begin + TEXT_APART);
            }
        }
        None
    }

    fn is_free(&self, start: usize, width: usize) -> bool {
        self.taken.get(start..start + width).is_some_and(|columns| !columns.contains(&true))
    }

    fn take(&mut self, start: usize, words: &str) -> Text {
        let end = (start + width(words)).min(self.taken.len());
        self.taken[start..end].fill(true);
        Text { words: words.to_owned(), column: start as u32 }
    }
}

/// Returns the columns that a text needs, with a margin on both sides.
fn width(words: &str) -> usize {
    (words.chars().count() * BOLD_CHARACTER).div_ceil(10) + 2 * TEXT_APART
}
