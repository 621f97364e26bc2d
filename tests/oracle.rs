//! The library and the oracle, asked the same questions, must give the same
//! answers; and the oracle must know the worked examples of the contract.

use ratelab_limiter::{Align, Limiter, Refill, Rounding, SECOND};
use ratelab_tests::{
    cases::{Operation, Recipe, Tape, Traffic, bytes_from},
    oracle::{Answer, Oracle, beside},
};

/// Operations on each policy.
const OPERATIONS: usize = 60;
/// Policies of each kind.
const POLICIES: u64 = 2_000;
/// Enough for a policy and its operations.
const TAPE: usize = 64 * OPERATIONS;

/// Draws policies and runs each beside its oracle.
fn compare(seed: u64, policies: u64, draw: impl Fn(&mut Tape) -> Recipe) {
    let (mut operations, mut admitted, mut denied) = (0, 0, 0);
    for number in 0..policies {
        let bytes = bytes_from(seed << 32 | number, TAPE);
        let mut tape = Tape::new(&bytes);
        let recipe = draw(&mut tape);
        // A clock that leaps to the end of time stays there: every other run has
        // one that only goes forward.
        let traffic = if number % 2 == 0 { Traffic::new(&recipe) } else { Traffic::steady(&recipe) };
        for answer in beside::run(&recipe, traffic, &mut tape, OPERATIONS) {
            operations += 1;
            if answer.allowed {
                admitted += 1;
            } else {
                denied += 1;
            }
        }
    }
    println!("{operations} operations: {admitted} admitted, {denied} denied");
    assert_eq!(operations, policies as usize * OPERATIONS);
    assert!(admitted.min(denied) > operations / 10, "{admitted} admitted, {denied} denied");
}

macro_rules! agrees {
    ($($name:ident: $kind:literal),*) => {
        $(#[test]
        fn $name() {
            compare($kind, POLICIES, |tape| Recipe::draw_kind($kind, tape));
        })*
    };
}

agrees!(fixed_window_agrees: 0, sliding_window_log_agrees: 1, sliding_window_counter_agrees: 2,
    token_bucket_agrees: 3, leaky_bucket_meter_agrees: 4, leaky_bucket_queue_agrees: 5, gcra_agrees: 6);

#[test]
fn any_policy_agrees() {
    compare(7, POLICIES, Recipe::draw);
}

#[test]
fn all_of_agrees() {
    compare(8, POLICIES, |tape| {
        let members = 1 + tape.below(4);
        Recipe::AllOf((0..members).map(|_| Recipe::draw_single(tape)).collect())
    });
}

/// Members of like size and rate, so that each of them gets to decide.
#[test]
fn all_of_like_members_agrees() {
    compare(9, POLICIES, |tape| {
        let members = 2 + tape.below(3);
        Recipe::AllOf((0..members).map(|_| draw_small(tape)).collect())
    });
}

#[test]
fn layers_agree() {
    compare(12, POLICIES / 2, |tape| {
        let members = 1 + tape.below(4);
        Recipe::Layers((0..members).map(|_| Recipe::draw_single(tape)).collect())
    });
}

/// Layers of like size and rate, so that each of them gets to refuse.
#[test]
fn like_layers_agree() {
    compare(13, POLICIES / 2, |tape| {
        let members = 2 + tape.below(3);
        Recipe::Layers((0..members).map(|_| draw_small(tape)).collect())
    });
}

/// A small policy of any kind.
fn draw_small(tape: &mut Tape) -> Recipe {
    let kind = tape.below(7);
    let (size, window, count_denied) = (1 + tape.below(6), 1 + tape.below(12), tape.flip());
    let align = tape.pick(&[Align::Epoch, Align::First]);
    let (amount, period) = (1 + tape.below(3), 1 + tape.below(12));
    match kind {
        0 => Recipe::FixedWindow { limit: size, window, align, count_denied },
        1 => Recipe::SlidingWindowLog { limit: size, window, count_denied },
        2 => {
            let rounding = tape.pick(&[Rounding::Floor, Rounding::Exact]);
            Recipe::SlidingWindowCounter { limit: size, window, align, rounding, count_denied }
        }
        3 => {
            let refill = tape.pick(&[Refill::Greedy, Refill::Interval]);
            let (initial, created_at) = (tape.below(size + 1), tape.below(20));
            Recipe::TokenBucket { capacity: size, amount, period, initial, refill, created_at }
        }
        4 => Recipe::LeakyBucketMeter { capacity: size, amount, period },
        5 => {
            let max_wait = tape.flip().then(|| tape.below(3 * period));
            let undelayed = tape.below(size + 1);
            Recipe::LeakyBucketQueue { capacity: size, amount, period, undelayed, max_wait }
        }
        _ => Recipe::Gcra { burst: size, amount, period },
    }
}

/// The same small policies each on its own: many more instants are near an edge.
#[test]
fn small_policies_agree() {
    compare(10, 2 * POLICIES, draw_small);
}

/// What the runs above once found.
#[test]
fn what_was_found_agrees() {
    let check = |now, cost| Operation::Check { now, cost };
    // A rate of nothing gives nothing back, not even in all the time there is.
    let bucket =
        |refill| Recipe::TokenBucket { capacity: 9, amount: 0, period: 1, initial: 5, refill, created_at: 0 };
    beside::replay(&bucket(Refill::Greedy), &[check(u64::MAX, 1)]);
    beside::replay(&bucket(Refill::Interval), &[check(u64::MAX, 1)]);
    for recipe in [
        Recipe::LeakyBucketMeter { capacity: 9, amount: 0, period: 1 },
        Recipe::Gcra { burst: 9, amount: 0, period: 1 },
    ] {
        beside::replay(&recipe, &[check(0, 5), check(u64::MAX, 5)]);
    }
    // With denials counted more can be in use, and be given back, than a u32 holds.
    let (align, rounding) = (Align::Epoch, Rounding::Floor);
    let counter = Recipe::SlidingWindowCounter { limit: 4, window: 5, align, rounding, count_denied: true };
    let refund = Operation::Refund { now: 5, amount: u64::MAX };
    beside::replay(&counter, &[check(0, 2), check(5, u32::MAX), refund]);
}

/// Where what is owed ends: counts and parts stop, and a log forgets its oldest.
#[test]
fn the_most_that_can_be_owed_agrees() {
    let charge = |now, cost| Operation::ChargeAnyway { now, cost };
    let check = |now, cost| Operation::Check { now, cost };
    for count_denied in [false, true] {
        let (align, rounding) = (Align::First, Rounding::Exact);
        let top = [charge(0, u32::MAX), charge(4, 2), charge(4, u32::MAX - 5), check(9, 1), check(11, 1)];
        let back = Operation::Refund { now: 11, amount: u64::from(u32::MAX) - 4 };
        let operations: Vec<_> = top.into_iter().chain([back, check(12, 3), check(14, 1)]).collect();
        for recipe in [
            Recipe::FixedWindow { limit: 4, window: 10, align, count_denied },
            Recipe::SlidingWindowLog { limit: 4, window: 10, count_denied },
            Recipe::SlidingWindowCounter { limit: 4, window: 10, align, rounding, count_denied },
        ] {
            beside::replay(&recipe, &operations);
        }
    }
    let (capacity, initial, created_at, period) = (4, 1, 7, 3 << 60);
    for (amount, refill) in [(1, Refill::Greedy), (1, Refill::Interval), (0, Refill::Interval)] {
        let recipe = Recipe::TokenBucket { capacity, amount, period, initial, refill, created_at };
        beside::replay(&recipe, &[charge(0, 1), charge(9, 3), charge(10, u32::MAX), check(u64::MAX, 1)]);
    }
}

#[test]
fn take_decides_as_check_does() {
    for number in 0..4_000 {
        let bytes = bytes_from(11 << 32 | number, TAPE);
        let mut tape = Tape::new(&bytes);
        let recipe = Recipe::draw(&mut tape);
        let mut traffic = Traffic::new(&recipe);
        let policy = recipe.policy().expect("drawn policies are accepted");
        let (mut taken, mut checked) = (policy.fresh(), policy.fresh());
        let mut hint = None;
        for _ in 0..OPERATIONS {
            let operation = traffic.draw(&mut tape, hint);
            match operation {
                Operation::Check { now, cost } | Operation::Peek { now, cost } => {
                    let outcome = policy.take(&mut taken, now, cost);
                    let decision = policy.check(&mut checked, now, cost);
                    assert_eq!(outcome, decision.outcome, "{recipe:?} {operation:?}");
                    hint = decision.retry_after;
                }
                Operation::Refund { now, amount } => {
                    policy.refund(&mut taken, now, amount);
                    policy.refund(&mut checked, now, amount);
                }
                Operation::ChargeAnyway { now, cost } => {
                    policy.charge_anyway(&mut taken, now, cost);
                    policy.charge_anyway(&mut checked, now, cost);
                }
            }
            assert_eq!(taken, checked, "{recipe:?} {operation:?}");
        }
    }
}

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

/// So many at one instant.
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
        // What is counted is what matters: it is all charged when it fits.
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

    // A bucket that is made at 1000 has the window beside it wait until then.
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
        let told = oracle.check(0, 1);
        let (retry, reset) = match recipe {
            Recipe::FixedWindow { .. } | Recipe::SlidingWindowLog { .. } => (10_000_000_000, 10_000_000_000),
            // Of 25 that were counted less than 10 weigh in when 25 * (10 - e) < 100.
            Recipe::SlidingWindowCounter { rounding: Rounding::Floor, .. } => {
                (16_000_000_001, 19_600_000_001)
            }
            Recipe::SlidingWindowCounter { .. } => (16_400_000_000, 20_000_000_000),
            _ => (16_000_000_000, 25_000_000_000),
        };
        assert_eq!((told.allowed, told.remaining), (false, 0), "{recipe:?}");
        assert_eq!((told.retry_after, told.reset_after), (Some(retry), Some(reset)), "{recipe:?}");
    }
}
