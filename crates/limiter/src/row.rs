//! Many requests at once. What is decided is what [`Limiter::take`](crate::Limiter::take)
//! decides, one request after the other; only the way there is shorter.

use alloc::vec::Vec;
use core::ops::Range;

/// Outcomes in a word, two bits each.
pub const IN_WORD: usize = 32;

const DENIED: u64 = 0x5555_5555_5555_5555;

/// Requests of one key, at times that never go back.
#[derive(Clone, Copy, Debug)]
pub struct Row<'times> {
    /// What is to be added to each time.
    pub start: u64,
    /// When the requests come.
    pub times: &'times [u64],
    /// What each costs; nothing if each costs 1.
    pub costs: &'times [u32],
}

impl Row<'_> {
    /// The first and the last time, if each request costs 1, a clock that stands here has
    /// not passed the first, and the last is an instant.
    #[inline]
    pub(crate) fn ends(&self, clock: u64) -> Option<(u64, u64)> {
        // Whoever decides about few requests can do without the shorter ways.
        if !cfg!(feature = "rows") || !self.costs.is_empty() {
            return None;
        }
        let (first, last) = (*self.times.first()?, *self.times.last()?);
        self.start.checked_add(last)?;
        (clock <= self.start + first).then_some((first, last))
    }
}

/// Puts what is decided about each of these into words.
#[inline]
pub(crate) fn decide_each(times: &[u64], outcomes: &mut Vec<u64>, mut decide: impl FnMut(u64) -> u64) {
    outcomes.extend(times.chunks(IN_WORD).map(|times| {
        // From the top down to its place: shifts by as much each time cost less.
        let word = times.iter().fold(0, |word, time| word >> 2 | decide(*time) << (u64::BITS - 2));
        word >> (2 * (IN_WORD - times.len()))
    }));
}

/// Outcomes of which those in a range are denied and the others allowed.
#[inline]
pub(crate) const fn denied(places: Range<usize>) -> u64 {
    DENIED & below(places.end) & !below(places.start)
}

#[inline]
const fn below(place: usize) -> u64 {
    if place >= IN_WORD { u64::MAX } else { (1 << (2 * place)) - 1 }
}
