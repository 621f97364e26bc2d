//! A time range divided into columns of pixels.

use std::ops::Range;

use ratelab_scenario::traffic::Arrivals;

/// A time range, divided into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The start.
    pub from: u64,
    /// The end, exclusive.
    pub to: u64,
    /// The number of columns.
    pub width: u32,
}

/// The maximum number of columns of a view: more than any screen has.
pub const MOST_COLUMNS: u32 = 16_384;

impl Span {
    /// Returns a range of at least one nanosecond and one column.
    pub fn new(times: Range<u64>, width: u32) -> Self {
        let from = times.start.min(u64::MAX - 1);
        Self { from, to: times.end.max(from + 1), width: width.clamp(1, MOST_COLUMNS) }
    }

    /// Returns the start of a column. The column after the last starts at the end of the span.
    pub fn edge(&self, column: u32) -> u64 {
        let length = u128::from(self.to - self.from);
        let offset = length * u128::from(column) / u128::from(self.width);
        self.from + offset as u64
    }

    /// Returns the column of a time; the first or the last one if the time is outside.
    pub fn column(&self, time: u64) -> u32 {
        let offset = u128::from(time.clamp(self.from, self.to) - self.from) + 1;
        let column = (offset * u128::from(self.width) - 1) / u128::from(self.to - self.from);
        (column as u32).min(self.width - 1)
    }

    /// Returns the index of the first request of each column, and of the first request after the span.
    pub fn edges(&self, arrivals: &Arrivals) -> Vec<u32> {
        let mut edge = arrivals.first_at(self.from);
        let mut step = 1;
        let first = edge as u32;
        let next = |column: u32| {
            let before = edge;
            edge = arrivals.first_at_from(before, step, self.edge(column));
            // The next column probably has about as many.
            step = edge - before + 1;
            edge as u32
        };
        [first].into_iter().chain((1..=self.width).map(next)).collect()
    }
}
