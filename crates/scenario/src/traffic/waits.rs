//! Requests with random waits between them.
//!
//! A wait is a duration times a random factor: the mean wait times `-ln U` for Poisson, or the minimum wait
//! times `U^(-1/shape)` for Pareto, with `U` between 0 and 1. `U` is an odd multiple of 2^-64, which bounds
//! every wait: for Poisson to 44 means, for Pareto to `2^(64/shape)` minimum waits.

use super::{
    chance::Random,
    fixed::{self, LN_2, ONE},
};
use crate::scenario::Rate;

/// Bits of a duration in fractions of a nanosecond. Together with the six integer bits of the factor, a product
/// still fits in 128 bits.
const SPAN_BITS: u32 = 57;

/// The length of a wait.
pub(super) trait Draw {
    /// Returns a wait in fractions of a nanosecond, for a surprise below 64, so that nothing overflows.
    fn wait(&self, surprise: u64) -> u128;
}

#[derive(Clone, Debug)]
pub(super) struct Waits<D> {
    random: Random,
    draw: D,
    /// Waits and the clock are in units of 2^-this of a nanosecond: more bits for a shorter mean. Rounding
    /// waits to whole nanoseconds would change the rate.
    part_bits: u32,
    clock: u64,
    clock_parts: u64,
    duration: u64,
}

impl<D: Draw> Waits<D> {
    /// Returns waits at a rate. `draw` is constructed from the mean wait.
    pub(super) fn new(rate: Rate, duration: u64, random: Random, draw: impl FnOnce(u64) -> D) -> Self {
        let (mean, part_bits) = mean_wait(rate);
        Self { random, draw: draw(mean), part_bits, clock: 0, clock_parts: 0, duration }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        let parts = self.draw.wait(self.random.surprise()) + u128::from(self.clock_parts);
        self.clock_parts = parts as u64 & ((1 << self.part_bits) - 1);
        self.clock = self.clock.checked_add(u64::try_from(parts >> self.part_bits).ok()?)?;
        (self.clock < self.duration).then_some(self.clock)
    }
}

/// Exponential waits: the next request is equally likely at any instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Poisson {
    /// The mean wait, times ln 2.
    half_life: u64,
}

impl Poisson {
    pub(super) fn new(mean: u64) -> Self {
        Self { half_life: fixed::high(mean, LN_2) }
    }
}

impl Draw for Poisson {
    #[inline]
    fn wait(&self, surprise: u64) -> u128 {
        (u128::from(surprise) * u128::from(self.half_life)) >> 57
    }
}

/// Mostly short waits, some of them very long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pareto {
    least: u64,
    /// 1 / shape, in units of 2^-64.
    exponent: u64,
}

impl Pareto {
    /// The shape is in hundredths, above 100: at or below that there is no mean.
    pub(super) fn new(mean: u64, shape: u32) -> Self {
        let shape = u128::from(shape.max(101));
        let least = (u128::from(mean) * (shape - 100) / shape) as u64;
        Self { least, exponent: ((100 << 64) / shape) as u64 }
    }
}

impl Draw for Pareto {
    #[inline]
    fn wait(&self, surprise: u64) -> u128 {
        let power = fixed::high(surprise, self.exponent);
        let mantissa = (u128::from(fixed::exp2(power)) * u128::from(self.least)) >> 62;
        // Below 2^65 before the shift, and the shift is at most 63.
        mantissa << (power / ONE)
    }
}

/// Returns the mean wait, and how many of its bits are fractions of a nanosecond.
fn mean_wait(rate: Rate) -> (u64, u32) {
    let whole_bits = u64::BITS - (rate.period / u64::from(rate.amount)).leading_zeros();
    let part_bits = SPAN_BITS.saturating_sub(whole_bits);
    let mean = (u128::from(rate.period) << part_bits) / u128::from(rate.amount);
    (mean as u64, part_bits)
}
