//! The smallest amounts without denials, and peaks, compared with trying every amount and every window.

use ratelab_calibration::{Basis, Limit, bucket_thresholds, thinned, thresholds};
use ratelab_limiter::{Algorithm, Outcome};

use crate::effects::common::{Columns, Random, decided};

fn is_limited(limit: &Limit, algorithm: Algorithm, rows: &[(u64, u32)]) -> bool {
    decided(limit, algorithm, rows).contains(&Outcome::Denied)
}

/// The smallest amount up to 200 at which nothing is denied.
fn naive(algorithm: Algorithm, period: u64, burst: u32, rows: &[(u64, u32)]) -> Option<u32> {
    (1..=200).find(|amount| !is_limited(&Limit { amount: *amount, period, burst }, algorithm, rows))
}

/// The cost in the busiest window, trying one from every request on.
fn busiest(period: u64, rows: &[(u64, u32)]) -> u32 {
    let within =
        |from: u64| rows.iter().filter(move |(time, _)| *time >= from && (time - from) * 1000 < period);
    rows.iter().map(|(from, _)| within(*from).map(|(_, cost)| cost).sum()).max().unwrap_or(0)
}

#[test]
fn they_are_the_smallest_amounts_without_denials() {
    let mut random = Random(11);
    for _ in 0..1500 {
        let gap = random.one_of(&[1, 5, 1000]);
        let (requests, costs) = (random.below(30), random.below(2) == 0);
        let columns = Columns::random(&mut random, requests, 3, gap, costs);
        let period = (gap + 1) * 1000 * random.one_of(&[1, 3, 8, 20]) + random.one_of(&[0, 0, 1, 333]);
        let burst = 1 + random.below(10) as u32;
        let traffic = columns.traffic(3, 0);
        let basis = Basis::new(&traffic, period);
        for (algorithm, least) in thresholds(&traffic, &basis, burst) {
            // For a client without costs it is 0, which limiters do not accept.
            let asks = |client: u32| columns.client(client).iter().any(|(_, cost)| *cost > 0);
            let one = |client| naive(algorithm, period, burst, &columns.client(client)).unwrap_or(u32::MAX);
            let mut found: Vec<u32> =
                (0..3).map(|client| if asks(client) { one(client) } else { 0 }).collect();
            found.sort_unstable_by(|a, b| b.cmp(a));
            // Greater amounts were not tried naively.
            let least: Vec<u32> =
                least.iter().map(|least| if *least > 200 { u32::MAX } else { *least }).collect();
            assert_eq!(least, found, "{algorithm} {period} {burst} {columns:?}");
        }
        for client in 0..3 {
            assert_eq!(basis.peak(client as usize), busiest(period, &columns.client(client)), "{columns:?}");
        }
    }
}

#[test]
fn one_less_limits_a_client_of_a_long_log() {
    let mut random = Random(12);
    for costs in [false, true] {
        let columns = Columns::random(&mut random, 20_000, 5, 200_000, costs);
        let traffic = columns.traffic(5, 0);
        for (period, burst) in
            [(1_000_000_000, 8), (60_000_000_000, 30), (86_400_000_000_000, 70), (86_399_999_999_989, 900)]
        {
            let least = bucket_thresholds(&traffic, period, burst);
            for (client, amount) in (0..).zip(least) {
                let rows = columns.client(client);
                let limits = |amount| is_limited(&Limit { amount, period, burst }, Algorithm::Gcra, &rows);
                assert!(amount == u32::MAX || !limits(amount), "{period} {burst} {amount}");
                assert!(amount <= 1 || limits(amount.min(1 << 30) - 1), "{period} {burst} {amount}");
            }
        }
    }
}

#[test]
fn a_curve_keeps_its_ends_and_is_denser_at_the_start() {
    for clients in [0, 1, 2, 3, 10, 99, 100, 101, 18_204, 100_000, 3_000_000] {
        for points in [2, 3, 100, 640] {
            let ranks = thinned(clients, points);
            assert!(ranks.len() <= points && ranks.is_sorted_by(|a, b| a < b), "{clients} {points}");
            assert_eq!(ranks.first(), (clients > 0).then_some(&0));
            assert_eq!(ranks.last().map(|last| *last as usize + 1), (clients > 0).then_some(clients));
            assert!(clients > points || ranks.len() == clients, "all of {clients}");
            // Every tenth of the axis with enough clients has a point.
            assert!(
                points < 100 || clients < points || ranks.len() > points / 3,
                "{} of {points}",
                ranks.len()
            );
        }
    }
}
