//! Comparisons with independent computations: big integers, and floating point where its precision suffices.

use num_bigint::BigUint;
use proptest::prelude::*;
use ratelab_scenario::{
    scenario::{Rate, Shape},
    traffic::{expected, fixed, wave::Wave},
};

use crate::traffic::{rate, times};

/// Returns the logarithm in units of 2^-57, by squaring with 256 bits.
fn slow_log2(number: u64) -> u64 {
    let whole = u64::from(number.ilog2());
    let mut mantissa = BigUint::from(number) << (256 - whole);
    (0..57).rev().fold(whole << 57, |logarithm, bit| {
        mantissa = (&mantissa * &mantissa) >> 256;
        let carry = mantissa.bits() - 257;
        mantissa >>= carry;
        logarithm | carry << bit
    })
}

/// Ramps between rates with large common denominators.
fn ramp() -> impl Strategy<Value = (Rate, Rate, u64)> {
    let any_rate = |most| (0_u32..2000, 1_u64..most).prop_map(|(amount, period)| rate(amount, period));
    let ramps = (any_rate(1 << 40), any_rate(1 << 20), 1_u64..1 << 28);
    ramps.prop_filter("too many requests", |&(low, high, duration)| {
        expected(&Shape::Ramp { low, high, duration }) < 10_000
    })
}

proptest! {
    #[test]
    fn log2_is_within_its_bound(number in 1_u64.., shift in 0_u32..64) {
        let number = (number >> shift).max(1);
        let (found, slow) = (fixed::log2(number), slow_log2(number));
        prop_assert!(found <= slow && slow - found <= 1 << 6, "{number}: {found}, not {slow}");
    }

    /// The logarithm of a power is its exponent.
    #[test]
    fn exp2_is_within_its_bound(number in 0..fixed::ONE) {
        let power = fixed::exp2(number);
        let found = slow_log2(power) - 62 * fixed::ONE;
        prop_assert!(found.abs_diff(number) <= 1 << 5, "{number}: {found}");
    }

    #[test]
    fn wave_is_within_its_bound_and_never_decreases(
        period in 1_000_u64..1 << 50, time in 0_u64..1 << 50, step in 0_u64..1000
    ) {
        let wave = Wave::new(period);
        prop_assert!(wave.area(time) <= wave.area(time + step));
        let turn = (time % period) as f64 / period as f64;
        let ideal = turn - (turn * std::f64::consts::TAU).sin() / std::f64::consts::TAU;
        let found = (wave.area(time % period) >> 20) as f64 / (period as f64 * 2_f64.powi(43));
        prop_assert!((found - ideal).abs() < 4e-8, "{turn}: {found}, not {ideal}");
        prop_assert_eq!(wave.area(time / period * period) >> 63, u128::from(time / period * period));
    }

    /// Twice the integral is `(low * (2 * duration - t) + high * t) * t / duration`.
    #[test]
    fn ramp_is_exact((low, high, duration) in ramp()) {
        let shape = Shape::Ramp { low, high, duration };
        let (low_period, high_period) = (low.period, high.period);
        let wide = |number: u64| BigUint::from(number);
        let (a, b) = (wide(low.amount.into()) * high_period, wide(high.amount.into()) * low_period);
        let integral = |time: u64| (&a * (2 * duration - time) + &b * time) * time;
        let request = wide(low_period) * high_period * 2_u32 * duration;
        let found = times(shape);
        for (index, time) in found.iter().enumerate() {
            prop_assert!(integral(*time) <= &request * index && integral(time + 1) > &request * index);
        }
        prop_assert!(integral(duration) <= request * found.len(), "a request is missing");
    }
}
