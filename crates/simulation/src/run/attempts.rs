//! What clients that retry do. It depends on the answers they get, so each lane has
//! arrivals of its own: first requests as they come, and the attempts that follow
//! refusals.

use ratelab_scenario::traffic::Arrivals;

/// The most attempts in a lane. What comes after is not tried, and is counted.
pub const MOST_ATTEMPTS_IN_LANE: usize = 20_000_000;

/// The attempts of one lane, in the order they were made.
#[derive(Debug, Default)]
pub struct Attempts {
    /// When, by whom, at what cost.
    pub arrivals: Arrivals,
    /// Which request of the traffic each of them is an attempt at.
    pub requests: Vec<u32>,
    /// Which attempt at it: 1 is the first.
    pub numbers: Vec<u32>,
    /// Attempts that were due after the last one there was room for.
    pub abandoned: u64,
}
