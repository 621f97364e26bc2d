//! A pattern's requests, one after the other.

use std::{cmp::Reverse, collections::BinaryHeap, vec};

use super::{
    chance::Random,
    curve::Curve,
    steady,
    steady::Steady,
    waits::{Pareto, Poisson, Waits},
};
use crate::scenario::Shape;

/// When requests come, from where their pattern begins. Few kinds make all shapes.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Groups(Groups),
    Listed(vec::IntoIter<u64>),
    Steady(Steady),
    Poisson(Waits<Poisson>),
    Pareto(Waits<Pareto>),
    Curve(Curve),
}

impl Source {
    /// The requests of a shape that has some.
    pub(super) fn new(shape: &Shape, random: Random) -> Self {
        match *shape {
            Shape::Burst { count } => Self::Groups(Groups::new(count, 0, 1)),
            Shape::Every { count, delay } => Self::Groups(Groups::new(1, delay, count)),
            Shape::Bursts { count, every, times } => Self::Groups(Groups::new(count, every, times)),
            Shape::At { ref times } => Self::Listed(sorted(times).into_iter()),
            Shape::Constant { rate, duration } => Self::Steady(Steady::new(rate, duration, 0, duration)),
            Shape::OnOff { rate, on, off, duration } => Self::Steady(Steady::new(rate, on, off, duration)),
            Shape::Poisson { rate, duration } => {
                Self::Poisson(Waits::new(rate, duration, random, Poisson::new))
            }
            Shape::Pareto { rate, shape, duration } => {
                Self::Pareto(Waits::new(rate, duration, random, |mean| Pareto::new(mean, shape)))
            }
            Shape::Ramp { low, high, duration } => Self::Curve(Curve::ramp(low, high, duration)),
            Shape::Sine { low, high, period, duration } => {
                Self::Curve(Curve::sine(low, high, period, duration))
            }
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        match self {
            Self::Groups(groups) => groups.next(),
            Self::Listed(times) => times.next(),
            Self::Steady(steady) => steady.next(),
            Self::Poisson(waits) => waits.next(),
            Self::Pareto(waits) => waits.next(),
            Self::Curve(curve) => curve.next(),
        }
    }
}

/// How many requests a shape makes; for those of chance the mean, if its rate is that
/// from the beginning. As many as a number holds when there are more.
pub fn expected(shape: &Shape) -> u64 {
    match *shape {
        Shape::Burst { count } | Shape::Every { count, .. } => count.into(),
        Shape::Bursts { count, times, .. } => u64::from(count) * u64::from(times),
        Shape::At { ref times } => times.len() as u64,
        Shape::Constant { rate, duration }
        | Shape::Poisson { rate, duration }
        | Shape::Pareto { rate, duration, .. } => steady::count(rate, duration),
        Shape::OnOff { rate, on, off, duration } => steady::count_with_pauses(rate, on, off, duration),
        Shape::Ramp { low, high, duration } => Curve::ramp(low, high, duration).count(),
        Shape::Sine { low, high, period, duration } => Curve::sine(low, high, period, duration).count(),
    }
}

/// By a heap rather than a sort, and one like that of the [`Generator`](super::Generator):
/// it is a fraction of the code.
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

/// Groups of requests at once, repeated.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    count: u32,
    every: u64,
    /// Groups that are left, including the current one.
    groups: u32,
    /// Requests that are left of the current group.
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
