//! Random shapes have the distributions they are named after. Seeds are fixed, and the bounds are several
//! standard deviations wide.

use ratelab_limiter::SECOND;
use ratelab_scenario::{
    scenario::{Clients, Pattern, Scenario, Shape, Shares},
    traffic::{MOST_ARRIVALS, arrivals},
};

use crate::traffic::{golden::shapes, only, per_second, poisson, rate, sum, times, with_clients};

/// The mean and the variance of the requests per second equal the rate.
#[test]
fn poisson_counts_have_their_mean_and_variance() {
    let mut counts = vec![0_u64; 100_000];
    times(poisson(20, 100_000 * SECOND)).iter().for_each(|time| counts[(time / SECOND) as usize] += 1);
    let mean = counts.iter().sum::<u64>() as f64 / 1e5;
    let variance = counts.iter().map(|count| (*count as f64 - mean).powi(2)).sum::<f64>() / 1e5;
    assert!((mean - 20.0).abs() < 0.06 && (variance - 20.0).abs() < 0.4, "{mean} {variance}");
}

/// Returns the gaps between requests, sorted.
fn gaps(shape: Shape) -> Vec<u64> {
    let times = times(shape);
    let mut gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    gaps
}

fn quantile(sorted: &[u64], part: f64) -> f64 {
    sorted[(sorted.len() as f64 * part) as usize] as f64
}

#[test]
fn poisson_waits_are_exponential() {
    let gaps = gaps(poisson(1000, 1000 * SECOND));
    for part in [0.01_f64, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999] {
        let (found, ideal) = (quantile(&gaps, part), -(1.0 - part).ln() * 1e6);
        assert!((found / ideal - 1.0).abs() < 0.04, "{part}: {found}, not {ideal}");
    }
}

/// From many per nanosecond to few per century, the rate is as requested.
#[test]
fn poisson_is_not_biased_by_rounding() {
    for (amount, period, duration) in
        [(u32::MAX, 1, 233), (10, 1, 100_000), (1, u64::MAX / 1_000_000, u64::MAX)]
    {
        let count = times(Shape::Poisson { rate: rate(amount, period), duration }).len() as f64;
        let ideal = f64::from(amount) / period as f64 * duration as f64;
        let ideal = ideal.min(MOST_ARRIVALS as f64);
        assert!((count - ideal).abs() <= 5.0 * ideal.sqrt(), "{count}, not {ideal}");
    }
}

/// Waits have a minimum, their mean, and a tail that falls with the power of the shape: at 3, a thousandth of
/// them exceeds ten times the minimum.
#[test]
fn pareto_waits_have_their_mean_and_tail() {
    let gaps = gaps(Shape::Pareto { rate: per_second(1000), shape: 300, duration: 1000 * SECOND });
    let mean = gaps.iter().sum::<u64>() as f64 / gaps.len() as f64;
    assert!((mean / 1e6 - 1.0).abs() < 0.01, "{mean}");
    let least = 2.0 / 3.0 * 1e6;
    assert!(gaps[0] as f64 >= least - 1.0 && (gaps[0] as f64) < least * 1.0001);
    for (part, multiple) in [(0.5, 2_f64.cbrt()), (0.9, 10_f64.cbrt()), (0.999, 10.0)] {
        let found = quantile(&gaps, part) / least;
        assert!((found / multiple - 1.0).abs() < 0.05, "{part}: {found}, not {multiple}");
    }
}

#[test]
fn clients_have_equal_or_zipf_shares() {
    let shares = |count: u32, shares| {
        let mut counts = vec![0; count as usize];
        let made = with_clients(count, shares, 1_000_000);
        (0..made.len()).for_each(|index| counts[made.client(index) as usize] += 1);
        counts
    };
    assert!(shares(10, Shares::Equal).iter().all(|count| 100_000_i32.abs_diff(*count) < 1500));
    for exponent in [50, 100, 150] {
        let counts = shares(1000, Shares::Zipf { exponent });
        for rank in [2, 4, 16] {
            let ratio = f64::from(counts[0]) / f64::from(counts[rank - 1]);
            let ideal = (rank as f64).powf(f64::from(exponent) / 100.0);
            assert!((ratio / ideal - 1.0).abs() < 0.12, "{exponent}, {rank}: {ratio}, not {ideal}");
        }
    }
    assert_eq!(shares(3, Shares::Zipf { exponent: u32::MAX }), [1_000_000, 0, 0]);
}

/// Editing one pattern changes neither the times nor the senders of another.
#[test]
fn patterns_have_their_own_streams() {
    let noisy = |shape| Pattern { cost: 2, ..Pattern::new(shape) };
    let of_first = |second| {
        let clients = Clients { count: 9, shares: Shares::Equal };
        let found = arrivals(&Scenario {
            clients,
            ..sum(vec![Pattern::new(poisson(5, 60 * SECOND)), noisy(second)])
        });
        let first = (0..found.len()).filter(|index| found.cost(*index) == 1);
        first.map(|index| (found.time(index), found.client(index))).collect::<Vec<_>>()
    };
    let alone = of_first(Shape::Burst { count: 0 });
    assert!(shapes().into_iter().all(|shape| of_first(shape) == alone));
    assert_ne!(
        times(poisson(5, SECOND * 60)),
        arrivals(&Scenario { seed: 2, ..only(poisson(5, SECOND * 60)) }).times()
    );
}
