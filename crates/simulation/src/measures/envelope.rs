//! The envelope: the maximum that one client got in any interval, for intervals of many lengths, together with
//! the upper bound of its limiter. Twenty in 0.6 s is not the same as nineteen in 10 s.

use std::ops::RangeInclusive;

use ratelab_limiter::{Limiter, Policy};

use super::window::{Most, Starts, most_in_any};
use crate::run::Simulation;
use ratelab_scenario::traffic::fixed::{ONE, exp2, log2};

/// One point of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The length of the interval, with both ends included.
    pub interval: u64,
    /// The maximum that one client got.
    pub most: Most,
    /// The upper bound, if there is one.
    pub bound: Option<u128>,
}

impl Simulation {
    /// Returns the envelope of a lane at these lengths.
    pub fn envelope(&self, lane: usize, intervals: &[u64]) -> Vec<Reach> {
        let Some(starts) = Starts::new(self, lane) else { return Vec::new() };
        let reach = |&interval: &u64| {
            let most = most_in_any(starts.iter(), interval);
            Reach { interval, most, bound: self.bound(lane, most.key, interval) }
        };
        intervals.iter().map(reach).collect()
    }
}

/// Returns up to `count` lengths within a range, in a geometric progression that includes
/// both ends. Duplicates are removed.
pub fn intervals(lengths: RangeInclusive<u64>, count: u32) -> Vec<u64> {
    let (shortest, longest) = (*lengths.start(), *lengths.end().max(lengths.start()));
    let steps = u128::from(count.max(2) - 1);
    let (low, high) = (log2(shortest.max(1)), log2(longest.max(1)));
    let length = |step: u128| power(low + (u128::from(high.saturating_sub(low)) * step / steps) as u64);
    let between = (1..steps).map(|step| length(step).clamp(shortest, longest));
    let mut intervals: Vec<u64> = [shortest].into_iter().chain(between).chain([longest]).collect();
    intervals.dedup();
    intervals
}

/// Returns 2 to the power of a result of [`log2`].
fn power(logarithm: u64) -> u64 {
    let whole = logarithm / ONE;
    ((u128::from(exp2(logarithm)) << whole) >> 62) as u64
}

/// Returns the maximum number of bytes that the states of this many clients take, without their keys.
pub fn state_bytes_for(policy: &Policy, clients: u64) -> u64 {
    policy.state_bytes().saturating_mul(clients)
}
