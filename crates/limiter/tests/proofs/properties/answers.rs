//! The fields of a decision are right: P1 to P4, P7, P8, P15.

use ratelab_limiter::{Limiter, Policy, PolicyState};
use ratelab_oracle::cases::{Operation, Recipe};

use super::{Run, bounds_waits, perform, promise};

/// P1. Denials and peeks leave every later decision unchanged: leaving them out
/// changes no answer. (On a clock that goes back a denial is still a time that was
/// shown; that is P7.)
#[test]
fn denials_and_peeks_change_nothing() {
    promise(6000, |tape| {
        let run = Run::draw_steady(tape);
        if run.policy.counts_denied() {
            return;
        }
        let mut quiet = run.state.clone();
        run.each(tape, |run, operation, decision| {
            let charged = match operation {
                Operation::Check { cost, .. } => cost > 0 && decision.outcome.admits(),
                Operation::Refund { .. } | Operation::ChargeAnyway { .. } => true,
                Operation::Peek { .. } => false,
            };
            if charged {
                assert_eq!(&perform(&run.policy, &mut quiet, operation), decision, "{}", run.policy);
            }
        });
    });
}

/// P1, on any clock: however often one peeks, nothing changes at all.
#[test]
fn peeking_leaves_no_trace() {
    promise(2000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let operation = run.draw_operation(tape);
            let before = run.state.clone();
            let decision = run.perform(operation);
            if matches!(operation, Operation::Peek { .. }) {
                assert_eq!(run.state, before);
                assert_eq!(run.perform(operation), decision);
            }
        }
    });
}

/// P2. Denied with a wait of d means denied at d - 1 and admitted at d. No wait
/// means that it never passes.
#[test]
fn retry_hints_are_honest() {
    promise(10000, |tape| {
        Run::draw(tape).each(tape, |run, operation, decision| {
            let (Operation::Check { cost, .. } | Operation::Peek { cost, .. }) = operation else { return };
            match decision.retry_after {
                _ if decision.outcome.admits() => assert_eq!(decision.retry_after, Some(0)),
                Some(wait) => assert_passes_just_at(run, decision.at, wait, cost),
                None => {
                    let last = run.policy.peek(&run.state, u64::MAX, cost);
                    assert!(!last.outcome.admits(), "{} reported never", run.policy);
                    assert!(u64::from(cost) > run.recipe.size() || gives_nothing_back(&run.recipe));
                }
            }
        });
    });
}

pub(crate) fn assert_passes_just_at(run: &Run, at: u64, wait: u64, cost: u32) {
    assert!(wait > 0, "{} denied what would pass at once", run.policy);
    let Some(instant) = at.checked_add(wait) else { return };
    let admits = |instant| run.policy.peek(&run.state, instant, cost).outcome.admits();
    assert!(admits(instant), "{} denies {cost} at {instant}, after {wait}", run.policy);
    assert!(!admits(instant - 1), "{} admits {cost} before {instant}", run.policy);
}

fn gives_nothing_back(recipe: &Recipe) -> bool {
    match recipe {
        Recipe::TokenBucket { amount, .. }
        | Recipe::LeakyBucketMeter { amount, .. }
        | Recipe::Gcra { amount, .. } => *amount == 0,
        Recipe::AllOf(members) | Recipe::Layers(members) => members.iter().any(gives_nothing_back),
        _ => false,
    }
}

/// P3. Of what remains, all passes and one more does not, after an admission and
/// after a denial; as one request and as many.
#[test]
fn remaining_requests_pass() {
    promise(8000, |tape| {
        Run::draw(tape).each(tape, |run, _, decision| {
            let admits = |cost| run.policy.peek(&run.state, decision.at, cost).outcome.admits();
            let remaining = decision.remaining;
            assert!(admits(remaining), "{} denies the {remaining} that remain", run.policy);
            if !bounds_waits(&run.recipe) {
                assert!(
                    remaining == u32::MAX || !admits(remaining + 1),
                    "{}: more than {remaining}",
                    run.policy
                );
            }
            if remaining <= 40 {
                let mut state = run.state.clone();
                let passed = (0..=remaining).filter(|_| run.policy.take(&mut state, decision.at, 1).admits());
                assert_eq!(passed.count(), remaining as usize, "{} one by one", run.policy);
            }
        });
    });
}

/// P4. After `reset_after` of silence the whole budget is back, and not a
/// nanosecond earlier.
#[test]
fn resets_are_exact() {
    promise(8000, |tape| {
        Run::draw(tape).each(tape, |run, _, decision| {
            let whole = |wait| {
                let instant = decision.at.checked_add(wait)?;
                Some(is_whole(&run.policy, &run.state, instant))
            };
            match decision.reset_after {
                Some(wait) => {
                    assert_ne!(whole(wait), Some(false), "{} is not whole after {wait}", run.policy);
                    let earlier = wait.checked_sub(1).and_then(whole);
                    assert_ne!(earlier, Some(true), "{} is whole before {wait}", run.policy);
                }
                None => {
                    assert!(!is_whole(&run.policy, &run.state, u64::MAX), "{} reported never", run.policy);
                }
            }
        });
    });
}

/// Whether the whole budget is there: all that remains of every member is its
/// limit. A queue with a longest wait admits fewer than it holds; there it
/// must be empty.
pub(crate) fn is_whole(policy: &Policy, state: &PolicyState, instant: u64) -> bool {
    match (policy, state) {
        (Policy::AllOf(all), PolicyState::Members(states)) => {
            all.members().iter().zip(states).all(|(member, state)| is_whole(member, state, instant))
        }
        (Policy::LeakyBucketQueue(_), _) => policy.is_fresh(state, instant),
        _ => policy.peek(state, instant, 0).remaining == policy.limit(),
    }
}

/// P7. Decisions on a clock that goes back are those on the latest time so far.
#[test]
fn time_is_a_running_maximum() {
    promise(6000, |tape| {
        let run = Run::draw(tape);
        let mut forward = run.state.clone();
        let mut latest = 0;
        run.each(tape, |run, operation, decision| {
            let shown = latest.max(operation.now());
            let moved = operation.at(shown);
            assert_eq!(&perform(&run.policy, &mut forward, moved), decision, "{}", run.policy);
            if !matches!(operation, Operation::Peek { .. }) {
                latest = shown;
            }
        });
    });
}

/// P8. Any accepted policy, at the ends of time, with idle gaps as long as there
/// are, and the largest costs: no panic, and no decision about a time before.
#[test]
fn the_ends_of_time_are_safe() {
    const TIMES: [u64; 8] = [0, u64::MAX, 1, u64::MAX - 1, u64::MAX / 2, u64::MAX, 0, u64::MAX];
    promise(6000, |tape| {
        let mut run = Run::draw(tape);
        let mut latest = 0;
        for now in TIMES {
            for cost in [1, tape.byte().into(), u32::MAX, run.policy.limit(), 0] {
                let decision = run.perform(Operation::Check { now, cost });
                latest = latest.max(now);
                assert!(decision.at >= latest);
            }
            let _ = run.perform(Operation::Refund { now, amount: tape.number() });
            let _ = run.perform(Operation::ChargeAnyway { now, cost: tape.pick(&[0, 1, u32::MAX]) });
        }
    });
}

/// P15. Waiting longer or asking for less never turns an admission into a denial.
#[test]
fn patience_and_modesty_never_hurt() {
    promise(6000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let cost = 1 + tape.below(run.recipe.size()) as u32;
            let (less, wait) = (1 + tape.below(cost.into()) as u32, tape.number() >> tape.below(64));
            let admits = |wait, cost| Some(run.peek_after(&decision, wait, cost)?.outcome.admits());
            if admits(0, cost) == Some(true) {
                assert_eq!(admits(0, less), Some(true), "{}: {less} of {cost}", run.policy);
                assert_ne!(admits(wait, less), Some(false), "{}: {less} after {wait}", run.policy);
            }
        }
    });
}

/// The numbers behind a decision are the decision.
#[test]
fn the_rule_that_is_shown_decides() {
    promise(6000, |tape| {
        Run::draw(tape).each(tape, |run, operation, decision| {
            let (Operation::Check { cost, .. } | Operation::Peek { cost, .. }) = operation else { return };
            if cost > 0 {
                let comparison = decision.why.rule.comparison();
                assert_eq!(comparison.fits(), decision.outcome.admits(), "{}: {comparison:?}", run.policy);
            }
        });
    });
}

/// The level never grows while nothing arrives, and determines the remaining budget.
#[test]
fn levels_only_fall_in_silence() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let level = |wait: u64| {
                let instant = decision.at.saturating_add(wait);
                run.policy.level(&run.policy.advance(&run.state, instant))
            };
            let wait = tape.number() >> tape.below(64);
            assert!(level(wait) <= level(0), "{} after {wait}", run.policy);
            let unit = u128::from(run.policy.level_unit());
            let left = u128::from(run.policy.limit()) * unit;
            let remaining = u128::from(run.policy.peek(&run.state, decision.at, 0).remaining) * unit;
            if !bounds_waits(&run.recipe) {
                assert!(remaining < left.saturating_sub(level(0)) + unit, "{}", run.policy);
            }
        }
    });
}
