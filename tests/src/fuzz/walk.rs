//! Walks through a lane again, request by request, without the records of a run: the reference for views,
//! measures and files.

use ratelab_limiter::{Limiter, Outcome, SECOND};
use ratelab_scenario::{
    scenario::{RetryAfter, Scenario, Store},
    traffic::Arrivals,
};
use ratelab_simulation::{
    run::{Attempts, Kind, Simulation},
    view::Mark,
};

use super::bands::has_band;
use crate::naive::{self, Naive};

/// A repeated decision.
#[derive(Debug)]
pub(super) struct Step {
    /// The mark that shows it.
    pub(super) mark: Mark,
    /// The wait in `Retry-After`, where the client listens.
    hint: Option<u64>,
}

impl Step {
    pub(super) const fn mark(&self) -> Mark {
        self.mark
    }
}

/// The maximum number of attempts that are decided by the slow implementation.
const MOST_SLOW: usize = 400;

/// Returns whether every decision of a lane is repeated: where states depend only on their own requests, or
/// where there are few enough for the slow implementation.
pub(super) fn is_walked(run: &Simulation, lane: usize) -> bool {
    has_key_states(run, lane) || run.lanes()[lane].record().outcomes().len() <= MOST_SLOW
}

/// Returns whether there is exactly one state for each key.
fn has_key_states(run: &Simulation, lane: usize) -> bool {
    let is_local = run.scenario().lanes[lane].store.unwrap_or(run.scenario().servers.store) == Store::Local;
    has_band(run, lane) && !is_local
}

/// Repeats every decision of a lane whose run is done, or returns the recorded ones where that is not possible.
pub(super) fn walk(run: &Simulation, lane: usize) -> Vec<Step> {
    let scenario = run.scenario();
    let arrivals = run.arrivals(lane).expect("the run is done");
    if !is_walked(run, lane) {
        return (0..arrivals.len()).map(|index| Step { mark: run.mark(lane, index), hint: None }).collect();
    }
    if !has_key_states(run, lane) {
        let Naive { outcomes, hints, refused_by, .. } = naive::decide(run, lane);
        let record = run.lanes()[lane].record();
        assert!(
            (0..).zip(&refused_by).all(|(index, layer)| record.refused_by(index) == *layer),
            "{scenario}"
        );
        let step = |(index, (outcome, hint))| Step { mark: mark(index, arrivals.time(index), outcome), hint };
        return outcomes.into_iter().zip(hints).enumerate().map(step).collect();
    }
    let (senders, limiter) = (run.senders(), &scenario.lanes[lane]);
    let policy = |key| {
        let group = senders.group_of_key(limiter.key, key);
        let tier = group.map(|group| senders.groups()[group].tier).unwrap_or_default();
        limiter.policy_of(scenario, &tier).expect("every lane has a policy")
    };
    let policies: Vec<_> = (0..senders.keys(limiter.key)).map(policy).collect();
    let mut states: Vec<_> = policies.iter().map(Limiter::fresh).collect();
    let step = |index: usize| {
        let (time, cost) = (arrivals.time(index), arrivals.cost(index));
        let key = senders.key(limiter.key, arrivals.client(index)) as usize;
        let (policy, state) = (&policies[key], &mut states[key]);
        let now = scenario.start.saturating_add(time);
        let outcome = policy.take(state, now, cost);
        let listens = scenario.retry.after == RetryAfter::ServerHint && !outcome.admits();
        let hint = listens.then(|| policy.peek(state, now, cost).retry_after).flatten();
        Step { mark: mark(index, time, outcome), hint }
    };
    (0..arrivals.len()).map(step).collect()
}

fn mark(index: usize, time: u64, outcome: Outcome) -> Mark {
    let started = outcome.admits().then(|| time.saturating_add(outcome.delay()));
    Mark { index: index as u32, time, kind: outcome.into(), started }
}

/// Asserts that a lane recorded the decisions of the walk, and that every request was tried as often as its
/// client tries.
pub(super) fn assert_conserved(run: &Simulation, lane: usize, steps: &[Step]) {
    let record = run.lanes()[lane].record();
    assert_eq!(record.outcomes().len(), steps.len(), "each attempt is decided once");
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(run.mark(lane, index), step.mark);
    }
    let counts = record.count(0..steps.len());
    assert_eq!((counts.admitted() + counts.denied) as usize, steps.len(), "{counts:?}");
    let traffic = run.traffic().expect("the run is done");
    match run.lanes()[lane].attempts() {
        None => assert_eq!(steps.len(), traffic.len(), "each request is decided once"),
        Some(attempts) if is_walked(run, lane) => {
            assert_attempts(run.scenario(), traffic, attempts, steps);
        }
        Some(_) => assert!(steps.len() >= traffic.len(), "each request is tried"),
    }
}

/// Asserts that attempts follow denials, each at the time given by its client's retry setting, and that no
/// client gives up early.
fn assert_attempts(scenario: &Scenario, traffic: &Arrivals, attempts: &Attempts, steps: &[Step]) {
    let retry = scenario.retry;
    assert_eq!(attempts.abandoned, 0, "a few attempts are never abandoned");
    let arrivals = &attempts.arrivals;
    assert!(arrivals.times().is_sorted());
    let mut last: Vec<Option<usize>> = vec![None; traffic.len()];
    for index in 0..steps.len() {
        let (request, number) = (attempts.requests[index] as usize, attempts.numbers[index]);
        assert_eq!(arrivals.client(index), traffic.client(request));
        assert_eq!(arrivals.cost(index), traffic.cost(request));
        let Some(before) = last[request].replace(index) else {
            assert_eq!((arrivals.time(index), number), (traffic.time(request), 1));
            continue;
        };
        assert_eq!(steps[before].mark.kind, Kind::Denied, "a client that passed does not try again");
        assert_eq!(number, attempts.numbers[before] + 1);
        assert!(number <= retry.attempts, "no client exceeds its attempts");
        assert!(is_when(retry.after, &steps[before], number, arrivals.time(index)), "attempt {index}");
    }
    for last in last {
        let last = last.expect("every request is tried");
        let has_no_hint = retry.after == RetryAfter::ServerHint && steps[last].hint.is_none();
        let is_settled = steps[last].mark.kind != Kind::Denied || attempts.numbers[last] == retry.attempts;
        let end = u64::MAX - scenario.start;
        let is_too_late = latest(retry.after, &steps[last], attempts.numbers[last] + 1) > end.into();
        assert!(is_settled || has_no_hint || is_too_late, "request {last} is given up early");
    }
}

/// Returns the latest time at which an attempt with this number, from 2 on, can come after the one before it
/// was denied; beyond the end of the clock if necessary.
fn latest(after: RetryAfter, refused: &Step, number: u32) -> u128 {
    let wait = match after {
        RetryAfter::Never | RetryAfter::AtOnce => 0,
        RetryAfter::Fixed(wait) => wait.into(),
        RetryAfter::ServerHint => {
            let seconds = refused.hint.map_or(0, |wait| wait.div_ceil(SECOND).max(1));
            u128::from(seconds) * u128::from(SECOND)
        }
        RetryAfter::Backoff { first, longest, .. } => {
            (2..number).fold(first, |wait, _| wait.saturating_mul(2)).min(longest).into()
        }
    };
    u128::from(refused.mark.time) + wait
}

/// Returns whether an attempt with this number, from 2 on, comes at this time after the one before it was
/// denied.
fn is_when(after: RetryAfter, refused: &Step, number: u32, time: u64) -> bool {
    let (from, latest) = (refused.mark.time, latest(after, refused, number));
    match after {
        RetryAfter::Never => false,
        RetryAfter::ServerHint if refused.hint.is_none() => false,
        RetryAfter::Backoff { jitter: true, .. } => from <= time && u128::from(time) <= latest,
        _ => u128::from(time) == latest,
    }
}
