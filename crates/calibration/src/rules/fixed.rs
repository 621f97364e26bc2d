//! Fixed windows.

use super::{Rule, common_divisor};
use crate::limit::Limit;

/// Windows of one length, aligned to 1970. Their unit of time is the greatest in which microseconds and the length are
/// integers: a microsecond, except for unusual lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// The length of a window.
    pub(crate) window: u64,
    /// Units per microsecond.
    pub(crate) scale: u64,
    /// The offset of each time, in microseconds since 1970.
    start: u64,
}

impl Grid {
    pub(crate) fn new(period: u64, start: u64) -> Self {
        let unit = common_divisor(1000, period);
        Self { window: period / unit, scale: 1000 / unit, start }
    }

    /// A time in units since 1970.
    #[inline]
    pub(crate) fn at(&self, time: u64) -> u64 {
        (self.start + time) * self.scale
    }

    /// The end of the window of an instant, saturating.
    #[inline]
    pub(crate) fn end(&self, instant: u64) -> u64 {
        (instant - instant % self.window).saturating_add(self.window)
    }

    /// The start of the window of an instant.
    #[inline]
    pub(crate) fn begin(&self, instant: u64) -> u64 {
        instant - instant % self.window
    }

    /// The first time, in microseconds since the start, that is not before this instant; it may be negative.
    pub(crate) fn time_from(&self, instant: u64) -> i64 {
        let since_1970 = i64::try_from(instant.div_ceil(self.scale)).unwrap_or(i64::MAX);
        since_1970.saturating_sub_unsigned(self.start)
    }
}

/// Limits the cost in each window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    grid: Grid,
    limit: u32,
    end: u64,
    left: u32,
}

impl Fixed {
    pub(crate) fn new(limit: &Limit, start: u64) -> Self {
        Self { grid: Grid::new(limit.period, start), limit: limit.amount, end: 0, left: 0 }
    }
}

impl Rule for Fixed {
    #[inline]
    fn admits(&mut self, time: u64, cost: u32) -> bool {
        let now = self.grid.at(time);
        if now >= self.end {
            (self.end, self.left) = (self.grid.end(now), self.limit);
        }
        let fits = cost <= self.left;
        self.left -= if fits { cost } else { 0 };
        fits
    }
}
