//! The oracle must know the worked examples of the contract.

use ratelab_limiter::{Align, Refill, Rounding, SECOND};
use ratelab_oracle::{Answer, Oracle, cases::Recipe};

/// A policy of each kind, in the order of the contract, with the counter twice.
fn equal_budgets(size: u64, window: u64, amount: u64, period: u64) -> [Recipe; 8] {
    let (align, count_denied) = (Align::Epoch, false);
    let counter =
        |rounding| Recipe::SlidingWindowCounter { limit: size, window, align, rounding, count_denied };
    let refill = Refill::Greedy;
    [
        Recipe::FixedWindow { limit: size, window, align, count_denied },
        Recipe::SlidingWindowLog { limit: size, window, count_denied },
        counter(Rounding::Floor),
        counter(Rounding::Exact),
        Recipe::TokenBucket { capacity: size, amount, period, initial: size, refill, created_at: 0 },
        Recipe::LeakyBucketMeter { capacity: size, amount, period },
        Recipe::LeakyBucketQueue { capacity: size, amount, period, undelayed: 0, max_wait: None },
        Recipe::Gcra { burst: size, amount, period },
    ]
}

/// How many requests of cost 1 at these instants each of them admits.
fn admitted(recipes: &[Recipe; 8], times: impl Iterator<Item = u64> + Clone) -> [usize; 8] {
    recipes.each_ref().map(|recipe| {
        let mut oracle = Oracle::new(recipe);
        times.clone().filter(|&now| oracle.check(now, 1).allowed).count()
    })
}

/// This many requests at one instant.
fn burst(count: usize, now: u64) -> impl Iterator<Item = u64> + Clone {
    std::iter::repeat_n(now, count)
}

#[test]
fn the_oracle_knows_the_examples_that_compare_limiters() {
    const TENTH: u64 = SECOND / 10;
    let tens = equal_budgets(10, 10 * SECOND, 1, SECOND);
    let spaced = (0..15).map(|n| 1_000_000 * SECOND + n * TENTH);
    assert_eq!(admitted(&tens, spaced), [10, 10, 10, 10, 11, 11, 11, 11], "compare");
    let edge = 10_000_095 * TENTH;
    let across = burst(10, edge).chain(burst(10, edge + 6 * TENTH));
    assert_eq!(admitted(&tens, across), [20, 10, 11, 10, 10, 10, 10, 10], "edge burst");
    assert_eq!(admitted(&tens, burst(12, 0)), [10; 8], "curl loop");

    let hundreds = equal_budgets(100, 60 * SECOND, 100, 60 * SECOND);
    let attack = burst(100, 59 * SECOND).chain(burst(100, 61 * SECOND));
    assert_eq!(admitted(&hundreds, attack), [200, 100, 102, 101, 103, 103, 103, 103], "boundary attack");

    let dashboard = equal_budgets(10, 60 * SECOND, 10, 60 * SECOND);
    let polls = (50..70).map(|second| second * SECOND);
    assert_eq!(admitted(&dashboard, polls), [20, 10, 12, 11, 13, 13, 13, 13], "dashboard");
}

#[test]
fn the_oracle_knows_the_weighted_counts() {
    let answer = |rounding, limit, previous, current, seconds: u64| {
        let (window, align) = (60 * SECOND, Align::Epoch);
        let recipe = Recipe::SlidingWindowCounter { limit, window, align, rounding, count_denied: false };
        let mut oracle = Oracle::new(&recipe);
        assert!(oracle.check(0, previous).allowed);
        // Only the count matters: all of it is charged if it fits.
        assert!(oracle.check(window + seconds * SECOND, current).allowed);
        oracle.peek(window + seconds * SECOND, 1)
    };
    for rounding in [Rounding::Floor, Rounding::Exact] {
        assert_eq!(answer(rounding, 100, 80, 40, 30).remaining, 20);
        assert_eq!(answer(rounding, 100, 80, 30, 15).remaining, 10);
    }
    let exact = answer(Rounding::Exact, 50, 42, 18, 15);
    assert!(!exact.allowed);
    // 42 * (60 - e) / 60 + 19 is 50 when 42 * e = 660.
    assert_eq!(exact.retry_after, Some(714_285_715));
    let floor = answer(Rounding::Floor, 50, 42, 18, 15);
    assert!(floor.allowed);
    assert_eq!(floor.remaining, 1);
    // Below 1 there is nothing left of the 18: 18 * (60 - e) < 60, 45 s on.
    assert_eq!(floor.reset_after, Some(101_666_666_667));
}

#[test]
fn the_oracle_knows_the_app_that_opens() {
    let mut bucket = Oracle::new(&equal_budgets(10, SECOND, 5, SECOND)[4]);
    let opened = (0..6).map(|_| bucket.check(0, 1)).last().unwrap();
    assert_eq!((opened.allowed, opened.remaining), (true, 4));
    let next = bucket.check(SECOND / 10, 1);
    assert_eq!((next.allowed, next.remaining), (true, 3));
    let last = bucket.check(SECOND / 5, 1);
    assert_eq!((last.allowed, last.remaining), (true, 3));
    // From 3.0 to 10 at 5 a second.
    assert_eq!(last.reset_after, Some(1_400_000_000));
    let denied = bucket.check(SECOND / 5, 4);
    assert_eq!((denied.allowed, denied.retry_after), (false, Some(200_000_000)));
    assert_eq!(bucket.check(SECOND / 5, 11).retry_after, None);
}

#[test]
fn the_oracle_knows_the_dump_of_positions() {
    let mut queue = Oracle::new(&equal_budgets(5_000, SECOND, 3_000, SECOND)[6]);
    let seconds = [(4_000, 4_000), (2_500, 3_500), (3_200, 3_700), (6_000, 5_000)];
    let mut rejected = 0;
    for (now, (arrivals, length)) in (0..).step_by(SECOND as usize).zip(seconds) {
        let answers: Vec<Answer> = (0..arrivals).map(|_| queue.check(now, 1)).collect();
        rejected += answers.iter().filter(|answer| !answer.allowed).count();
        assert_eq!(queue.peek(now, 0).remaining, 5_000 - length);
    }
    assert_eq!(rejected, 1_700);
    // The last one admitted waits for the 4999 before it.
    queue.refund(3 * SECOND, 1);
    assert_eq!(queue.check(3 * SECOND, 1).delay, 1_666_333_334);
    assert_eq!(queue.check(3 * SECOND, 1).retry_after, Some(333_334));
}

#[test]
fn the_oracle_knows_a_queue_with_a_longest_wait() {
    let recipe = Recipe::LeakyBucketQueue {
        capacity: 10,
        amount: 1,
        period: SECOND,
        undelayed: 2,
        max_wait: Some(3 * SECOND),
    };
    let mut queue = Oracle::new(&recipe);
    let delays: Vec<u64> = (0..6).map(|_| queue.check(0, 1)).map(|answer| answer.delay / SECOND).collect();
    assert_eq!(delays, [0, 0, 0, 1, 2, 3]);
    let denied = queue.check(0, 1);
    assert_eq!((denied.allowed, denied.remaining, denied.limit), (false, 0, 10));
    assert_eq!((denied.retry_after, denied.reset_after), (Some(SECOND), Some(6 * SECOND)));
}

#[test]
fn the_oracle_counts_denials_and_forgets_the_oldest() {
    let recipe = Recipe::SlidingWindowLog { limit: 3, window: 10, count_denied: true };
    let mut log = Oracle::new(&recipe);
    assert!(log.check(0, 2).allowed);
    // Two more do not fit: they are remembered, and one of the first two is not.
    assert_eq!(log.check(4, 2).retry_after, Some(10));
    assert_eq!(log.check(9, 1).retry_after, Some(5));
    assert_eq!(log.peek(14, 1).remaining, 2);

    let recipe = Recipe::FixedWindow { limit: 1, window: 10, align: Align::First, count_denied: true };
    let mut window = Oracle::new(&recipe);
    assert_eq!(window.check(7, 2).retry_after, None);
    assert_eq!(window.check(8, 1).retry_after, Some(9));
    window.refund(8, 3);
    assert_eq!(window.check(9, 1).reset_after, Some(10));
}

#[test]
fn all_agree_or_none_is_charged() {
    let many = Recipe::FixedWindow { limit: 5, window: 10, align: Align::Epoch, count_denied: true };
    let few = Recipe::Gcra { burst: 2, amount: 1, period: 100 };
    let recipe = Recipe::AllOf(vec![many, few]);
    let mut both = Oracle::new(&recipe);
    assert!(both.check(0, 2).allowed);
    let denied = both.check(1, 1);
    assert_eq!((denied.limit, denied.remaining, denied.retry_after), (2, 0, Some(99)));
    assert_eq!(both.check(1, 3).retry_after, None);
    both.refund(1, 2);
    assert_eq!(both.check(1, 0), Answer { at: 1, ..Oracle::new(&recipe).peek(0, 0) });

    // A bucket that is created at 1000 makes the other member, a window, wait until then.
    let window = Recipe::FixedWindow { limit: 1, window: 10, align: Align::Epoch, count_denied: false };
    let (refill, created_at) = (Refill::Greedy, 1_000);
    let bucket = Recipe::TokenBucket { capacity: 1, amount: 1, period: 3, initial: 1, refill, created_at };
    let mut both = Oracle::new(&Recipe::AllOf(vec![window, bucket]));
    assert!(both.check(5, 1).allowed);
    let denied = both.check(5, 1);
    assert_eq!((denied.at, denied.retry_after), (1_000, Some(10)));
}

#[test]
fn layers_are_charged_up_to_the_one_that_refuses() {
    let outer = Recipe::FixedWindow { limit: 5, window: 10, align: Align::Epoch, count_denied: false };
    let inner = Recipe::Gcra { burst: 2, amount: 1, period: 100 };
    let mut layers = Oracle::new(&Recipe::Layers(vec![outer, inner]));
    assert!(layers.check(0, 2).allowed);
    // The inner one refuses three times, and each time the outer one is charged.
    assert_eq!(layers.check(1, 1).retry_after, Some(99));
    assert_eq!(layers.check(1, 1).remaining, 0);
    assert_eq!(layers.check(1, 1).limit, 5, "both have nothing left, and the outer one is first");
    // Then the outer one refuses, and the inner one is not asked.
    layers.refund(1, 2);
    let refused = layers.check(1, 3);
    assert_eq!((refused.allowed, refused.remaining), (false, 2));
    assert!(layers.check(1, 2).allowed);
}

#[test]
fn the_oracle_owes_more_than_the_limit() {
    for recipe in equal_budgets(10, 10 * SECOND, 1, SECOND) {
        let mut oracle = Oracle::new(&recipe);
        oracle.charge_anyway(0, 25);
        let answer = oracle.check(0, 1);
        let (retry, reset) = match recipe {
            Recipe::FixedWindow { .. } | Recipe::SlidingWindowLog { .. } => (10_000_000_000, 10_000_000_000),
            // Of 25 that were counted less than 10 weigh in when 25 * (10 - e) < 100.
            Recipe::SlidingWindowCounter { rounding: Rounding::Floor, .. } => {
                (16_000_000_001, 19_600_000_001)
            }
            Recipe::SlidingWindowCounter { .. } => (16_400_000_000, 20_000_000_000),
            _ => (16_000_000_000, 25_000_000_000),
        };
        assert_eq!((answer.allowed, answer.remaining), (false, 0), "{recipe:?}");
        assert_eq!((answer.retry_after, answer.reset_after), (Some(retry), Some(reset)), "{recipe:?}");
    }
}
