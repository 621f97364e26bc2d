//! Shapes that few scenarios have: a ramp, a sine, and heavy-tailed waits; and attempts after the first.

mod curve;
mod growth;

use self::curve::Curve;
use super::{
    chance::Random,
    fixed::{self, ONE},
    waits::{Draw, Waits},
};
use crate::scenario::Shape;

#[derive(Clone, Debug)]
pub(super) enum Rare {
    Curve(Curve),
    Pareto(Waits<Pareto>),
}

impl Rare {
    /// The requests of a shape, if it is one of these.
    pub(super) fn new(shape: &Shape, random: Random) -> Option<Self> {
        Some(match *shape {
            Shape::Ramp { low, high, duration } => Self::Curve(Curve::ramp(low, high, duration)),
            Shape::Sine { low, high, period, duration } => {
                Self::Curve(Curve::sine(low, high, period, duration))
            }
            Shape::Pareto { rate, shape, duration } => {
                Self::Pareto(Waits::new(rate, duration, random, |mean| Pareto::new(mean, shape)))
            }
            _ => return None,
        })
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        match self {
            Self::Curve(curve) => curve.next(),
            Self::Pareto(waits) => waits.next(),
        }
    }
}

/// How many requests a shape with a curve makes.
pub(super) fn expected(shape: &Shape) -> u64 {
    match *shape {
        Shape::Ramp { low, high, duration } => Curve::ramp(low, high, duration).count(),
        Shape::Sine { low, high, period, duration } => Curve::sine(low, high, period, duration).count(),
        _ => 0,
    }
}

/// Waits that are mostly short and sometimes very long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pareto {
    least: u64,
    /// 1 / shape in parts of 2^64.
    exponent: u64,
}

impl Pareto {
    /// The shape is in hundredths, above 100: others have no mean.
    fn new(mean: u64, shape: u32) -> Self {
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
