//! Many requests at once. What is decided is what [`Limiter::take`](crate::Limiter::take)
//! decides, one request after the other; only the way there is shorter.

use core::ops::Range;

/// The most requests in a row: as many outcomes as fit in a word, two bits each.
pub const ROW: usize = 32;

const DENIED: u64 = 0x5555_5555_5555_5555;

/// Requests of one key, at times that never go back.
#[derive(Clone, Copy, Debug)]
pub struct Row<'times> {
    /// What is to be added to each time.
    pub start: u64,
    /// When the requests come, at most [`ROW`] of them.
    pub times: &'times [u64],
    /// What each costs; nothing if each costs 1.
    pub costs: &'times [u32],
}

impl Row<'_> {
    /// The first and the last instant, if each request costs 1, a clock that stands here
    /// has not passed the first, and the last is one.
    #[inline]
    pub(crate) fn span(&self, clock: u64) -> Option<(u64, u64)> {
        if !self.costs.is_empty() {
            return None;
        }
        let first = self.start.checked_add(*self.times.first()?)?;
        let last = self.start.checked_add(*self.times.last()?)?;
        (clock <= first).then_some((first, last))
    }
}

/// Outcomes of which those in a range are denied and the others allowed.
#[inline]
pub(crate) const fn denied(places: Range<usize>) -> u64 {
    DENIED & below(places.end) & !below(places.start)
}

#[inline]
const fn below(place: usize) -> u64 {
    if place >= ROW { u64::MAX } else { (1 << (2 * place)) - 1 }
}
