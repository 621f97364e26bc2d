//! Traffic that few scenarios contain: rates that change, waits with a heavy tail, and clients with unequal
//! shares.

use super::{
    chance::Random,
    curve::Curve,
    steady,
    waits::{Pareto, Waits},
    zipf::zipf_sums,
};
use crate::scenario::{Scenario, Senders, Shape};

/// The times of a pattern's requests, in order.
pub(super) trait Arrive {
    fn next(&mut self) -> Option<u64>;
}

/// Generates the traffic that few scenarios contain.
#[derive(Clone, Copy)]
pub(super) struct Rare {
    pub(super) source: fn(&Shape, Random) -> Option<Box<dyn Arrive>>,
    pub(super) count: fn(&Shape) -> u64,
    pub(super) senders: fn(&Scenario) -> Senders,
    /// Returns the cumulative weights of this many clients, by an exponent in hundredths.
    pub(super) weights: fn(u32, u32) -> Vec<u64>,
}

/// All kinds of rare traffic.
pub(super) const RARE: Rare = Rare { source, count, senders: Senders::new, weights: zipf_sums };

impl Arrive for Curve {
    fn next(&mut self) -> Option<u64> {
        self.next()
    }
}

impl Arrive for Waits<Pareto> {
    fn next(&mut self) -> Option<u64> {
        self.next()
    }
}

fn source(shape: &Shape, random: Random) -> Option<Box<dyn Arrive>> {
    Some(match *shape {
        Shape::Pareto { rate, shape, duration } => {
            Box::new(Waits::new(rate, duration, random, |mean| Pareto::new(mean, shape)))
        }
        _ => Box::new(curve(shape)?),
    })
}

fn count(shape: &Shape) -> u64 {
    match *shape {
        Shape::Pareto { rate, duration, .. } => steady::count(rate, duration),
        _ => curve(shape).map_or(0, |curve| curve.count()),
    }
}

fn curve(shape: &Shape) -> Option<Curve> {
    match *shape {
        Shape::Ramp { low, high, duration } => Some(Curve::ramp(low, high, duration)),
        Shape::Sine { low, high, period, duration } => Some(Curve::sine(low, high, period, duration)),
        _ => None,
    }
}
