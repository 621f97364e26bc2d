//! The attempts of clients that retry. They depend on the responses, so each lane has its own arrivals: first
//! requests, and the attempts that follow denials.

use ratelab_scenario::traffic::Arrivals;

/// The maximum number of attempts in a lane. Later ones are not made, but counted.
pub const MOST_ATTEMPTS_IN_LANE: usize = 20_000_000;

/// The attempts of one lane, in order.
#[derive(Debug, Default)]
pub struct Attempts {
    /// Their times, clients and costs.
    pub arrivals: Arrivals,
    /// The request of the traffic behind each attempt.
    pub requests: Vec<u32>,
    /// The number of each attempt at its request, from 1.
    pub numbers: Vec<u32>,
    /// Attempts that were due after the maximum was reached.
    pub abandoned: u64,
}
