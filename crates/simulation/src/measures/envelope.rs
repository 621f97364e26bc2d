//! The envelope: the most that one client got in any interval, for intervals of many
//! lengths, beside the most that its limiter could ever give. Twenty in 0.6 s is
//! another thing than nineteen in 10 s.

use ratelab_limiter::{Limiter, Policy};

use super::window::{Most, most_in_any, starts};
use crate::run::Simulation;

/// One length of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Between two instants this far apart, both included.
    pub interval: u64,
    /// The most that one client got.
    pub most: Most,
    /// The most that the limiter could admit.
    pub bound: u128,
}

impl Simulation {
    /// The envelope of a lane at these lengths.
    pub fn envelope(&self, lane: usize, intervals: &[u64]) -> Vec<Reach> {
        let starts = starts(self, lane);
        let policy = self.lanes()[lane].policy();
        let reach = |&interval: &u64| Reach {
            interval,
            most: most_in_any(&starts, interval),
            bound: policy.most_in(interval),
        };
        intervals.iter().map(reach).collect()
    }
}

/// Bytes that the state of one key takes at worst, without the key.
pub fn state_bytes(policy: &Policy) -> u64 {
    // A log holds its entries apart from itself, 16 bytes each, and may have room for
    // twice as many while it grows.
    const LOG: u64 = 48;
    const ENTRY: u64 = 32;
    match policy {
        Policy::FixedWindow(_) | Policy::SlidingWindowCounter(_) => 24,
        Policy::SlidingWindowLog(log) => LOG + ENTRY * u64::from(log.limit()),
        Policy::TokenBucket(_)
        | Policy::LeakyBucketMeter(_)
        | Policy::LeakyBucketQueue(_)
        | Policy::Gcra(_) => 16,
        Policy::AllOf(all) => all.members().iter().map(state_bytes).sum(),
    }
}
