//! The promises, P1 to P15, for every limiter and option: random policies, random
//! traffic, random clock faults.
//!
//! A case is a tape of bytes (see `ratelab_oracle::cases`). Cases that once failed are in
//! `regressions.txt` and run first.

mod answers;
mod anyway;
mod batch;
mod equality;
mod layers;
mod rates;
mod reached;
mod store;

use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, FileFailurePersistence, TestCaseResult, TestRunner},
};
use ratelab_limiter::{Decision, Limiter, Policy, PolicyState};
use ratelab_oracle::cases::{Operation, Recipe, Tape, Traffic};

/// The factor for the number of cases: `RATELAB_EFFORT`, or 1.
fn effort() -> u32 {
    std::env::var("RATELAB_EFFORT").ok().and_then(|effort| effort.parse().ok()).unwrap_or(1)
}

/// Puts a promise to the test on many tapes.
fn promise(cases: u32, check: impl Fn(&mut Tape)) {
    let persistence = FileFailurePersistence::Direct("tests/proofs/properties/regressions.txt");
    let cases = cases * effort();
    let config = Config { cases, failure_persistence: Some(Box::new(persistence)), ..Config::default() };
    let case = |bytes: Vec<u8>| -> TestCaseResult {
        check(&mut Tape::new(&bytes));
        Ok(())
    };
    TestRunner::new(config)
        .run(&vec(any::<u8>(), 0..600), case)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// A limiter with one key, and the traffic that goes to it.
struct Run {
    recipe: Recipe,
    policy: Policy,
    state: PolicyState,
    traffic: Traffic,
    hint: Option<u64>,
}

impl Run {
    /// Any policy, with a clock that may go back.
    fn draw(tape: &mut Tape) -> Self {
        Self::new(Recipe::draw(tape), false)
    }

    /// Any policy, with a clock that only goes forward.
    fn draw_steady(tape: &mut Tape) -> Self {
        Self::new(Recipe::draw(tape), true)
    }

    fn new(recipe: Recipe, steady: bool) -> Self {
        let policy = recipe.policy().expect("recipes are accepted");
        let traffic = if steady { Traffic::steady(&recipe) } else { Traffic::new(&recipe) };
        Self { state: policy.fresh(), policy, recipe, traffic, hint: None }
    }

    /// The next operation.
    fn draw_operation(&mut self, tape: &mut Tape) -> Operation {
        self.traffic.draw(tape, self.hint)
    }

    /// Performs an operation, and returns the decision.
    fn perform(&mut self, operation: Operation) -> Decision {
        let decision = perform(&self.policy, &mut self.state, operation);
        self.hint = decision.retry_after.filter(|wait| *wait > 0).or(decision.reset_after);
        decision
    }

    /// Draws and does the next operation.
    fn step(&mut self, tape: &mut Tape) -> (Operation, Decision) {
        let operation = self.draw_operation(tape);
        (operation, self.perform(operation))
    }

    /// Does operations until the tape has run out, and shows each decision.
    fn each(mut self, tape: &mut Tape, mut look: impl FnMut(&Self, Operation, &Decision)) {
        while !tape.is_empty() {
            let (operation, decision) = self.step(tape);
            look(&self, operation, &decision);
        }
    }

    /// The decision about a request this long after the last one; `None` if that is past the
    /// end of time.
    fn peek_after(&self, decision: &Decision, wait: u64, cost: u32) -> Option<Decision> {
        Some(self.policy.peek(&self.state, decision.at.checked_add(wait)?, cost))
    }
}

/// Performs an operation; after one without a decision, peeks.
fn perform(policy: &Policy, state: &mut PolicyState, operation: Operation) -> Decision {
    match operation {
        Operation::Check { now, cost } => policy.check(state, now, cost),
        Operation::Peek { now, cost } => policy.peek(state, now, cost),
        Operation::Refund { now, amount } => {
            policy.refund(state, now, amount);
            policy.peek(state, now, 0)
        }
        Operation::ChargeAnyway { now, cost } => {
            policy.charge_anyway(state, now, cost);
            policy.peek(state, now, 0)
        }
    }
}

/// Whether a policy has a queue with a longest wait, where one request of cost 2
/// waits less than the second of two.
fn bounds_waits(recipe: &Recipe) -> bool {
    match recipe {
        Recipe::LeakyBucketQueue { max_wait, .. } => max_wait.is_some(),
        Recipe::AllOf(members) | Recipe::Layers(members) => members.iter().any(bounds_waits),
        _ => false,
    }
}
