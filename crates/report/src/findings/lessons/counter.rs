//! The effects of a counter's estimate.

use ratelab_limiter::{
    Algorithm::{SlidingWindowCounter, SlidingWindowLog},
    Limiter, Rule,
};

use super::{
    super::{Finding, facts::RunFacts, names::capital},
    lane_of, lanes_of,
};
use crate::words::{bytes as bytes_of, count, counted, duration, fraction, percent};
use ratelab_simulation::measures::state_bytes_for;

pub(super) fn steady(facts: &RunFacts<'_>) -> Option<Finding> {
    let counter = lane_of(facts, SlidingWindowCounter)?;
    let mut denying = facts.lanes().filter(|lane| facts.denied(*lane) > 0);
    if (denying.next(), denying.next()) != (Some(counter), None) {
        return None;
    }
    let limit = facts.run.scenario().limit;
    let headline = format!(
        "Only {} denied any: {} of {}.",
        facts.name(counter),
        count(facts.denied(counter)),
        counted(facts.requests(), "request")
    );
    let reason = format!(
        "At a window's edge it still counts all {} of the previous window, though the first of them is {} old and has expired.",
        count(limit.amount.into()),
        duration(limit.period)
    );
    Some(Finding::new(headline, reason))
}

/// Describes the last request as the counter estimated it before rounding.
pub(super) fn forty_nine_and_a_half(facts: &RunFacts<'_>) -> Option<Finding> {
    let counter = lane_of(facts, SlidingWindowCounter)?;
    let log = lane_of(facts, SlidingWindowLog)?;
    let last = facts.requests().checked_sub(1)? as usize;
    let Rule::Counter { previous, current, elapsed, window, limit, .. } =
        facts.run.explain(counter, last)?.decision.why.rule
    else {
        return None;
    };
    let (elapsed, window) = (u128::from(elapsed), u128::from(window));
    let parts = u128::from(previous) * (window - elapsed) + u128::from(current) * window;
    let estimate = fraction(parts, window);
    let (limit, one_more) = (count(limit.into()), fraction(parts + window, window));
    let headline = format!(
        "The count is {estimate} of {limit}. One more makes {one_more}: rounded down it fits, exactly it does not."
    );
    let reason = format!(
        "The {} of the previous window count as {}, and {} are new. Compared before the request is counted, {estimate} \
         is below {limit}. {} let all {} through.",
        count(previous.into()),
        fraction(u128::from(previous) * (window - elapsed), window),
        count(current.into()),
        capital(&facts.name(log)),
        count(facts.admitted(log))
    );
    Some(Finding::new(headline, reason))
}

/// The riders of a city. A scenario has a sample of them.
const RIDERS: u32 = 2_000_000;

pub(super) fn riders(facts: &RunFacts<'_>) -> Option<Finding> {
    let [log, counter] = lanes_of(facts, [SlidingWindowLog, SlidingWindowCounter])?;
    let differing = facts.disagreed()?;
    let bytes = |lane: usize| state_bytes_for(facts.policy(lane), RIDERS.into());
    let headline = format!(
        "The counter decides {} % of {} as the log does, with {} instead of up to {}.",
        percent(facts.requests() - differing, facts.requests()),
        counted(facts.requests(), "request"),
        counted(facts.policy(counter).state_bytes(), "byte"),
        counted(facts.policy(log).state_bytes(), "byte")
    );
    let reason = format!(
        "They disagree on {}: the log let {} through, the counter {}. For {} riders, counters take {}, and logs up to {}.",
        count(differing),
        count(facts.admitted(log)),
        count(facts.admitted(counter)),
        count(RIDERS.into()),
        bytes_of(bytes(counter)),
        bytes_of(bytes(log))
    );
    Some(Finding::new(headline, reason))
}
