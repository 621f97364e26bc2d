//! Charges without a decision: a state may owe more than its limit, and everything reported of it
//! is still so.

use ratelab_limiter::{Limiter, Policy, PolicyState};
use ratelab_oracle::cases::{Recipe, Tape};

use super::{
    Run,
    answers::{assert_passes_just_at, is_whole},
    promise,
};

/// Performs a few operations, and returns the time of the last one.
fn begin(run: &mut Run, tape: &mut Tape) -> u64 {
    (0..tape.below(6)).fold(0, |_, _| run.step(tape).1.at)
}

/// A charge: little, about a limit, or more than is counted.
fn draw_charge(run: &Run, tape: &mut Tape) -> u32 {
    let (limit, some) = (run.policy.limit(), tape.byte().into());
    tape.pick(&[1, some, limit, limit.saturating_mul(3), limit.saturating_add(some), u32::MAX])
}

/// P2 to P4 from states that owe more than they may: nothing remains, and waits and resets
/// are exact to the nanosecond.
#[test]
fn debt_is_paid_back_first() {
    promise(6000, |tape| {
        let mut run = Run::draw(tape);
        begin(&mut run, tape);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let before = run.state.clone();
            let charge = draw_charge(&run, tape);
            run.policy.charge_anyway(&mut run.state, now, charge);
            let peeked = run.policy.peek(&run.state, now, 1);
            assert_eq!(peeked.outcome.admits(), peeked.remaining > 0, "{}", run.policy);
            assert!(charge <= run.policy.limit() || peeked.remaining == 0, "{} after {charge}", run.policy);
            assert!(peeked.remaining <= run.policy.peek(&before, now, 0).remaining, "{}", run.policy);
            if let Some(wait) = peeked.retry_after.filter(|_| !peeked.outcome.admits()) {
                assert_passes_just_at(&run, peeked.at, wait, 1);
            }
            if let Some(wait) = peeked.reset_after.filter(|wait| *wait > 0) {
                let whole = |instant| is_whole(&run.policy, &run.state, instant);
                let instant = peeked.at.checked_add(wait);
                assert!(instant.is_none_or(whole), "{} is not whole after {wait}", run.policy);
                assert!(!whole(peeked.at.saturating_add(wait - 1)), "{} is whole before {wait}", run.policy);
            }
        }
    });
}

/// A client that owes more never gets more, neither now nor later.
#[test]
fn a_charge_never_helps() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let mut charged = run.state.clone();
            run.policy.charge_anyway(&mut charged, decision.at, draw_charge(&run, tape));
            let later = decision.at.saturating_add(tape.number() >> tape.below(64));
            let cost = 1 + tape.below(run.recipe.size()) as u32;
            let admits = |state: &PolicyState| run.policy.peek(state, later, cost).outcome.admits();
            assert!(!admits(&charged) || admits(&run.state), "{}: {cost} at {later}", run.policy);
        }
    });
}

/// A charge that fits equals a decision.
#[test]
fn a_charge_that_fits_equals_a_take() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let (mut taken, mut charged) = (run.state.clone(), run.state.clone());
            let cost = tape.below(run.recipe.size() + 1) as u32;
            run.policy.charge_anyway(&mut charged, now, cost);
            if run.policy.take(&mut taken, now, cost).admits() {
                assert_eq!(charged, taken, "{}: {cost} at {now}", run.policy);
            }
            let _ = run.step(tape);
        }
    });
}

/// One charge of c is c charges of 1 at that instant, also where counts stop.
#[test]
fn a_charge_of_n_is_n_charges_of_one() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        begin(&mut run, tape);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let near_the_top = tape.pick(&[0, 0, u32::MAX - 20, u32::MAX]);
            run.policy.charge_anyway(&mut run.state, now, near_the_top);
            let cost = tape.below(30) as u32;
            let mut often = run.state.clone();
            run.policy.charge_anyway(&mut run.state, now, cost);
            (0..cost).for_each(|_| run.policy.charge_anyway(&mut often, now, 1));
            // A charge of 0 also advances the state's time.
            run.policy.charge_anyway(&mut often, now, 0);
            assert_eq!(run.state, often, "{}: {cost} at {now}", run.policy);
        }
    });
}

/// A charge adds what it costs, and a refund of as much takes it away again, unless a count
/// had stopped.
#[test]
fn a_charge_is_given_back_whole() {
    promise(4000, |tape| {
        let mut run = Run::new(Recipe::draw_single(tape), false);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let level = |state: &PolicyState| run.policy.level(&run.policy.advance(state, now));
            let cost = draw_charge(&run, tape);
            let (mut state, whole) =
                (run.state.clone(), u128::from(cost) * u128::from(run.policy.level_unit()));
            run.policy.charge_anyway(&mut state, now, cost);
            let added = level(&state) - level(&run.state);
            assert!(added <= whole, "{}: {cost} adds {added}", run.policy);
            if added == whole {
                run.policy.refund(&mut state, now, cost.into());
                let mut untouched = run.state.clone();
                run.policy.refund(&mut untouched, now, 0);
                assert_eq!(state, untouched, "{}: {cost} at {now}", run.policy);
            }
            let _ = run.step(tape);
        }
    });
}

/// A snapshot of a state that owes more than the limit is read back.
#[test]
fn states_that_owe_more_are_saved() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let charge = draw_charge(&run, tape);
            run.policy.charge_anyway(&mut run.state, now, charge);
            let numbers = run.policy.save(&run.state);
            assert_eq!(run.policy.load(&numbers).as_ref(), Ok(&run.state), "{}", run.policy);
            let _ = run.step(tape);
        }
    });
}

/// All members are charged, as each would be alone.
#[test]
fn every_member_is_charged() {
    promise(3000, |tape| {
        let mut run = Run::draw(tape);
        let (Policy::AllOf(all), true) = (run.policy.clone(), !tape.is_empty()) else { return };
        let begin = run.policy.latest_shown(&run.state);
        while !tape.is_empty() {
            let now = run.draw_operation(tape).now();
            let PolicyState::Members(mut alone) = run.state.clone() else { unreachable!("members") };
            let charge = draw_charge(&run, tape);
            run.policy.charge_anyway(&mut run.state, now, charge);
            for (member, state) in all.members().iter().zip(&mut alone) {
                member.charge_anyway(state, now.max(begin), charge);
            }
            assert_eq!(run.state, PolicyState::Members(alone), "{}", run.policy);
            let _ = run.step(tape);
        }
    });
}
