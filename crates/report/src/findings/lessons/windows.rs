//! What fixed windows let through at their edges.

use ratelab_limiter::{
    Algorithm::{FixedWindow, LeakyBucketQueue, SlidingWindowCounter, SlidingWindowLog, TokenBucket},
    Limiter,
};

use super::{
    super::{
        Finding,
        facts::RunFacts,
        rules::{edge_within, exceeds},
        sentence::within,
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration, every, exact_instant};
use ratelab_scenario::scenario::{Pattern, Shape};

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

/// The same limit per minute, in windows of two lengths.
pub(super) fn shorter_windows(facts: &RunFacts<'_>) -> Option<Finding> {
    let minute = facts.run.scenario().limit.period;
    let rate = |lane: usize| {
        let quota = *facts.policy(lane).quotas().first()?;
        Some(u128::from(quota.limit) * u128::from(minute) / u128::from(quota.window?))
    };
    if facts.lanes().len() != 2 || rate(0)? != rate(1)? {
        return None;
    }
    let worst = |lane: usize| count(facts.most(lane, minute - 1).cost);
    let short = facts.policy(1).quotas().first().copied()?;
    let short = format!("{} {}", count(short.limit.into()), every(short.window?));
    let limit = count(facts.run.scenario().limit.amount.into());
    let headline =
        format!("In the worst minute, {limit} a minute let {} through, {short} {}.", worst(0), worst(1));
    let reason = format!(
        "Both allow {limit} a minute in the long run. Two budgets meet at the edge between two windows, and those of short \
         windows are small. They also take less of a burst: {} of {} got through, with the long window {}.",
        count(facts.admitted(1)),
        counted(facts.requests(), "request"),
        count(facts.admitted(0))
    );
    Some(Finding::new(headline, reason))
}

/// Polls that use the whole limit, one of them late.
pub(super) fn late_poll(facts: &RunFacts<'_>) -> Option<Finding> {
    let [fixed, log, counter, bucket] =
        lanes_of(facts, [FixedWindow, SlidingWindowLog, SlidingWindowCounter, TokenBucket])?;
    let every = match facts.run.scenario().traffic.first()?.shape {
        Shape::Every { delay, .. } => delay,
        _ => return None,
    };
    let polls = u32::try_from(facts.requests()).ok()?;
    let on_time = |lane: usize| {
        let traffic = vec![Pattern::new(Shape::Every { count: polls, delay: every })];
        facts.instead(lane, &|scenario| scenario.traffic.clone_from(&traffic)).map(|instead| instead.denied())
    };
    if [fixed, log, bucket].iter().any(|lane| on_time(*lane) != Some(0))
        || [fixed, log, bucket].map(|lane| facts.denied(lane)) != [1, 1, 0]
        || on_time(counter) != Some(facts.denied(counter))
    {
        return None;
    }
    let times = facts.run.traffic()?.times();
    let came = times.iter().find(|time| !time.is_multiple_of(every))?;
    let due = (0..).map(|poll| poll * every).find(|due| times.binary_search(due).is_err())?;
    let late = came.checked_sub(due)?;
    let limit = facts.run.scenario().limit;
    let headline = "One late poll costs a request in the fixed window and in the log; the buckets deny none.";
    let reason = format!(
        "{} polls, {} apart, are exactly {} in {}: on time, all of these admit them. With one {} late, {} come within {}. \
         The counter denies {}, late or not.",
        count(polls.into()),
        duration(every),
        count(limit.amount.into()),
        duration(limit.period),
        duration(late),
        count(facts.most(bucket, limit.period - 1).cost),
        duration(limit.period),
        count(facts.denied(counter))
    );
    Some(Finding::new(headline, reason))
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
        "To keep it, the log denied {} of {}; the queue denied {} and made {} wait, up to {}. \
         A bucket allows up to {} in any {}: here {} {}.",
        count(facts.denied(log)),
        counted(facts.requests(), "request"),
        count(facts.denied(queue)),
        count(facts.summary(queue).counts.delayed.into()),
        duration(facts.summary(queue).longest_wait),
        count(u64::try_from(facts.policy(bucket).most_in(limit.period - 1)).ok()?),
        duration(limit.period),
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
