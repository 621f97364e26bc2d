//! The frontier compared with trying every burst on `ratelab-limiter`.

use crate::infer_logs::{PERIODS, Random, at_rate, clusters, denials, traffic};
use ratelab_calibration::{Frontier, Limit, Tolerance, Traffic};
use ratelab_limiter::{Algorithm, SECOND};

fn complete(
    traffic: &Traffic,
    period: u64,
    tolerance: Tolerance,
    also: Option<u32>,
    budget: u64,
) -> Frontier {
    let mut frontier = Frontier::new(traffic, period, tolerance, also);
    while !frontier.advance(traffic, budget) {}
    frontier
}

/// For each client, the smallest burst above which every burst admits everything, tried in descending order.
fn least_bursts(traffic: &Traffic, algorithm: Algorithm, amount: u32, period: u64) -> Vec<u32> {
    let totals: Vec<u64> = (0..traffic.clients()).map(|client| traffic.client(client).total()).collect();
    let top = totals.iter().max().map_or(1, |total| *total as u32 + 2);
    let mut least = vec![1; totals.len()];
    for burst in (1..=top).rev() {
        let denied = denials(traffic, &at_rate(algorithm, amount, period, burst));
        for (client, denied) in denied.iter().enumerate() {
            if *denied > 0 {
                least[client] = least[client].max(burst + 1);
            }
        }
    }
    least
}

#[test]
fn it_is_the_smallest_burst_above_which_clients_are_not_limited() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let clients = random.within(1, 6) as u32;
        let span = random.one_of(&[1_000_000, 20_000_000, 90_000_000]);
        let rows = clusters(&mut random, clients, 40, span, seed % 3 == 0);
        let traffic = traffic(&rows, clients as usize, 0);
        let period = random.one_of(&PERIODS);
        let share = random.one_of(&[0, 170_000, 340_000, 1_000_000]);
        let tolerance = if share == 0 { Tolerance::None } else { Tolerance::Clients(share) };
        let frontier = complete(&traffic, period, tolerance, Some(3), random.one_of(&[1, 50, u64::MAX]));
        let limited = clients as usize * share as usize / 1_000_000;
        for algorithm in Algorithm::ALL {
            for (amount, burst) in frontier.amounts().into_iter().zip(frontier.bursts(algorithm)) {
                let mut least = least_bursts(&traffic, algorithm, amount, period);
                least.sort_unstable_by(|a, b| b.cmp(a));
                let expected = least.get(limited).copied().unwrap_or(1);
                assert_eq!(burst, expected, "seed {seed} {algorithm} {amount} in {period}");
            }
        }
        // The same clients, given as a number.
        let counted = complete(&traffic, period, Tolerance::Count(limited as u32), Some(3), u64::MAX);
        for algorithm in Algorithm::ALL {
            assert_eq!(counted.bursts(algorithm), frontier.bursts(algorithm), "seed {seed} {algorithm}");
        }
    }
}

#[test]
fn with_allowed_denials_it_is_sufficient_and_one_less_is_not() {
    for seed in 100..140 {
        let mut random = Random(seed);
        let clients = random.within(1, 5) as u32;
        let costs = seed % 3 == 0;
        let rows = clusters(&mut random, clients, 40, 20_000_000, costs);
        let traffic = traffic(&rows, clients as usize, 0);
        let period = random.one_of(&PERIODS);
        let share = random.one_of(&[0, 20_000, 100_000, 500_000]);
        let frontier = complete(&traffic, period, Tolerance::Requests(share), Some(7), 10);
        let enough = rows.len() as u64 * u64::from(share) / 1_000_000;
        for algorithm in Algorithm::ALL {
            let is_bucket =
                at_rate(algorithm, 1, SECOND, 1).admits_as(&at_rate(Algorithm::Gcra, 1, SECOND, 1));
            for (amount, burst) in frontier.amounts().into_iter().zip(frontier.bursts(algorithm)) {
                let denied =
                    |burst| denials(&traffic, &at_rate(algorithm, amount, period, burst)).iter().sum::<u64>();
                assert!(denied(burst) <= enough, "seed {seed} {algorithm}");
                let lesser = if is_bucket && !costs { 1..burst } else { burst.max(2) - 1..burst };
                for lesser in lesser {
                    assert!(
                        denied(lesser) > enough,
                        "seed {seed} {algorithm} {burst}: {lesser} is sufficient"
                    );
                }
            }
        }
    }
}

#[test]
fn rates_range_from_the_average_of_the_busiest_client_to_its_peak() {
    for seed in 200..230 {
        let mut random = Random(seed);
        let rows = clusters(&mut random, 3, 400, 90_000_000, false);
        let traffic = traffic(&rows, 3, 0);
        let frontier = Frontier::new(&traffic, 10 * SECOND, Tolerance::None, None);
        let times = |client| traffic.client(client).times;
        let within = |times: &[u64], from: u64| {
            times.iter().filter(|time| (from..from + 10_000_000).contains(time)).count()
        };
        let peak = (0..3)
            .flat_map(|client| times(client).iter().map(move |time| within(times(client), *time)))
            .max();
        let amounts = frontier.amounts();
        assert_eq!(amounts.last().copied(), peak.map(|peak| peak as u32));
        let (highest, last) = (0..3).fold((0, 0), |(highest, last), client| {
            (highest.max(times(client).len() as u64), last.max(*times(client).last().unwrap()))
        });
        assert_eq!(u64::from(amounts[0]), (highest * 10_000_000).div_ceil(last + 1));
        assert!(amounts.is_sorted_by(|a, b| a < b) && amounts.len() <= 32);
        // No step is much wider than the others.
        let factor = f64::from(amounts[amounts.len() - 1]) / f64::from(amounts[0]);
        let step = factor.powf(1.0 / 31.0);
        for pair in amounts.windows(2) {
            assert!(f64::from(pair[1]) <= f64::from(pair[0]) * step + 1.0, "{amounts:?}");
        }
    }
}

#[test]
fn a_margin_is_negative_if_the_burst_is_too_small() {
    // 96 at once, and then one each second.
    let rows: Vec<_> = (0..96)
        .map(|_| 0)
        .chain(1..60)
        .map(|second| {
            (1_700_000_000_000_000 + second * 1_000_000, 0, 1, ratelab_calibration::Answer::Unknown)
        })
        .collect();
    let traffic = traffic(&rows, 1, 0);
    let frontier = complete(&traffic, 60 * SECOND, Tolerance::None, Some(60), u64::MAX);
    let limit = |burst| Limit { amount: 60, period: 60 * SECOND, burst };
    assert_eq!(frontier.margin(limit(20), Algorithm::TokenBucket), Some(-76));
    assert_eq!(frontier.margin(limit(100), Algorithm::Gcra), Some(4));
    assert_eq!(frontier.margin(limit(20), Algorithm::SlidingWindowLog), Some(60 - 155));
}

#[test]
fn an_empty_log_needs_nothing() {
    let traffic = traffic(&[], 0, 0);
    let frontier = complete(&traffic, SECOND, Tolerance::None, None, 1);
    assert_eq!(frontier.bursts(Algorithm::FixedWindow), vec![1; frontier.amounts().len()]);
}

/// Two significant digits.
fn is_round(number: u32) -> bool {
    let digits = number.to_string();
    digits.bytes().skip(2).all(|digit| digit == b'0')
}

#[test]
fn limits_of_windows_with_edges_are_round_from_a_hundred_on() {
    for seed in 300..306 {
        let mut random = Random(seed);
        let rows = clusters(&mut random, 1, 700, 40_000_000, false);
        let traffic = traffic(&rows, 1, 0);
        let period = random.one_of(&PERIODS);
        let frontier = complete(&traffic, period, Tolerance::None, None, u64::MAX);
        for algorithm in [Algorithm::FixedWindow, Algorithm::SlidingWindowCounter] {
            for (amount, burst) in frontier.amounts().into_iter().zip(frontier.bursts(algorithm)).step_by(5) {
                let fails =
                    |burst: &u32| denials(&traffic, &at_rate(algorithm, amount, period, *burst))[0] > 0;
                let rounds = || (1..=800).filter(|burst| is_round(*burst));
                let last = rounds().rev().find(fails).unwrap_or(0);
                let expected = rounds().find(|burst| *burst > last).unwrap();
                assert_eq!(burst, expected, "seed {seed} {algorithm} {amount} in {period}");
            }
        }
    }
}
