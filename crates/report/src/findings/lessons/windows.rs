//! What windows that begin anew let through.

use ratelab_limiter::Algorithm::{LeakyBucketQueue, SlidingWindowLog, TokenBucket};

use super::{
    super::{
        Finding,
        facts::Story,
        rules::{edge_within, exceeds},
        sentence::within,
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration, instant};

pub(super) fn edge_burst(story: &Story<'_>) -> Option<Finding> {
    let edge = edge(story)?;
    let reason = format!(
        "Each window has a budget of its own. One ends at {edge}, between the two bursts, and the next begins with a full budget."
    );
    Some(Finding::new(exceeds(story)?.headline, reason))
}

pub(super) fn boundary_attack(story: &Story<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(story, [SlidingWindowLog, TokenBucket])?;
    let reason = format!(
        "A client that knows where windows end spends one budget just before {} and the next just after it. \
         The log let {} through, the token bucket {}.",
        edge(story)?,
        count(story.admitted(log)),
        count(story.admitted(bucket))
    );
    Some(Finding::new(exceeds(story)?.headline, reason))
}

pub(super) fn dashboard_poll(story: &Story<'_>) -> Option<Finding> {
    let log = lane_of(story, SlidingWindowLog)?;
    let reason = format!(
        "It takes no burst: the poll goes on across the edge at {}, and spends two budgets. The log let {} through.",
        edge(story)?,
        count(story.admitted(log))
    );
    Some(Finding::new(exceeds(story)?.headline, reason))
}

/// The contract is the scenario's limit, in any window.
pub(super) fn partner_sla(story: &Story<'_>) -> Option<Finding> {
    let limit = story.run.scenario().limit;
    let most = |lane: usize| story.most(lane, limit.period - 1);
    let [log, queue, bucket] = lanes_of(story, [SlidingWindowLog, LeakyBucketQueue, TokenBucket])?;
    if !story.lanes().filter(|lane| most(*lane).cost <= limit.amount.into()).eq([log, queue]) {
        return None;
    }
    let headline = format!(
        "Only {} and {} keep the contract of {} in any {}.",
        story.name(log),
        story.name(queue),
        count(limit.amount.into()),
        duration(limit.period)
    );
    let reason = format!(
        "The log denied {} of {} for it; the queue denied {} and made {} wait, up to {}. A bucket keeps another promise: {} {}.",
        count(story.denied(log)),
        counted(story.requests(), "request"),
        count(story.denied(queue)),
        count(story.summary(queue).counts.delayed.into()),
        duration(story.summary(queue).longest_wait),
        count(most(bucket).cost),
        within(most(bucket))
    );
    Some(Finding::new(headline, reason))
}

/// Where the window ended that was exceeded.
fn edge(story: &Story<'_>) -> Option<String> {
    let (lane, excess) = story.worst()?;
    edge_within(story, lane, &excess).map(instant)
}
