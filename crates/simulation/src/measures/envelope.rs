//! The envelope: the most that one client got in any interval, for intervals of many
//! lengths, beside the most that its limiter could ever give. Twenty in 0.6 s is
//! another thing than nineteen in 10 s.

use ratelab_limiter::{Limiter, Policy};

use super::window::{Most, Starts, most_in_any};
use crate::run::Simulation;
use ratelab_scenario::traffic::fixed::{ONE, exp2, log2};

/// One length of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Between two instants this far apart, both included.
    pub interval: u64,
    /// The most that one client got.
    pub most: Most,
    /// The most that could be admitted, if there is such a bound.
    pub bound: Option<u128>,
}

impl Simulation {
    /// The envelope of a lane at these lengths.
    pub fn envelope(&self, lane: usize, intervals: &[u64]) -> Vec<Reach> {
        let Some(starts) = Starts::new(self, lane) else { return Vec::new() };
        let reach = |&interval: &u64| {
            let most = most_in_any(starts.iter(), interval);
            Reach { interval, most, bound: self.bound(lane, most.key, interval) }
        };
        intervals.iter().map(reach).collect()
    }
}

/// So many lengths from the shortest to the longest, each about the same number of
/// times the one before. Both ends are among them; equal ones are left out.
pub fn intervals(shortest: u64, longest: u64, count: u32) -> Vec<u64> {
    let longest = longest.max(shortest);
    let steps = u128::from(count.max(2) - 1);
    let (low, high) = (log2(shortest.max(1)), log2(longest.max(1)));
    let length = |step: u128| power(low + (u128::from(high.saturating_sub(low)) * step / steps) as u64);
    let between = (1..steps).map(|step| length(step).clamp(shortest, longest));
    let mut intervals: Vec<u64> = [shortest].into_iter().chain(between).chain([longest]).collect();
    intervals.dedup();
    intervals
}

/// 2 to the power of what [`log2`] gives.
fn power(logarithm: u64) -> u64 {
    let whole = logarithm / ONE;
    ((u128::from(exp2(logarithm)) << whole) >> 62) as u64
}

/// Bytes that the states of this many clients take at worst, without their keys.
pub fn state_bytes_for(policy: &Policy, clients: u64) -> u64 {
    policy.state_bytes().saturating_mul(clients)
}
