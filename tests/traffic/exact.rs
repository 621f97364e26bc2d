//! Times worked out by hand, for every shape that is not random.

use ratelab_limiter::SECOND;
use ratelab_scenario::{
    scenario::{Pattern, Shape},
    traffic::arrivals,
};

use crate::traffic::{per_second, rate, sum, times};

#[test]
fn bursts_and_lists() {
    assert_eq!(times(Shape::Burst { count: 3 }), [0; 3]);
    assert_eq!(times(Shape::Every { count: 4, delay: 7 }), [0, 7, 14, 21]);
    assert_eq!(times(Shape::Bursts { count: 2, every: 5, times: 3 }), [0, 0, 5, 5, 10, 10]);
    assert_eq!(times(Shape::At { times: vec![5, 1, 3, 1] }), [1, 1, 3, 5]);
    assert_eq!(times(Shape::At { times: vec![] }), [0; 0]);
    assert_eq!(times(Shape::Bursts { count: 0, every: 5, times: 3 }), [0; 0]);
}

#[test]
fn constant_is_rounded_down_and_excludes_its_end() {
    let three_in_ten = |duration| times(Shape::Constant { rate: rate(3, 10), duration });
    assert_eq!(three_in_ten(20), [0, 3, 6, 10, 13, 16]);
    assert_eq!(three_in_ten(21), [0, 3, 6, 10, 13, 16, 20]);
    assert_eq!(times(Shape::Constant { rate: rate(5, 2), duration: 3 }), [0, 0, 0, 1, 1, 2, 2, 2]);
    assert_eq!(times(Shape::Constant { rate: rate(0, 2), duration: 3 }), [0; 0]);
}

#[test]
fn each_on_phase_starts_anew() {
    let shape = |off, duration| Shape::OnOff { rate: rate(3, 10), on: 8, off, duration };
    assert_eq!(times(shape(2, 30)), [0, 3, 6, 10, 13, 16, 20, 23, 26]);
    assert_eq!(times(shape(0, 20)), [0, 3, 6, 8, 11, 14, 16, 19]);
    assert_eq!(times(shape(2, 14)), [0, 3, 6, 10, 13]);
}

/// From 0 to 10/s in 10 s, `t^2 / 2` requests have come after `t` seconds; from 10/s to 0, the remaining
/// requests are the square of the remaining time.
#[test]
fn ramp_is_where_the_integral_is_whole() {
    let (none, ten, duration) = (per_second(0), per_second(10), 10 * SECOND);
    let up = times(Shape::Ramp { low: none, high: ten, duration });
    assert_eq!(up.len(), 50);
    assert_eq!(up[..4], [0, 1_414_213_562, 2_000_000_000, 2_449_489_742]);
    assert_eq!((up[8], up[18], up[32]), (4_000_000_000, 6_000_000_000, 8_000_000_000));
    let down = times(Shape::Ramp { low: ten, high: none, duration });
    assert_eq!(down.len(), 50);
    assert_eq!((down[0], down[1], down[18]), (0, 100_505_063, 2_000_000_000));
    assert_eq!((down[42], down[48], down[49]), (6_000_000_000, 8_000_000_000, 8_585_786_437));
}

/// A whole period from 0 to 2/s has as many requests as seconds: half of them by its middle, the others
/// mirrored.
#[test]
fn sine_is_where_the_integral_is_whole() {
    let (low, high, period) = (per_second(0), per_second(2), 8 * SECOND);
    let found = times(Shape::Sine { low, high, period, duration: 2 * period });
    let count =
        |seconds: f64| seconds - 8.0 / std::f64::consts::TAU * (seconds * std::f64::consts::TAU / 8.0).sin();
    assert_eq!(found.len(), 16);
    assert_eq!((found[0], found[4]), (0, 4 * SECOND));
    for (index, time) in found.iter().enumerate() {
        // Where the rate is low, a small area takes a long time.
        assert!((count(*time as f64 / 1e9) - index as f64).abs() < 1e-6, "{index} at {time}");
        let mirrored = found[(16 - index) % 16];
        assert!(index % 8 == 0 || (mirrored + time).abs_diff(16 * SECOND) < 5, "{index} at {time}");
    }
}

/// A rate that does not change is constant, whatever the periods.
#[test]
fn ramp_and_sine_between_equal_rates_are_constant() {
    let duration = 12_345_678_901;
    let constant = times(Shape::Constant { rate: rate(77, SECOND + 1), duration });
    let (low, high) = (rate(77, SECOND + 1), rate(154, 2 * SECOND + 2));
    assert_eq!(times(Shape::Ramp { low, high, duration }), constant);
    assert_eq!(times(Shape::Sine { low, high, period: 999, duration }), constant);
}

#[test]
fn simultaneous_requests_are_in_the_order_of_the_patterns() {
    let pattern = |shape, from, cost| Pattern { from, cost, ..Pattern::new(shape) };
    let every = Shape::Every { count: 3, delay: 5 };
    let traffic = vec![pattern(every, 0, 1), pattern(Shape::Burst { count: 2 }, 5, 7)];
    let found = arrivals(&sum(traffic));
    assert_eq!((found.times(), found.costs()), (&[0, 5, 5, 5, 10][..], &[1, 1, 7, 7, 1][..]));
    assert!(found.clients().is_empty() && found.client(4) == 0);
}
