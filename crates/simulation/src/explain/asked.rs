//! Repeats the decision of one limiter about a request.

use ratelab_limiter::{Algorithm, Decision, Limiter, Outcome, Policy, PolicyState};

use super::Answer;
use crate::run::{Kind, Simulation};
use ratelab_scenario::scenario::Store;

/// The decision of one layer.
pub(super) struct Asked {
    pub(super) policy: Policy,
    pub(super) before: PolicyState,
    pub(super) after: PolicyState,
    pub(super) decision: Decision,
    /// Whether the decision did not depend on a state.
    pub(super) is_unasked: bool,
    /// The wait in the response, if the request would ever pass.
    pub(super) hint: Option<u64>,
    /// The wait until the request would pass here.
    pub(super) wait: Option<u64>,
}

impl Simulation {
    /// Returns the decision of a layer about an attempt, from its state at that time.
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
        // A limiter's wait is relative to its own clock, which may be ahead.
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

    /// Returns what the state that decided is charged before anything else reads it. A server that writes later
    /// already includes what it admits; for a denied request, the store is unchanged.
    fn charged_at_once(&self, lane: usize, layer: usize, index: usize, policy: &Policy) -> u32 {
        let limiter = &self.lanes()[lane];
        let is_late = matches!(limiter.store(), Store::Race { latency: 1.., .. });
        if is_late && limiter.record().outcomes().get(index) == Kind::Denied {
            return 0;
        }
        self.charge(lane, index, self.passed(lane, layer, index), policy)
    }

    /// Returns the charge for an attempt that passed a layer, was denied by it, or never reached it.
    pub(super) fn charge(&self, lane: usize, index: usize, passed: Option<bool>, policy: &Policy) -> u32 {
        let cost = self.arrivals(lane).map_or(0, |arrivals| arrivals.cost(index));
        let outcome = |passed: bool| if passed { Outcome::Allowed } else { Outcome::Denied };
        passed.map_or(0, |passed| policy.charge(outcome(passed), cost))
    }

    /// Returns whether an attempt passed a layer, according to the record; none if the layer was not asked, or
    /// if another layer denied a request that is charged to all or none.
    pub(super) fn passed(&self, lane: usize, layer: usize, index: usize) -> Option<bool> {
        let (record, layers) = (self.lanes()[lane].record(), self.lanes()[lane].layers());
        let is_charged = record.is_charged(index, layer, self.is_in_order(lane));
        let passed = || match layers {
            1 => record.outcomes().get(index) != Kind::Denied,
            _ => record.refused_by(index) != Some(layer),
        };
        is_charged.then(passed)
    }

    /// Returns the answer of each layer.
    pub(super) fn answers(&self, lane: usize, index: usize, asked: &[Asked]) -> Vec<Answer> {
        let is_asked = |layer: usize| !self.is_in_order(lane) || self.passed(lane, layer, index).is_some();
        let answer = |(layer, asked): (usize, &Asked)| Answer {
            asked: is_asked(layer),
            admitted: is_asked(layer) && asked.decision.outcome.admits(),
        };
        asked.iter().enumerate().map(answer).collect()
    }

    /// Returns whether the layers of a lane are asked one after the other.
    fn is_in_order(&self, lane: usize) -> bool {
        self.scenario().lanes[lane].algorithm == Algorithm::Layers
    }
}

/// Returns the layer that decided: the one that denied the request, or else the one with the longest wait, or
/// else the one with the least remaining budget.
pub(super) fn deciding(asked: &[Asked], refused_by: Option<usize>) -> usize {
    let order = |layer: &usize| {
        let decision = &asked[*layer].decision;
        (core::cmp::Reverse(decision.outcome.delay()), decision.remaining)
    };
    refused_by.unwrap_or_else(|| (0..asked.len()).min_by_key(order).unwrap_or(0))
}

/// Returns the wait until a request passes on a store that is available again after `back`.
fn passes_after(policy: &Policy, state: &PolicyState, shown: u64, cost: u32, back: u64) -> Option<u64> {
    let then = shown.checked_add(back)?;
    let moment = policy.advance(state, then);
    let wait = if cost == 0 { 0 } else { policy.retry_after(state, &moment, cost)? };
    back.checked_add(policy.clock(&moment) - then)?.checked_add(wait)
}
