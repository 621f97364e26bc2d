//! Layers: asked in order, and charged up to the one that refuses.

use ratelab_limiter::{AllOf, Decision, Limiter, Policy, PolicyState};
use ratelab_oracle::cases::{Operation, Recipe, Tape};

use super::{Run, perform, promise};

/// Two layers or more.
fn draw_layers(tape: &mut Tape) -> Run {
    let members = (0..2 + tape.below(3)).map(|_| Recipe::draw_single(tape)).collect();
    Run::new(Recipe::Layers(members), false)
}

/// Limiters that know nothing of each other.
struct Apart {
    members: Vec<Policy>,
    states: Vec<PolicyState>,
}

impl Apart {
    /// Asks one after the other until one denies: the index of that one, or the longest delay.
    fn ask(&mut self, now: u64, cost: u32) -> Result<u64, usize> {
        let mut delay = 0;
        for (index, (member, state)) in self.members.iter().zip(&mut self.states).enumerate() {
            let outcome = member.take(state, now, cost);
            if !outcome.admits() {
                return Err(index);
            }
            delay = delay.max(outcome.delay());
        }
        Ok(delay)
    }

    /// Does an operation to each; time alone passes if it is none.
    fn all(&mut self, now: u64, operation: Option<Operation>) {
        let operation = operation.unwrap_or(Operation::Refund { now, amount: 0 }).at(now);
        for (member, state) in self.members.iter().zip(&mut self.states) {
            let _ = perform(member, state, operation);
        }
    }
}

/// A refusal charges the layers before it as if each had been asked alone, and leaves those
/// behind it untouched; the decision names the one that denied.
#[test]
fn layers_are_limiters_asked_one_after_the_other() {
    promise(6000, |tape| {
        let mut run = draw_layers(tape);
        let (Policy::AllOf(layers), PolicyState::Members(states)) = (&run.policy, run.state.clone()) else {
            unreachable!("layers")
        };
        // They share one clock, which begins where the latest of theirs does.
        let mut latest = run.policy.latest_shown(&run.state);
        let mut apart = Apart { members: layers.members().to_vec(), states };
        while !tape.is_empty() {
            let (operation, decision) = run.step(tape);
            if let Operation::Peek { .. } = operation {
                continue;
            }
            latest = latest.max(operation.now());
            if let Operation::Check { cost, .. } = operation {
                let Decision { outcome, why, .. } = decision;
                let reported = if outcome.admits() { Ok(outcome.delay()) } else { Err(why.member) };
                assert_eq!(reported, apart.ask(latest, cost), "{}", run.policy);
                apart.all(latest, None);
            } else {
                apart.all(latest, Some(operation));
            }
            assert_eq!(run.state, PolicyState::Members(apart.states.clone()), "{}", run.policy);
        }
    });
}

/// As long as no request is denied, layers and an all-of decide alike.
#[test]
fn layers_that_admit_are_an_all_of() {
    promise(3000, |tape| {
        let mut run = draw_layers(tape);
        let Policy::AllOf(layers) = &run.policy else { unreachable!("layers") };
        let all: Policy = AllOf::new(layers.members().to_vec()).expect("they were accepted").into();
        while !tape.is_empty() {
            let operation = run.draw_operation(tape);
            let mut together = run.state.clone();
            let reported = perform(&all, &mut together, operation);
            let layered = run.perform(operation);
            assert_eq!(layered.outcome, reported.outcome, "{}", run.policy);
            if reported.outcome.admits() {
                assert_eq!((layered, &run.state), (reported, &together), "{}", run.policy);
            }
        }
    });
}
