//! The rules of the limiters, optimised for many requests of one client: constants are computed once, times are in
//! microseconds, and only decisions are returned. `ratelab-limiter` is the reference, and tests compare these rules
//! with it.

mod bucket;
mod counter;
mod fixed;
mod log;

pub(crate) use bucket::Bucket;
pub(crate) use counter::Counter;
pub(crate) use fixed::{Fixed, Grid};
pub(crate) use log::{Log, Ring, window_of};

use ratelab_limiter::Algorithm;

use crate::{limit::Limit, traffic::Client};

/// Decides requests in chronological order.
pub(crate) trait Rule {
    /// Whether a request of this cost, at least 1, is admitted.
    fn admits(&mut self, time: u64, cost: u32) -> bool;
}

/// The denials of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Requests.
    pub(crate) requests: u64,
    /// Their cost.
    pub(crate) cost: u64,
}

/// Counts the requests of a client that a rule denies.
#[inline]
pub(crate) fn tally(rule: &mut impl Rule, client: &Client<'_>) -> Tally {
    let mut tally = Tally::default();
    if client.costs.is_empty() {
        for time in client.times {
            tally.requests += u64::from(!rule.admits(*time, 1));
        }
        return Tally { cost: tally.requests, ..tally };
    }
    for (time, charge) in client.times.iter().zip(client.costs) {
        let cost = charge.cost();
        // A cost of 0 is a query: it is allowed and changes nothing.
        if cost > 0 && !rule.admits(*time, cost) {
            tally.requests += 1;
            tally.cost += u64::from(cost);
        }
    }
    tally
}

/// Lists for each request of a client, in order, whether the limiter denies it.
pub(crate) fn denials(
    limit: &Limit,
    algorithm: Algorithm,
    start: u64,
    client: &Client<'_>,
    denied: &mut Vec<bool>,
) {
    let (mut fixed, mut log, mut counter, mut bucket);
    let rule: &mut dyn Rule = match algorithm {
        Algorithm::FixedWindow => {
            fixed = Fixed::new(limit, start);
            &mut fixed
        }
        Algorithm::SlidingWindowLog => {
            log = Log::new(limit);
            &mut log
        }
        Algorithm::SlidingWindowCounter => {
            counter = Counter::new(limit, start);
            &mut counter
        }
        _ => {
            bucket = Bucket::new(limit);
            &mut bucket
        }
    };
    denied.clear();
    denied.extend(client.times.iter().enumerate().map(|(request, time)| {
        let cost = client.cost(request);
        cost > 0 && !rule.admits(*time, cost)
    }));
}

/// The greatest common divisor.
pub(crate) const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
