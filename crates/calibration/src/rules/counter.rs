//! The sliding window counter, which rounds its estimate down.

use super::{Grid, Rule};
use crate::limit::Limit;

/// Limits the estimate over two windows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    pub(crate) grid: Grid,
    pub(crate) limit: u64,
    begin: u64,
    previous: u64,
    current: u64,
    /// Whether counts up to the limit, multiplied by the window, fit in 64 bits.
    narrow: bool,
}

impl Counter {
    pub(crate) fn new(limit: &Limit, start: u64) -> Self {
        let grid = Grid::new(limit.period, start);
        let limit = u64::from(limit.amount);
        let narrow = (limit + 1).checked_mul(grid.window).is_some();
        Self { grid, limit, begin: 0, previous: 0, current: 0, narrow }
    }

    /// Whether the share of the previous window's count, with `left` of this window to go, is within the remaining
    /// budget.
    #[inline]
    pub(crate) fn previous_share_fits(&self, previous: u64, left: u64, remaining: u64) -> bool {
        // A share that is rounded down is within the budget if it is less than one more.
        if self.narrow {
            previous * left < (remaining + 1) * self.grid.window
        } else {
            u128::from(previous) * u128::from(left) < u128::from(remaining + 1) * u128::from(self.grid.window)
        }
    }

    /// Moves to the window of an instant.
    #[inline(never)]
    fn enter(&mut self, now: u64) {
        let begin = self.grid.begin(now);
        self.previous = if begin - self.begin == self.grid.window { self.current } else { 0 };
        (self.current, self.begin) = (0, begin);
    }
}

impl Rule for Counter {
    #[inline]
    fn admits(&mut self, time: u64, cost: u32) -> bool {
        let now = self.grid.at(time);
        if now - self.begin >= self.grid.window {
            self.enter(now);
        }
        let left = self.grid.window - (now - self.begin);
        let counted = self.current + u64::from(cost);
        let fits = self.previous + counted <= self.limit
            || counted <= self.limit && self.previous_share_fits(self.previous, left, self.limit - counted);
        self.current = if fits { counted } else { self.current };
        fits
    }
}
