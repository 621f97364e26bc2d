//! Comparison of the library with the oracle.

use ratelab_limiter::{Limiter, Policy, PolicyState};

use super::{Answer, Oracle};
use crate::cases::{Operation, Recipe, Tape, Traffic};

/// One key of a policy, and of its oracle.
struct Pair {
    policy: Policy,
    state: PolicyState,
    oracle: Oracle,
}

impl Pair {
    fn new(recipe: &Recipe) -> Self {
        let policy = recipe.policy().expect("drawn policies are accepted");
        Self { state: policy.fresh(), policy, oracle: Oracle::new(recipe) }
    }

    /// The library's result and the expected one. A refund or a charge without a decision has none, so
    /// a peek follows it.
    fn ask(&mut self, operation: Operation) -> (Answer, Answer) {
        let Self { policy, state, oracle } = self;
        let (decision, expected) = match operation {
            Operation::Check { now, cost } => (policy.check(state, now, cost), oracle.check(now, cost)),
            Operation::Peek { now, cost } => (policy.peek(state, now, cost), oracle.peek(now, cost)),
            Operation::Refund { now, amount } => {
                policy.refund(state, now, amount);
                oracle.refund(now, amount);
                (policy.peek(state, now, 1), oracle.peek(now, 1))
            }
            Operation::ChargeAnyway { now, cost } => {
                policy.charge_anyway(state, now, cost);
                oracle.charge_anyway(now, cost);
                (policy.peek(state, now, 1), oracle.peek(now, 1))
            }
        };
        (Answer::from(&decision), expected)
    }
}

/// Draws operations and does each to a policy and to its oracle; what was answered.
///
/// # Panics
///
/// When the two differ, with the operations that it takes.
pub fn run(recipe: &Recipe, mut traffic: Traffic, tape: &mut Tape, operations: usize) -> Vec<Answer> {
    let mut pair = Pair::new(recipe);
    let mut done = Vec::new();
    let mut answers: Vec<Answer> = Vec::new();
    for _ in 0..operations {
        let hint = answers.last().and_then(|answer| answer.retry_after);
        let operation = traffic.draw(tape, hint);
        done.push(operation);
        let (library, expected) = pair.ask(operation);
        if library != expected {
            report(recipe, done);
        }
        answers.push(expected);
    }
    answers
}

/// Does these operations to a policy and to its oracle.
///
/// # Panics
///
/// When the two differ, with the operations that it takes.
pub fn replay(recipe: &Recipe, operations: &[Operation]) {
    if differ(recipe, operations).is_some() {
        report(recipe, operations.to_vec());
    }
}

/// The first two answers that are not the same: the library's and the oracle's.
fn differ(recipe: &Recipe, operations: &[Operation]) -> Option<(Answer, Answer)> {
    let mut pair = Pair::new(recipe);
    operations.iter().map(|&operation| pair.ask(operation)).find(|(library, oracle)| library != oracle)
}

/// Reports the operations on which they differ, without those that do not matter.
fn report(recipe: &Recipe, mut operations: Vec<Operation>) -> ! {
    for index in (0..operations.len()).rev() {
        let mut fewer = operations.clone();
        fewer.remove(index);
        if differ(recipe, &fewer).is_some() {
            operations = fewer;
        }
    }
    let (library, oracle) = differ(recipe, &operations).expect("they differed");
    panic!("{recipe:?}\nafter   {operations:?}\nlibrary {library:?}\noracle  {oracle:?}");
}
