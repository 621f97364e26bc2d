//! The bounds of denials, compared with trying every instant of every request.

use ratelab_calibration::{
    Block, Effects, Limit, Range, Traffic, client_bounds, client_range, effects, ranges,
};
use ratelab_limiter::{Algorithm, Limiter, Policy, PolicyState};

use crate::effects::common::{Columns, Random, decided, limit};

/// One limiter of each kind; the other buckets admit the same requests as GCRA.
const FOUR: [Algorithm; 4] =
    [Algorithm::FixedWindow, Algorithm::SlidingWindowLog, Algorithm::SlidingWindowCounter, Algorithm::Gcra];

/// Tries every instant of each request, in the order of the timestamps: requests of one cost are interchangeable.
struct Search<'a> {
    policy: &'a Policy,
    cost: u32,
    stamps: &'a [u64],
    slack: u64,
    range: Range,
}

impl Search<'_> {
    fn all(policy: &Policy, cost: u32, stamps: &[u64], slack: u64) -> Range {
        let range = Range { least: u64::MAX, most: 0 };
        let mut search = Search { policy, cost, stamps, slack, range };
        search.from(0, 0, &policy.fresh(), 0);
        search.range
    }

    fn from(&mut self, request: usize, clock: u64, state: &PolicyState, denied: u64) {
        let Some(stamp) = self.stamps.get(request) else {
            self.range.least = self.range.least.min(denied);
            self.range.most = self.range.most.max(denied);
            return;
        };
        for time in clock.max(*stamp)..=stamp + self.slack {
            let mut state = state.clone();
            let admits = self.policy.take(&mut state, time * 1000, self.cost).admits();
            self.from(request + 1, time, &state, denied + u64::from(!admits));
        }
    }
}

fn stamps(random: &mut Random, requests: u64, gap: u64, grain: u64) -> Vec<u64> {
    let mut time = random.below(50);
    let mut stamps: Vec<u64> = (0..requests)
        .map(|_| {
            time += random.below(gap + 1);
            time / grain * grain
        })
        .collect();
    stamps.sort_unstable();
    stamps
}

fn grouped(stamps: &[u64], costs: &[u32], slack: u32) -> Traffic {
    let times: Vec<i64> = stamps.iter().map(|time| *time as i64).collect();
    Traffic::group(&[Block { times: &times, keys: &vec![0; times.len()], charges: costs }], 1, slack)
}

/// The lower bound is always exact, and so is the upper one, except for a counter whose windows are not longer than the
/// slack: there it is only a bound.
#[test]
fn they_are_the_results_of_the_best_and_the_worst_instants() {
    let mut random = Random(21);
    let (mut counters, mut tight) = (0, 0);
    for _ in 0..1200 {
        let slack = 1 + random.below(4);
        let requests = 1 + random.below(7);
        let (gap, grain) = (random.one_of(&[1, 2, 4, 8]), random.one_of(&[1, slack + 1]));
        let stamps = stamps(&mut random, requests, gap, grain);
        let period = 1000 * (1 + random.below(14)) + random.one_of(&[0, 0, 0, 500, 999]);
        let cost = random.one_of(&[1, 1, 2, 3]);
        let [amount, burst] = [0; 2].map(|_| cost + random.below(4 * u64::from(cost)) as u32);
        let limit = Limit { amount, period, burst };
        let traffic = grouped(&stamps, &vec![cost; stamps.len()], slack as u32);
        for algorithm in FOUR {
            let found = Search::all(&limit.policy(algorithm).unwrap(), cost, &stamps, slack);
            let range = client_bounds(&traffic, 0, &limit, algorithm);
            let context = format!("{algorithm} {limit:?} cost {cost} slack {slack} {stamps:?}");
            assert_eq!(range.least, found.least, "{context}");
            if algorithm == Algorithm::SlidingWindowCounter && slack * 1000 >= period {
                counters += 1;
                tight += u32::from(range.most == found.most);
                assert!(range.most >= found.most, "{range:?} {found:?} {context}");
            } else {
                assert_eq!(range.most, found.most, "{context}");
            }
        }
    }
    println!("{tight} of {counters} bounds of short counters are reached");
    assert!(tight * 10 > counters * 6, "{tight} of {counters} bounds are reached");
}

/// Every instant of every request, and both orders of those at one instant.
fn every_way(limit: &Limit, algorithm: Algorithm, rows: &[(u64, u32)], slack: u64) -> Range {
    let mut range = Range { least: u64::MAX, most: 0 };
    let ways = (slack + 1).pow(rows.len() as u32);
    for way in 0..ways {
        let mut rest = way;
        let mut placed: Vec<(u64, u32)> = rows
            .iter()
            .map(|(stamp, cost)| {
                let time = stamp + rest % (slack + 1);
                rest /= slack + 1;
                (time, *cost)
            })
            .collect();
        for _ in 0..2 {
            placed.reverse();
            placed.sort_by_key(|(time, _)| *time);
            let denied =
                decided(limit, algorithm, &placed).iter().filter(|outcome| !outcome.admits()).count();
            range.least = range.least.min(denied as u64);
            range.most = range.most.max(denied as u64);
        }
    }
    range
}

#[test]
fn every_order_of_requests_with_costs_is_within_the_bounds() {
    let mut random = Random(22);
    let (mut ends, mut tight, mut limited) = (0, 0, 0);
    for _ in 0..500 {
        let slack = 1 + random.below(3);
        let requests = 1 + random.below(5);
        let gap = random.one_of(&[1, 2, 4]);
        let stamps = stamps(&mut random, requests, gap, 1);
        let costs: Vec<u32> = stamps.iter().map(|_| random.one_of(&[0, 1, 1, 2, 3, 9])).collect();
        let rows: Vec<(u64, u32)> = stamps.iter().copied().zip(costs.iter().copied()).collect();
        let period = 1000 * (1 + random.below(14));
        let limit = Limit { amount: 2 + random.below(7) as u32, period, burst: 2 + random.below(7) as u32 };
        let traffic = grouped(&stamps, &costs, slack as u32);
        for algorithm in FOUR {
            let found = every_way(&limit, algorithm, &rows, slack);
            let range = client_bounds(&traffic, 0, &limit, algorithm);
            let context = format!("{range:?} {found:?} {algorithm} {limit:?} slack {slack} {rows:?}");
            assert!(range.least <= found.least && range.most >= found.most, "{context}");
            if algorithm != Algorithm::SlidingWindowCounter {
                assert_eq!(range.most > 0, found.most > 0, "{context}");
            }
            let reported = client_range(&traffic, 0, &limit, algorithm);
            let is_one_way =
                reported.least == reported.most && (found.least..=found.most).contains(&reported.least);
            assert!(reported == range || is_one_way, "{reported:?} {context}");
            ends += 2;
            tight += u32::from(range.least == found.least) + u32::from(range.most == found.most);
            limited += u32::from(found.most > 0);
        }
    }
    println!("{tight} of {ends} ends are reached; {limited} were limited");
    assert!(tight * 10 > ends * 8, "{tight} of {ends} ends are reached");
}

#[test]
fn logged_times_are_within_the_range_which_is_exact_without_slack() {
    let mut random = Random(23);
    for round in 0..40 {
        let (costs, gap) = (round % 2 == 0, random.one_of(&[100_000, 1_000_000]));
        let mut columns = Columns::random(&mut random, 2000, 5, gap, costs);
        columns.times.iter_mut().for_each(|time| *time -= *time % 1_000_000);
        let seconds = random.one_of(&[1, 7, 60]);
        let limit = Limit {
            amount: 1 + random.below(40) as u32,
            period: seconds * 1_000_000_000,
            burst: 1 + random.below(20) as u32,
        };
        for slack in [0, 999_999] {
            let traffic = columns.traffic(5, slack);
            let basis = ratelab_calibration::Basis::new(&traffic, limit.period);
            let found = effects(&traffic, &basis, limit).unwrap();
            for (effect, bounds) in found.iter().zip(ranges(&traffic, limit).unwrap()) {
                assert_eq!(effect.algorithm, bounds.algorithm);
                for (exact, range) in [(effect.denied, bounds.denied), (effect.clients, bounds.clients)] {
                    assert!(range.least <= exact && exact <= range.most, "{effect:?} {bounds:?}");
                    assert!(slack > 0 || range.least == range.most, "{effect:?} {bounds:?}");
                }
            }
        }
    }
    assert!(Effects::new(Limit { amount: 0, period: 1, burst: 1 }).is_err());
}

/// Whole seconds and windows of whole seconds: no second contains an edge.
#[test]
fn a_fixed_window_is_exact_if_no_second_contains_an_edge() {
    let mut random = Random(24);
    let mut columns = Columns::random(&mut random, 3000, 4, 500_000, false);
    columns.times.iter_mut().for_each(|time| *time -= *time % 1_000_000);
    let traffic = columns.traffic(4, 999_999);
    for (amount, seconds) in [(1, 1), (5, 10), (20, 60)] {
        let limit = Limit { amount, period: seconds * 1_000_000_000, burst: 1 };
        let [fixed, log, ..] = ranges(&traffic, limit).unwrap();
        assert_eq!(fixed.denied.least, fixed.denied.most);
        assert!(log.denied.least < log.denied.most);
    }
}

#[test]
fn totals_are_the_sum_over_clients() {
    let mut random = Random(25);
    for _ in 0..400 {
        let slack = random.one_of(&[0, 1, 3, 20, 1000]);
        let gap = random.one_of(&[1, 5, 1000]);
        let costs = random.below(2) == 0;
        let columns = Columns::random(&mut random, 60, 4, gap, costs);
        let limit = limit(&mut random, gap);
        let traffic = columns.traffic(4, slack);
        for bounds in ranges(&traffic, limit).unwrap() {
            let each = (0..4).map(|client| client_range(&traffic, client, &limit, bounds.algorithm));
            let each: Vec<Range> = each.collect();
            let sum = |end: fn(&Range) -> u64| each.iter().map(end).sum::<u64>();
            assert_eq!((bounds.denied.least, bounds.denied.most), (sum(|r| r.least), sum(|r| r.most)));
            let some = (sum(|r| r.least.min(1)), sum(|r| r.most.min(1)));
            assert_eq!((bounds.clients.least, bounds.clients.most), some);
        }
    }
}

#[test]
fn extreme_numbers_are_within_their_ranges() {
    let mut random = Random(26);
    for period in [u64::MAX / 2, 86_400_000_000_000 * 365, 999_999_999_989, 1] {
        for (amount, burst) in [(1, 1), (1, u32::MAX), (5, 2), (u32::MAX, 5), (u32::MAX, u32::MAX)] {
            let limit = Limit { amount, period, burst };
            if limit.check().is_err() {
                continue;
            }
            for slack in [1, 999_999, u32::MAX] {
                let costs = random.below(2) == 0;
                let mut columns = Columns::random(&mut random, 60, 2, 1 << 48, costs);
                columns.times.push(i64::MAX);
                columns.keys.push(0);
                columns.charges.push(if costs { 0x3fff_ffff } else { 1 });
                let traffic = columns.traffic(2, slack);
                let basis = ratelab_calibration::Basis::new(&traffic, period);
                let found = effects(&traffic, &basis, limit).unwrap();
                for (effect, bounds) in found.iter().zip(ranges(&traffic, limit).unwrap()) {
                    let range = bounds.denied.least..=bounds.denied.most;
                    assert!(range.contains(&effect.denied), "{limit:?} {slack} {effect:?} {bounds:?}");
                }
            }
        }
    }
}
