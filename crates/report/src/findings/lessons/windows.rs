//! What fixed windows let through at their edges.

use ratelab_limiter::Algorithm::{LeakyBucketQueue, SlidingWindowLog, TokenBucket};

use super::{
    super::{
        Finding,
        facts::RunFacts,
        rules::{edge_within, exceeds},
        sentence::within,
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration, exact_instant};

pub(super) fn edge_burst(facts: &RunFacts<'_>) -> Option<Finding> {
    let edge = edge(facts)?;
    let reason = format!(
        "Each window has its own budget. One ends at {edge}, between the two bursts, and the next begins with a full budget."
    );
    Some(Finding::new(exceeds(facts)?.headline, reason))
}

pub(super) fn boundary_attack(facts: &RunFacts<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(facts, [SlidingWindowLog, TokenBucket])?;
    let reason = format!(
        "A client that knows where windows end spends one budget just before {} and the next just after it. \
         The log let {} through, the token bucket {}.",
        edge(facts)?,
        count(facts.admitted(log)),
        count(facts.admitted(bucket))
    );
    Some(Finding::new(exceeds(facts)?.headline, reason))
}

pub(super) fn dashboard_poll(facts: &RunFacts<'_>) -> Option<Finding> {
    let log = lane_of(facts, SlidingWindowLog)?;
    let reason = format!(
        "No burst is needed: the polling continues across the edge at {}, and spends two budgets. The log let {} through.",
        edge(facts)?,
        count(facts.admitted(log))
    );
    Some(Finding::new(exceeds(facts)?.headline, reason))
}

/// The contract is the scenario's limit, in any window.
pub(super) fn partner_sla(facts: &RunFacts<'_>) -> Option<Finding> {
    let limit = facts.run.scenario().limit;
    let most = |lane: usize| facts.most(lane, limit.period - 1);
    let [log, queue, bucket] = lanes_of(facts, [SlidingWindowLog, LeakyBucketQueue, TokenBucket])?;
    if !facts.lanes().filter(|lane| most(*lane).cost <= limit.amount.into()).eq([log, queue]) {
        return None;
    }
    let headline = format!(
        "Only {} and {} keep the contract of {} in any {}.",
        facts.name(log),
        facts.name(queue),
        count(limit.amount.into()),
        duration(limit.period)
    );
    let reason = format!(
        "To keep it, the log denied {} of {}; the queue denied {} and made {} wait, up to {}. A bucket makes another promise: {} {}.",
        count(facts.denied(log)),
        counted(facts.requests(), "request"),
        count(facts.denied(queue)),
        count(facts.summary(queue).counts.delayed.into()),
        duration(facts.summary(queue).longest_wait),
        count(most(bucket).cost),
        within(most(bucket))
    );
    Some(Finding::new(headline, reason))
}

/// Returns the edge within the exceeded window.
fn edge(facts: &RunFacts<'_>) -> Option<String> {
    let (lane, excess) = facts.worst()?;
    edge_within(facts, lane, &excess).map(exact_instant)
}
