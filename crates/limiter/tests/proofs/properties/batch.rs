//! A batch is decided as its requests are one by one.

use ratelab_limiter::{
    Limiter, Outcome, Policy, PolicyState,
    batch::{Batch, OUTCOMES_PER_WORD, TakeBatch},
};
use ratelab_oracle::cases::Tape;

use super::{Run, promise};

/// A batch gets the outcomes, the starts and the state that the same requests get one by one:
/// for every policy, after any traffic, with equal, near and distant times, on a clock that was
/// already shown a later time, and on a state that owes more than the limit.
#[test]
fn batches_are_decided_as_single_requests_are() {
    promise(6000, |tape| {
        let mut run = Run::draw(tape);
        for _ in 0..tape.below(8) {
            let operation = run.draw_operation(tape);
            let _ = run.perform(operation);
        }
        while !tape.is_empty() {
            let (start, times) = draw_times(&mut run, tape);
            let costs: Vec<u32> = match tape.below(4) {
                0 => times.iter().map(|_| tape.below(run.recipe.size() + 2) as u32).collect(),
                _ => Vec::new(),
            };
            if tape.below(4) == 3 {
                let some = 1 << tape.below(32);
                let owed = tape.pick(&[1, run.policy.limit(), some, u32::MAX]);
                run.policy.charge_anyway(&mut run.state, 0, owed);
            }
            check(&run.policy, &mut run.state, Batch { start, times: &times, costs: &costs });
        }
    });
}

/// Times in order, from the latest time of the traffic on.
fn draw_times(run: &mut Run, tape: &mut Tape) -> (u64, Vec<u64>) {
    let now = run.draw_operation(tape).now();
    let start = tape.pick(&[0, now / 2, now, u64::MAX]).min(now);
    let scale = run.recipe.scale();
    let mut time = now - start;
    let times = (0..1 + tape.below(100)).map(|_| {
        let step = match tape.below(8) {
            0..4 => 0,
            4 => 1,
            5 => tape.below(scale.saturating_mul(3).max(1)),
            6 => tape.below(scale.max(1)),
            _ => tape.pick(&[scale, scale.saturating_mul(run.recipe.size()), u64::MAX / 3, u64::MAX]),
        };
        time = time.saturating_add(step);
        time
    });
    (start, times.collect())
}

fn check(policy: &Policy, state: &mut PolicyState, batch: Batch<'_>) {
    match (policy, state) {
        (Policy::FixedWindow(limiter), PolicyState::Window(state)) => compare(limiter, state, batch),
        (Policy::SlidingWindowLog(limiter), PolicyState::Log(state)) => compare(limiter, state, batch),
        (Policy::SlidingWindowCounter(limiter), PolicyState::Counts(state)) => compare(limiter, state, batch),
        (Policy::TokenBucket(limiter), PolicyState::Backlog(state)) => compare(limiter, state, batch),
        (Policy::LeakyBucketMeter(limiter), PolicyState::Backlog(state)) => compare(limiter, state, batch),
        (Policy::LeakyBucketQueue(limiter), PolicyState::Backlog(state)) => compare(limiter, state, batch),
        (Policy::Gcra(limiter), PolicyState::Backlog(state)) => compare(limiter, state, batch),
        (Policy::AllOf(limiter), PolicyState::Members(state)) => compare(limiter, state, batch),
        (policy, state) => panic!("{policy} does not have {state:?}"),
    }
}

fn compare<L: TakeBatch>(limiter: &L, state: &mut L::State, batch: Batch<'_>) {
    let mut single = state.clone();
    let (mut outcomes, mut starts) = (Vec::new(), Vec::new());
    for (index, time) in batch.times.iter().enumerate() {
        let cost = batch.costs.get(index).copied().unwrap_or(1);
        let outcome = limiter.take(&mut single, batch.start.saturating_add(*time), cost);
        outcomes.push(outcome);
        if let Outcome::Delayed(wait) = outcome {
            starts.push(time.saturating_add(wait));
        }
    }
    let (mut words, mut started) = (vec![7], vec![7]);
    limiter.take_batch(state, batch, &mut words, &mut started);
    let code = |outcome: &Outcome| match outcome {
        Outcome::Allowed => 0,
        Outcome::Denied => 1,
        Outcome::Delayed(_) => 2u64,
    };
    let word =
        |outcomes: &[Outcome]| outcomes.iter().rev().fold(0, |word, outcome| word << 2 | code(outcome));
    let expected: Vec<u64> = outcomes.chunks(OUTCOMES_PER_WORD).map(word).collect();
    assert_eq!(words.split_off(1), expected, "{limiter}: {batch:?}");
    assert_eq!(started.split_off(1), starts, "{limiter}: {batch:?}");
    assert_eq!(*state, single, "{limiter}: {batch:?}");
}
