//! Rows: many requests of one key, decided at once.
//!
//! The algorithms' own files say what is decided. Here is a shorter way to the same
//! outcomes, for a simulation that decides ten million times: what does not change
//! within a row is worked out once, and a row with anything unusual in it (costs, a
//! clock that goes back, an option) goes the ordinary way, one request after the
//! other. A property test holds both ways equal, for every policy.

mod bucket;
mod fixed_window;
mod sliding_window_counter;
mod sliding_window_log;

use alloc::vec::Vec;
use core::ops::Range;

use crate::{algorithms::all_of::AllOf, decision::Outcome, limiter::Limiter};

/// Outcomes in a word, two bits each.
pub const IN_WORD: usize = 32;

/// A word in which every outcome is a denial.
const DENIED: u64 = 0x5555_5555_5555_5555;

/// Requests of one key, at times that never go back.
#[derive(Clone, Copy, Debug)]
pub struct Row<'times> {
    /// What to add to each time.
    pub start: u64,
    /// When the requests come.
    pub times: &'times [u64],
    /// What each costs; empty if each costs 1.
    pub costs: &'times [u32],
}

impl Row<'_> {
    /// The first and the last time of a row that may go the shorter way: each request
    /// costs 1, a key whose clock stands here has not passed the first, and no time
    /// overflows.
    #[inline]
    fn ends(&self, clock: u64) -> Option<(u64, u64)> {
        // A program that decides about few requests saves the code of the shorter ways.
        if !cfg!(feature = "rows") || !self.costs.is_empty() {
            return None;
        }
        let (first, last) = (*self.times.first()?, *self.times.last()?);
        self.start.checked_add(last)?;
        (clock <= self.start + first).then_some((first, last))
    }
}

/// A limiter that decides about rows.
pub trait TakeRows: Limiter {
    /// Decides about many requests as [`take`](Limiter::take) does, one after the other.
    /// For each [`IN_WORD`] of them it appends a word of outcomes, in pairs of bits, the
    /// first lowest: 0 allowed, 1 denied, 2 delayed. When each delayed request starts, on
    /// the clock of the row's times, it appends to the other list.
    fn take_row(
        &self,
        state: &mut Self::State,
        row: Row<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        self.take_each(state, row, outcomes, starts);
    }

    /// As [`take_row`](TakeRows::take_row), always the ordinary way: the faster one for
    /// rows of one request.
    #[inline(never)]
    fn take_each(
        &self,
        state: &mut Self::State,
        row: Row<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let mut costs = row.costs.iter();
        decide_each(row.times, outcomes, |time| {
            let cost = costs.next().copied().unwrap_or(1);
            match self.take(state, row.start.saturating_add(time), cost) {
                Outcome::Allowed => 0,
                Outcome::Denied => 1,
                Outcome::Delayed(wait) => {
                    starts.push(time.saturating_add(wait));
                    2
                }
            }
        });
    }
}

/// There is no shorter way through several limiters.
impl TakeRows for AllOf {}

/// Decides about each of these times, and packs the outcomes into words.
#[inline]
fn decide_each(times: &[u64], outcomes: &mut Vec<u64>, mut decide: impl FnMut(u64) -> u64) {
    outcomes.extend(times.chunks(IN_WORD).map(|times| {
        // Each outcome enters at the top and moves down: shifts by a constant cost less.
        let word = times.iter().fold(0, |word, time| word >> 2 | decide(*time) << (u64::BITS - 2));
        word >> (2 * (IN_WORD - times.len()))
    }));
}

/// A word of outcomes: those in the range denied, the others allowed.
#[inline]
const fn denied(places: Range<usize>) -> u64 {
    DENIED & below(places.end) & !below(places.start)
}

/// The bits of all outcomes below a place.
#[inline]
const fn below(place: usize) -> u64 {
    if place >= IN_WORD { u64::MAX } else { (1 << (2 * place)) - 1 }
}
