//! Where in a lane something can be written without covering a request.

use ratelab_simulation::view::View;

/// How wide a character is in a wide font, in tenths of a pixel, and how far words stay away from marks.
const CHARACTER: usize = 70;
const APART: usize = 7;

/// Words, and the column of the view at which they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What is written.
    pub words: String,
    /// Where it begins.
    pub column: u32,
}

/// The columns of a view: whether each is taken.
#[derive(Clone)]
pub(super) struct FreeColumns {
    taken: Vec<bool>,
}

impl FreeColumns {
    /// Taken are the columns with requests of a lane.
    pub(super) fn for_lane(view: &View<'_>, lane: usize) -> Self {
        let columns = view.columns(lane);
        Self { taken: columns.iter().map(|counts| counts.admitted() + counts.denied > 0).collect() }
    }

    /// Taken are the columns with requests of the traffic.
    pub(super) fn for_traffic(view: &View<'_>) -> Self {
        Self { taken: view.traffic().into_iter().map(|number| number > 0).collect() }
    }

    /// The first of several words that fits somewhere between two columns, first after the first
    /// request there, then before it.
    pub(super) fn within(&mut self, from: u32, to: u32, words: &[&str]) -> Option<Text> {
        let (from, to) = (from as usize, (to as usize).min(self.taken.len()));
        let first = (from..to).find(|column| self.taken[*column]).unwrap_or(from);
        words.iter().find_map(|words| {
            let start = self.gap(first, to, width(words)).or_else(|| self.gap(from, to, width(words)))?;
            Some(self.take(start, words))
        })
    }

    /// Words that begin right after a column, if they fit.
    pub(super) fn after(&mut self, column: u32, words: &str) -> Option<Text> {
        let start = column as usize + 1;
        self.is_free(start, width(words)).then(|| self.take(start + APART, words))
    }

    /// Words that end right before a column, if they fit.
    pub(super) fn before(&mut self, column: u32, words: &str) -> Option<Text> {
        let start = (column as usize).checked_sub(width(words))?;
        self.is_free(start, width(words)).then(|| self.take(start + APART, words))
    }

    /// The first of several words that fits at the end.
    pub(super) fn last(&mut self, words: &[String]) -> Option<Text> {
        words.iter().find_map(|words| {
            let start = self.taken.len().checked_sub(width(words))?;
            self.is_free(start, width(words)).then(|| self.take(start + APART, words))
        })
    }

    /// Where so many free columns begin, if there are any between two columns.
    fn gap(&self, from: usize, to: usize, width: usize) -> Option<usize> {
        let mut begin = from;
        for column in from..to {
            if self.taken[column] {
                begin = column + 1;
            } else if column + 1 - begin >= width {
                return Some(begin + APART);
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

/// The columns that words need, with room on both sides.
fn width(words: &str) -> usize {
    (words.chars().count() * CHARACTER).div_ceil(10) + 2 * APART
}
