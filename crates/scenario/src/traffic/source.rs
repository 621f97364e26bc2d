//! The requests of one pattern, in order.

use std::{cmp::Reverse, collections::BinaryHeap, vec};

use super::{
    chance::Random,
    rare::{Arrive, RARE, Rare},
    steady,
    steady::Steady,
    waits::{Poisson, Waits},
};
use crate::scenario::{Scenario, Senders, Shape};

/// The kinds of traffic that a program supports.
///
/// ```
/// use ratelab_scenario::{scenario::Scenario, traffic::{Generator, Sources}};
///
/// let arrivals = Generator::with(&Scenario::default(), Sources::BASIC).finish();
/// assert_eq!(arrivals, Generator::new(&Scenario::default()).finish());
/// ```
#[derive(Clone, Copy)]
pub struct Sources {
    rare: Option<Rare>,
}

/// The times of requests, relative to the start of their pattern. A few kinds cover all shapes.
pub(super) enum Source {
    Groups(Groups),
    Listed(vec::IntoIter<u64>),
    Steady(Steady),
    Poisson(Waits<Poisson>),
    /// A kind that few scenarios contain.
    Rare(Box<dyn Arrive>),
}

impl Sources {
    /// The kinds that most scenarios use. Ramps, sines and Pareto waits generate no requests, there are no
    /// groups, and clients have equal shares, so scenarios with these must not be parsed for it.
    pub const BASIC: Self = Self { rare: None };
    /// All kinds.
    pub const FULL: Self = Self { rare: Some(RARE) };

    /// Returns how many requests a shape generates; for random shapes the mean, assuming its rate from the
    /// start. Saturates at the maximum.
    pub fn expected(self, shape: &Shape) -> u64 {
        match *shape {
            Shape::Burst { count } | Shape::Every { count, .. } => count.into(),
            Shape::Bursts { count, times, .. } => u64::from(count) * u64::from(times),
            Shape::At { ref times } => times.len() as u64,
            Shape::Constant { rate, duration } | Shape::Poisson { rate, duration } => {
                steady::count(rate, duration)
            }
            Shape::OnOff { rate, on, off, duration } => steady::count_with_pauses(rate, on, off, duration),
            Shape::Pareto { .. } | Shape::Ramp { .. } | Shape::Sine { .. } => {
                self.rare.map_or(0, |rare| (rare.count)(shape))
            }
        }
    }

    /// Returns the senders of a scenario.
    pub fn senders(self, scenario: &Scenario) -> Senders {
        self.rare.map_or_else(|| Senders::alone(scenario.clients), |rare| (rare.senders)(scenario))
    }

    /// Returns the cumulative weights of clients with unequal shares, if these are supported.
    pub(super) fn weights(self, clients: u32, exponent: u32) -> Option<Vec<u64>> {
        self.rare.map(|rare| (rare.weights)(clients, exponent))
    }

    /// Returns the requests of a shape, if it has any.
    pub(super) fn source(self, shape: &Shape, random: Random) -> Option<Source> {
        Some(match *shape {
            Shape::Burst { count } => Source::Groups(Groups::new(count, 0, 1)),
            Shape::Every { count, delay } => Source::Groups(Groups::new(1, delay, count)),
            Shape::Bursts { count, every, times } => Source::Groups(Groups::new(count, every, times)),
            Shape::At { ref times } => Source::Listed(sorted(times).into_iter()),
            Shape::Constant { rate, duration } => Source::Steady(Steady::new(rate, duration, 0, duration)),
            Shape::OnOff { rate, on, off, duration } => Source::Steady(Steady::new(rate, on, off, duration)),
            Shape::Poisson { rate, duration } => {
                Source::Poisson(Waits::new(rate, duration, random, Poisson::new))
            }
            Shape::Pareto { .. } | Shape::Ramp { .. } | Shape::Sine { .. } => {
                Source::Rare((self.rare?.source)(shape, random)?)
            }
        })
    }
}

impl Source {
    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        match self {
            Self::Groups(groups) => groups.next(),
            Self::Listed(times) => times.next(),
            Self::Steady(steady) => steady.next(),
            Self::Poisson(waits) => waits.next(),
            Self::Rare(source) => source.next(),
        }
    }
}

/// Returns how many requests a shape generates, as [`Sources::expected`] of [`Sources::FULL`].
pub fn expected(shape: &Shape) -> u64 {
    Sources::FULL.expected(shape)
}

/// Sorts times by a heap, which the [`Generator`](super::Generator) uses too: a general sort would be several
/// times the code.
pub(crate) fn sorted(times: &[u64]) -> Vec<u64> {
    let mut heap = BinaryHeap::new();
    for (index, time) in times.iter().enumerate() {
        heap.push(Reverse((*time, index)));
    }
    let mut sorted = Vec::with_capacity(times.len());
    while let Some(Reverse((time, _))) = heap.pop() {
        sorted.push(time);
    }
    sorted
}

/// Bursts, repeated.
pub(super) struct Groups {
    count: u32,
    every: u64,
    /// Remaining bursts, including the current one.
    groups: u32,
    /// Remaining requests of the current burst.
    left: u32,
    time: u64,
}

impl Groups {
    const fn new(count: u32, every: u64, groups: u32) -> Self {
        Self { count, every, groups, left: count, time: 0 }
    }

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            self.groups = self.groups.checked_sub(2)? + 1;
            self.left = self.count;
            self.time = self.time.checked_add(self.every)?;
        }
        self.left -= 1;
        Some(self.time)
    }
}
