//! The effects of all limiters on random logs.

use ratelab_calibration::{Basis, Effect, Effects, Limit, effects};
use ratelab_limiter::{Algorithm, Outcome};

use crate::effects::common::{Columns, Random, decided, limit};

/// The sum of the decisions for each client.
fn naive(columns: &Columns, clients: u32, limit: &Limit, algorithm: Algorithm) -> Effect {
    let mut effect = Effect { algorithm, clients: 0, denied: 0, denied_cost: 0, longest_wait: 0 };
    for client in 0..clients {
        let rows = columns.client(client);
        let before = effect.denied;
        for ((_, cost), outcome) in rows.iter().zip(decided(limit, algorithm, &rows)) {
            match outcome {
                Outcome::Denied => {
                    effect.denied += 1;
                    effect.denied_cost += u64::from(*cost);
                }
                Outcome::Delayed(wait) => effect.longest_wait = effect.longest_wait.max(wait),
                Outcome::Allowed => {}
            }
        }
        effect.clients += u64::from(effect.denied > before);
    }
    effect
}

fn assert_equal(columns: &Columns, clients: u32, limit: Limit) {
    let traffic = columns.traffic(clients, 0);
    let basis = Basis::new(&traffic, limit.period);
    for effect in effects(&traffic, &basis, limit).expect("a valid limit") {
        assert_eq!(effect, naive(columns, clients, &limit, effect.algorithm), "{limit:?} {columns:?}");
    }
}

#[test]
fn effects_match_the_limiters_on_small_logs() {
    let mut random = Random(1);
    for _ in 0..5_000 {
        let gap = random.one_of(&[0, 1, 5, 1000]);
        let (requests, clients, costs) = (random.below(30), 3, random.below(2) == 0);
        let columns = Columns::random(&mut random, requests, clients, gap, costs);
        assert_equal(&columns, clients, limit(&mut random, gap));
    }
}

#[test]
fn effects_match_the_limiters_on_large_logs() {
    let mut random = Random(2);
    for costs in [false, true] {
        let columns = Columns::random(&mut random, 20_000, 20, 2_000_000, costs);
        for (amount, period, burst) in [
            (1, 1, 1),
            (20, 60, 5),
            (300, 3600, 40),
            (7, 13, 3),
            (90_000, 86_400, 60_000),
            (2, 1, u32::MAX / 8),
        ] {
            assert_equal(&columns, 20, Limit { amount, period: period * 1_000_000_000, burst });
        }
    }
}

#[test]
fn extreme_numbers_do_not_overflow() {
    let mut random = Random(3);
    for period in [u64::MAX / 2, 86_400_000_000_000 * 365, 999_999_999_989, 1] {
        for amount in [1, u32::MAX - 4, u32::MAX] {
            for burst in [1, 5, u32::MAX] {
                let limit = Limit { amount, period, burst };
                let mut columns = Columns::random(&mut random, 40, 2, 1 << 48, true);
                columns.charges.iter_mut().step_by(3).for_each(|charge| *charge |= 0x3fff_ffff);
                if limit.check().is_ok() {
                    assert_equal(&columns, 2, limit);
                }
            }
        }
    }
}

#[test]
fn a_limit_is_rejected_exactly_if_some_limiter_rejects_it() {
    for amount in [0, 1, 1000, u32::MAX] {
        for period in [0, 1, 86_400_000_000_000, u64::MAX / 2, u64::MAX / 2 + 1] {
            for burst in [0, 1, 1 << 20, u32::MAX] {
                let limit = Limit { amount, period, burst };
                let all = Algorithm::ALL.into_iter().all(|algorithm| limit.policy(algorithm).is_ok());
                assert_eq!(limit.check().is_ok(), all, "{limit:?}");
            }
        }
    }
}

#[test]
fn slices_give_the_same_result() {
    let mut random = Random(4);
    let columns = Columns::random(&mut random, 3000, 50, 100_000, false);
    let traffic = columns.traffic(50, 0);
    let limit = Limit { amount: 5, period: 10_000_000_000, burst: 3 };
    let mut basis = Basis::begin(limit.period);
    while !basis.advance(&traffic, 100) {}
    let whole = effects(&traffic, &Basis::new(&traffic, limit.period), limit).unwrap();
    let (mut sliced, mut slices) = (Effects::new(limit).unwrap(), 1);
    let result = loop {
        match sliced.advance(&traffic, &basis, 100) {
            Some(result) => break result,
            None => slices += 1,
        }
    };
    assert_eq!(result, whole);
    assert!((10..=50).contains(&slices), "{slices} slices");
}

#[test]
fn windows_with_very_many_requests_are_counted() {
    let mut columns = Columns::random(&mut Random(5), 300_000, 2, 100, false);
    columns.times.sort_unstable();
    for (amount, seconds) in [(100, 1), (20_000, 1), (40_000, 5), (200_000, 60)] {
        assert_equal(&columns, 2, Limit { amount, period: seconds * 1_000_000_000, burst: amount / 3 });
    }
}
