//! One limiter's answer to a request, made again.

use ratelab_limiter::{Algorithm, Decision, Limiter, Outcome, Policy, PolicyState};

use super::Answer;
use crate::run::{Kind, Simulation};
use ratelab_scenario::scenario::Store;

/// What one layer decided.
pub(super) struct Asked {
    pub(super) policy: Policy,
    pub(super) before: PolicyState,
    pub(super) after: PolicyState,
    pub(super) decision: Decision,
    /// Whether the answer did not depend on a state.
    pub(super) is_unasked: bool,
    /// How long a client is told to wait before it tries again, if it would ever pass.
    pub(super) hint: Option<u64>,
    /// After how long it would pass here.
    pub(super) wait: Option<u64>,
}

impl Simulation {
    /// What a layer answers to an attempt, on what it knew.
    pub(super) fn asked(&self, lane: usize, layer: usize, index: usize) -> Option<Asked> {
        let arrivals = self.arrivals(lane)?;
        let (time, cost) = (arrivals.time(index), arrivals.cost(index));
        let known = self.before(lane, layer, index)?;
        let (policy, before, shown) = (known.policy.clone(), known.state, known.shown);
        let mut after = before.clone();
        let moment = policy.advance(&after, shown);
        let outcome = known.answer.unwrap_or_else(|| policy.outcome(&moment, cost));
        let why = policy.why(&after, &moment, cost);
        if known.answer.is_none() {
            policy.settle(&mut after, moment, self.charged_at_once(lane, layer, index, &policy));
        }
        let moment = policy.advance(&after, shown);
        let mut decision = policy.describe(&after, &moment, cost, outcome, why);
        // A limiter's wait counts from its own clock, which may be ahead.
        let later = policy.clock(&moment) - shown;
        let hint = if cost == 0 { Some(0) } else { policy.retry_after(&after, &moment, cost) };
        let (hint, wait) = match (known.answer, self.lanes()[lane].store()) {
            (None, _) => (hint, hint.and_then(|wait| wait.checked_add(later))),
            (Some(_), Store::Down { to, .. }) => {
                decision.retry_after = outcome.admits().then_some(0);
                (None, passes_after(&policy, &after, shown, cost, to - time))
            }
            (Some(_), _) => (None, None),
        };
        Some(Asked { policy, before, after, decision, is_unasked: known.answer.is_some(), hint, wait })
    }

    /// What is charged to the state that decided before anybody else asks it. A server that writes later
    /// reckons with what it admits; what it denies finds the store as it is.
    fn charged_at_once(&self, lane: usize, layer: usize, index: usize, policy: &Policy) -> u32 {
        let limiter = &self.lanes()[lane];
        let is_late = matches!(limiter.store(), Store::Race { latency: 1.., .. });
        if is_late && limiter.record().outcomes().get(index) == Kind::Denied {
            return 0;
        }
        self.charge(lane, index, self.passed(lane, layer, index), policy)
    }

    /// What an attempt is charged that passed a layer or did not, or of which the layer was not told.
    pub(super) fn charge(&self, lane: usize, index: usize, passed: Option<bool>, policy: &Policy) -> u32 {
        let cost = self.arrivals(lane).map_or(0, |arrivals| arrivals.cost(index));
        let outcome = |passed: bool| if passed { Outcome::Allowed } else { Outcome::Denied };
        passed.map_or(0, |passed| policy.charge(outcome(passed), cost))
    }

    /// Whether an attempt passed a layer, by what is on record; nothing if the layer was not asked, or if
    /// another refused what is charged to all or none.
    pub(super) fn passed(&self, lane: usize, layer: usize, index: usize) -> Option<bool> {
        let (record, layers) = (self.lanes()[lane].record(), self.lanes()[lane].layers());
        let is_charged = record.is_charged(index, layer, self.is_in_order(lane));
        let passed = || match layers {
            1 => record.outcomes().get(index) != Kind::Denied,
            _ => record.refused_by(index) != Some(layer),
        };
        is_charged.then(passed)
    }

    /// What each layer answered.
    pub(super) fn answers(&self, lane: usize, index: usize, asked: &[Asked]) -> Vec<Answer> {
        let is_asked = |layer: usize| !self.is_in_order(lane) || self.passed(lane, layer, index).is_some();
        let answer = |(layer, asked): (usize, &Asked)| Answer {
            asked: is_asked(layer),
            admitted: is_asked(layer) && asked.decision.outcome.admits(),
        };
        asked.iter().enumerate().map(answer).collect()
    }

    /// Whether the layers of a lane are asked one after the other.
    fn is_in_order(&self, lane: usize) -> bool {
        self.scenario().lanes[lane].algorithm == Algorithm::Layers
    }
}

/// The layer that decided: that which refused, or else the one with the longest wait, or else the one with
/// the least left.
pub(super) fn deciding(asked: &[Asked], refused_by: Option<usize>) -> usize {
    let order = |layer: &usize| {
        let decision = &asked[*layer].decision;
        (core::cmp::Reverse(decision.outcome.delay()), decision.remaining)
    };
    refused_by.unwrap_or_else(|| (0..asked.len()).min_by_key(order).unwrap_or(0))
}

/// After how long a request passes on a store that answers again after `back`.
fn passes_after(policy: &Policy, state: &PolicyState, shown: u64, cost: u32, back: u64) -> Option<u64> {
    let then = shown.checked_add(back)?;
    let moment = policy.advance(state, then);
    let wait = if cost == 0 { 0 } else { policy.retry_after(state, &moment, cost)? };
    back.checked_add(policy.clock(&moment) - then)?.checked_add(wait)
}
