//! Equal policies in different forms: P5, P12, and the outcome alone.

use ratelab_limiter::{Limiter, Policy};
use ratelab_oracle::cases::{Operation, Recipe};

use super::{Run, bounds_waits, promise};

/// P5. Token bucket, meter, GCRA and the queue's admission answer alike, field by
/// field.
#[test]
fn four_buckets_are_one() {
    promise(6000, |tape| {
        let Recipe::Gcra { burst, amount, period } = Recipe::draw_kind(6, tape) else { return };
        let amount = amount.max(1);
        let (capacity, initial) = (burst, burst);
        let recipes = [
            Recipe::Gcra { burst, amount, period },
            Recipe::LeakyBucketMeter { capacity, amount, period },
            Recipe::LeakyBucketQueue { capacity, amount, period, undelayed: 0, max_wait: None },
            Recipe::TokenBucket {
                capacity,
                amount,
                period,
                initial,
                refill: Default::default(),
                created_at: 0,
            },
        ];
        if recipes.iter().any(|recipe| recipe.policy().is_err()) {
            return;
        }
        let mut runs = recipes.map(|recipe| Run::new(recipe, false));
        while !tape.is_empty() {
            let operation = runs[0].draw_operation(tape);
            let reported = runs.each_mut().map(|run| {
                let reported = run.perform(operation);
                (
                    reported.outcome.admits(),
                    reported.at,
                    reported.limit,
                    reported.remaining,
                    reported.retry_after,
                    reported.reset_after,
                )
            });
            assert!(reported.iter().all(|fields| *fields == reported[0]), "{operation:?}: {reported:?}");
        }
    });
}

/// P5. One request of cost c is c requests of cost 1 at that instant.
#[test]
fn a_cost_of_n_is_n_requests_of_cost_one() {
    promise(6000, |tape| {
        let mut run = Run::draw(tape);
        if bounds_waits(&run.recipe) || run.policy.counts_denied() {
            return;
        }
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let cost = 1 + tape.below(30) as u32;
            let (mut once, mut often) = (run.state.clone(), run.state.clone());
            let whole = run.policy.take(&mut once, decision.at, cost).admits();
            let passed = (0..cost).filter(|_| run.policy.take(&mut often, decision.at, 1).admits()).count();
            assert_eq!(whole, passed == cost as usize, "{} at {cost}", run.policy);
            assert!(!whole || once == often, "{}: {once:?} is not {often:?}", run.policy);
        }
    });
}

/// P12. A denial by one member of an all-of leaves all of them untouched.
#[test]
fn all_of_charges_all_or_none() {
    promise(6000, |tape| {
        let members = (0..2 + tape.below(2)).map(|_| Recipe::draw_single(tape)).collect();
        let mut run = Run::new(Recipe::AllOf(members), false);
        while !tape.is_empty() {
            let operation = run.draw_operation(tape);
            let before = run.state.clone();
            let decision = run.perform(operation);
            if let (Operation::Check { now, .. }, false) = (operation, decision.outcome.admits()) {
                let mut untouched = before;
                run.policy.refund(&mut untouched, now, 0);
                assert_eq!(run.state, untouched, "{}", run.policy);
            }
        }
    });
}

/// An all-of is denied exactly when a member would deny, with the longest wait
/// and the least that remains.
#[test]
fn all_of_is_its_members() {
    promise(4000, |tape| {
        let members: Vec<_> = (0..1 + tape.below(3)).map(|_| Recipe::draw_single(tape)).collect();
        let mut run = Run::new(Recipe::AllOf(members), false);
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let cost = 1 + tape.below(5) as u32;
            let together = run.policy.peek(&run.state, decision.at, cost);
            let (Policy::AllOf(all), ratelab_limiter::PolicyState::Members(states)) =
                (&run.policy, &run.state)
            else {
                unreachable!("an all-of has members")
            };
            let pairs = all.members().iter().zip(states);
            let reported: Vec<_> =
                pairs.map(|(member, state)| member.peek(state, decision.at, cost)).collect();
            assert_eq!(together.outcome.admits(), reported.iter().all(|reported| reported.outcome.admits()));
            assert_eq!(Some(together.remaining), reported.iter().map(|reported| reported.remaining).min());
            let longest = reported
                .iter()
                .try_fold(0, |longest, reported| reported.retry_after.map(|wait| longest.max(wait)));
            assert_eq!(together.retry_after, if together.outcome.admits() { Some(0) } else { longest });
        }
    });
}

/// The hot path gives the outcome of the whole decision, and leaves the
/// same state.
#[test]
fn a_take_is_a_check_with_the_outcome_alone() {
    promise(3200, |tape| {
        let run = Run::draw(tape);
        let mut state = run.state.clone();
        run.each(tape, |run, operation, decision| match operation {
            Operation::Check { now, cost } => {
                assert_eq!(run.policy.take(&mut state, now, cost), decision.outcome);
                assert_eq!(state, run.state);
            }
            Operation::Refund { now, amount } => run.policy.refund(&mut state, now, amount),
            Operation::ChargeAnyway { now, cost } => run.policy.charge_anyway(&mut state, now, cost),
            Operation::Peek { .. } => {}
        });
    });
}
