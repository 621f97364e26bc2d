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
    /// The last instant, if each request costs 1, a clock that stands here has not passed
    /// the first, and the last is one.
    #[inline]
    pub(crate) fn last(&self, clock: u64) -> Option<u64> {
        let first = self.start.checked_add(*self.times.first()?)?;
        let last = self.start.checked_add(*self.times.last()?)?;
        (self.costs.is_empty() && clock <= first).then_some(last)
    }
}

/// Puts what is decided about each of these into words.
#[inline]
pub(crate) fn decide_each(times: &[u64], outcomes: &mut Vec<u64>, mut decide: impl FnMut(u64) -> u64) {
    for times in times.chunks(IN_WORD) {
        let mut word = 0;
        for (place, time) in times.iter().enumerate() {
            word |= decide(*time) << (2 * place);
        }
        outcomes.push(word);
    }
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
