//! Bulk evaluation: many requests of one key, decided in one call.
//!
//! This module is for programs that decide millions of requests whose times are known in
//! advance, such as a simulation. A service that decides requests as they arrive needs
//! [`Limiter`] alone.
//!
//! Each algorithm's own file defines its decisions. The files here reach the same outcomes
//! with less work: values that do not change within a batch are computed once. An unusual
//! batch (with costs, a clock that goes back, or an option) is decided one request at a time.
//! A property test proves both ways equal for every policy.
//!
//! ```
//! use ratelab_limiter::{FixedWindow, Limiter, SECOND, batch::{Batch, TakeBatch}};
//!
//! let limiter = FixedWindow::new(2, SECOND)?;
//! let mut state = limiter.fresh();
//! let (mut outcomes, mut starts) = (Vec::new(), Vec::new());
//! let batch = Batch { start: 0, times: &[0, 1, 2], costs: &[] };
//! limiter.take_batch(&mut state, batch, &mut outcomes, &mut starts);
//! assert_eq!(outcomes, [0b01_00_00]); // two allowed, then one denied
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```

mod bucket;
mod fixed_window;
mod sliding_window_counter;
mod sliding_window_log;

use alloc::vec::Vec;
use core::ops::Range;

use crate::{decision::Outcome, limiter::Limiter, policy::AllOf};

/// Outcomes packed into one `u64`, at two bits each.
pub const OUTCOMES_PER_WORD: usize = 32;

/// A word in which every outcome is a denial.
const DENIED: u64 = 0x5555_5555_5555_5555;

/// Requests of one key, in order of time.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'times> {
    /// The instant that `times` are relative to.
    pub start: u64,
    /// The time of each request, never less than the one before it.
    pub times: &'times [u64],
    /// The cost of each request; empty if each costs 1.
    pub costs: &'times [u32],
}

impl Batch<'_> {
    /// The first and the last time, if the batch qualifies for the fast path: each request
    /// costs 1, the state's clock is not past the first, and no time overflows.
    #[inline]
    fn fast_path_range(&self, clock: u64) -> Option<(u64, u64)> {
        // Constant without the feature, so the code of all fast paths is dropped.
        if !cfg!(feature = "fast-batch") || !self.costs.is_empty() {
            return None;
        }
        let (first, last) = (*self.times.first()?, *self.times.last()?);
        self.start.checked_add(last)?;
        (clock <= self.start + first).then_some((first, last))
    }
}

/// A limiter that decides batches of requests.
pub trait TakeBatch: Limiter {
    /// Decides each request as [`take`](Limiter::take) does, in order.
    ///
    /// For every [`OUTCOMES_PER_WORD`] requests it appends one word to `outcomes`, two bits a
    /// request, the first request lowest: 0 allowed, 1 denied, 2 delayed. For each delayed
    /// request it appends the time at which it starts, relative to [`Batch::start`], to `starts`.
    ///
    /// ```
    /// use ratelab_limiter::{LeakyBucketQueue, Limiter, SECOND, batch::{Batch, TakeBatch}};
    ///
    /// let limiter = LeakyBucketQueue::new(2, 1, SECOND)?; // one starts at once, one waits
    /// let (mut state, mut outcomes, mut starts) = (limiter.fresh(), Vec::new(), Vec::new());
    /// let batch = Batch { start: 5 * SECOND, times: &[0, 0, 0], costs: &[] };
    /// limiter.take_batch(&mut state, batch, &mut outcomes, &mut starts);
    /// assert_eq!(outcomes, [0b01_10_00]); // allowed, delayed, denied
    /// assert_eq!(starts, [SECOND]); // one second after the start of the batch
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn take_batch(
        &self,
        state: &mut Self::State,
        batch: Batch<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        self.take_each(state, batch, outcomes, starts);
    }

    /// As [`take_batch`](TakeBatch::take_batch), but always one request at a time, which is
    /// faster for a batch of one.
    ///
    /// ```
    /// use ratelab_limiter::{LeakyBucketQueue, Limiter, SECOND, batch::{Batch, TakeBatch}};
    ///
    /// let limiter = LeakyBucketQueue::new(2, 1, SECOND)?;
    /// let (mut outcomes, mut starts) = (Vec::new(), Vec::new());
    /// let batch = Batch { start: 5, times: &[0, 10], costs: &[1, 1] };
    /// limiter.take_each(&mut limiter.fresh(), batch, &mut outcomes, &mut starts);
    /// assert_eq!((outcomes, starts), (vec![0b10_00], vec![SECOND])); // the second one is delayed
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[inline(never)]
    fn take_each(
        &self,
        state: &mut Self::State,
        batch: Batch<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let mut costs = batch.costs.iter();
        decide_each(batch.times, outcomes, |time| {
            let cost = costs.next().copied().unwrap_or(1);
            match self.take(state, batch.start.saturating_add(time), cost) {
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

/// Several limiters have no fast path: each request visits all of them.
impl TakeBatch for AllOf {}

/// Decides the request at each of these times and packs the outcomes into words.
#[inline]
fn decide_each(times: &[u64], outcomes: &mut Vec<u64>, mut decide: impl FnMut(u64) -> u64) {
    outcomes.extend(times.chunks(OUTCOMES_PER_WORD).map(|times| {
        // Each outcome enters at the top and moves down: shifts by a constant cost less.
        let word = times.iter().fold(0, |word, time| word >> 2 | decide(*time) << (u64::BITS - 2));
        word >> (2 * (OUTCOMES_PER_WORD - times.len()))
    }));
}

/// A word in which the outcomes of a range are denials and all others are allowed.
#[inline]
const fn denied(range: Range<usize>) -> u64 {
    DENIED & outcomes_below(range.end) & !outcomes_below(range.start)
}

/// The bits of the first `count` outcomes of a word.
#[inline]
const fn outcomes_below(count: usize) -> u64 {
    if count >= OUTCOMES_PER_WORD { u64::MAX } else { (1 << (2 * count)) - 1 }
}
