//! The library and the oracle must give the same results for the same operations.

mod examples;

use ratelab_limiter::{Align, Limiter, Refill, Rounding};
use ratelab_oracle::{
    cases::{Operation, Recipe, Tape, Traffic, bytes_from},
    comparison, draws,
};

/// Operations on each policy.
const OPERATIONS: usize = 60;
/// Policies of each kind.
const POLICIES: u32 = 2_000;
/// Enough for a policy and its operations.
const TAPE: usize = 64 * OPERATIONS;

/// Draws policies and compares each with its oracle.
fn compare(seed: u64, policies: u32, draw: impl Fn(&mut Tape) -> Recipe) {
    let (mut operations, mut admitted, mut denied) = (0, 0, 0);
    let policies = u64::from(draws(policies));
    for number in 0..policies {
        let bytes = bytes_from(seed << 32 | number, TAPE);
        let mut tape = Tape::new(&bytes);
        let recipe = draw(&mut tape);
        // A clock that leaps to the end of time stays there: every other run has
        // one that only goes forward.
        let traffic = if number % 2 == 0 { Traffic::new(&recipe) } else { Traffic::steady(&recipe) };
        for answer in comparison::run(&recipe, traffic, &mut tape, OPERATIONS) {
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

/// Cases that the runs above once found.
#[test]
fn earlier_findings_agree() {
    let check = |now, cost| Operation::Check { now, cost };
    // A rate of zero gives nothing back, not even until the end of time.
    let bucket =
        |refill| Recipe::TokenBucket { capacity: 9, amount: 0, period: 1, initial: 5, refill, created_at: 0 };
    comparison::replay(&bucket(Refill::Greedy), &[check(u64::MAX, 1)]);
    comparison::replay(&bucket(Refill::Interval), &[check(u64::MAX, 1)]);
    for recipe in [
        Recipe::LeakyBucketMeter { capacity: 9, amount: 0, period: 1 },
        Recipe::Gcra { burst: 9, amount: 0, period: 1 },
    ] {
        comparison::replay(&recipe, &[check(0, 5), check(u64::MAX, 5)]);
    }
    // With denials counted more can be in use, and be given back, than a u32 holds.
    let (align, rounding) = (Align::Epoch, Rounding::Floor);
    let counter = Recipe::SlidingWindowCounter { limit: 4, window: 5, align, rounding, count_denied: true };
    let refund = Operation::Refund { now: 5, amount: u64::MAX };
    comparison::replay(&counter, &[check(0, 2), check(5, u32::MAX), refund]);
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
            comparison::replay(&recipe, &operations);
        }
    }
    let (capacity, initial, created_at, period) = (4, 1, 7, 3 << 60);
    for (amount, refill) in [(1, Refill::Greedy), (1, Refill::Interval), (0, Refill::Interval)] {
        let recipe = Recipe::TokenBucket { capacity, amount, period, initial, refill, created_at };
        comparison::replay(&recipe, &[charge(0, 1), charge(9, 3), charge(10, u32::MAX), check(u64::MAX, 1)]);
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
