//! Requests at a rate that changes: a ramp, and a sine.
//!
//! The k-th request comes at the last nanosecond at which the integral of the rate is at most `k`. The integral
//! is compared in 192 bits and never rounded, except for the shape of the sine itself
//! ([`wave`](crate::traffic::wave)). A ramp between equal rates therefore equals a constant rate, to the
//! nanosecond.

use super::{fixed::product, wave::Wave};
use crate::scenario::Rate;

/// A number of 192 bits: the upper 128 and the lower 64.
type Wide = (u128, u64);

/// Two rates with the same period.
#[derive(Clone, Copy, Debug)]
struct Rates {
    low: u64,
    high: u64,
    period: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Curve {
    rates: Rates,
    duration: u64,
    /// The wave of a sine; a ramp has none.
    wave: Option<Wave>,
    time: u64,
    /// The gap before the previous request, and the one before that.
    gap: u64,
    gap_before: u64,
    made: u64,
    count: u64,
}

impl Curve {
    /// Returns a rate that changes linearly, up or down.
    pub(super) fn ramp(from: Rate, to: Rate, duration: u64) -> Self {
        Self::new(Rates::common(from, to), None, duration)
    }

    /// Returns a rate that oscillates between two values, starting at the lower.
    pub(super) fn sine(one: Rate, other: Rate, period: u64, duration: u64) -> Self {
        let Rates { low, high, period: common } = Rates::common(one, other);
        let rates = Rates { low: low.min(high), high: low.max(high), period: common };
        Self::new(rates, Some(Wave::new(period)), duration)
    }

    fn new(rates: Rates, wave: Option<Wave>, duration: u64) -> Self {
        let mut curve = Self { rates, duration, wave, time: 0, gap: 1, gap_before: 1, made: 0, count: 0 };
        curve.count = curve.total();
        curve
    }

    /// Returns the number of requests.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn next(&mut self) -> Option<u64> {
        if self.made == self.count {
            return None;
        }
        if self.made > 0 {
            let time = self.last_within(self.parts_of(self.made));
            (self.gap, self.gap_before) = (time - self.time, self.gap);
            self.time = time;
        }
        self.made += 1;
        Some(self.time)
    }

    /// Returns the last instant from the previous request on at which the integral is at most `parts`. It
    /// probes near the expected instant, moves away in doubling steps, and then bisects.
    fn last_within(&self, parts: Wide) -> u64 {
        let (mut within, mut beyond) = (self.time, self.duration);
        let mut probe = self.guess();
        let mut step = 1;
        while beyond - within > 1 {
            if probe <= within || probe >= beyond {
                probe = within + (beyond - within) / 2;
            }
            if self.parts_at(probe) <= parts {
                within = probe;
                probe = probe.saturating_add(step);
            } else {
                beyond = probe;
                probe = probe.saturating_sub(step);
            }
            step = step.saturating_mul(2);
        }
        within
    }

    /// Extrapolates from the gap before the previous request and its last change.
    fn guess(&self) -> u64 {
        let alike = self.time.saturating_add(self.gap);
        alike.saturating_add(self.gap).saturating_sub(self.gap_before)
    }

    /// Returns the integral of the rate up to an instant, in fractions of a request: `2 * period * duration` of
    /// them for a ramp, `period * 2^64` for a sine.
    fn parts_at(&self, time: u64) -> Wide {
        let Rates { low, high, .. } = self.rates;
        if let Some(wave) = &self.wave {
            let (upper, lower) = product(wave.area(time), high - low);
            (upper + wide(low, time), lower)
        } else {
            let rest = self.duration - time;
            product(wide(low, self.duration) + wide(low, rest) + wide(high, time), time)
        }
    }

    /// Returns this many requests in the same fractions.
    fn parts_of(&self, requests: u64) -> Wide {
        let period = self.rates.period;
        match self.wave {
            Some(_) => (wide(requests, period), 0),
            None => product(2 * wide(requests, self.duration), period),
        }
    }

    /// Returns how many requests come before the integral reaches its end: one at zero, and one at each whole
    /// number.
    fn total(&self) -> u64 {
        let Rates { low, high, period } = self.rates;
        let period = u128::from(period);
        let total = if self.wave.is_some() {
            let (upper, lower) = self.parts_at(self.duration);
            (upper + u128::from(lower > 0)).div_ceil(period)
        } else {
            (wide(low, self.duration) + wide(high, self.duration)).div_ceil(2 * period)
        };
        u64::try_from(total).unwrap_or(u64::MAX)
    }
}

impl Rates {
    /// The highest rate for which three products with a time can be added.
    const MOST: u64 = 1 << 62;

    /// Returns both rates with a common period. The result is exact unless the common multiple of the periods
    /// exceeds 64 bits: then rates are rounded down to 2^-61 requests per nanosecond, or to as many bits if
    /// they are above one.
    fn common(one: Rate, other: Rate) -> Self {
        Self::exact(one, other).unwrap_or_else(|| Self::rounded(one, other))
    }

    fn exact(one: Rate, other: Rate) -> Option<Self> {
        let (first, second) = (one.period.max(1), other.period.max(1));
        let period = (first / greatest_common_divisor(first, second)).checked_mul(second)?;
        let amount = |rate: Rate| u64::from(rate.amount).checked_mul(period / rate.period.max(1));
        let (low, high) = (amount(one)?, amount(other)?);
        (low.max(high) <= Self::MOST).then_some(Self { low, high, period })
    }

    fn rounded(one: Rate, other: Rate) -> Self {
        let whole = |rate: Rate| u64::from(rate.amount) / rate.period.max(1);
        let bits = whole(one).max(whole(other)).leading_zeros() - 3;
        let amount = |rate: Rate| ((u128::from(rate.amount) << bits) / u128::from(rate.period.max(1))) as u64;
        Self { low: amount(one), high: amount(other), period: 1 << bits }
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[inline]
fn wide(left: u64, right: u64) -> u128 {
    u128::from(left) * u128::from(right)
}
