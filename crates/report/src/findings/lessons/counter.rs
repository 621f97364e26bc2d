//! The effects of a counter's estimate.

use ratelab_limiter::{
    Algorithm::{SlidingWindowCounter, SlidingWindowLog},
    Rule,
};

use super::{
    super::{Finding, facts::RunFacts, names::capital},
    lane_of,
};
use crate::words::{count, counted, duration, fraction};

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
    let limit = count(limit.into());
    let headline = format!(
        "The count is {estimate} of {limit}: rounded down, one more fits; compared exactly, it does not."
    );
    let reason = format!(
        "The {} of the previous window count as {}, and {} are new. {}, which remembers each of them, let all {} through.",
        count(previous.into()),
        fraction(u128::from(previous) * (window - elapsed), window),
        count(current.into()),
        capital(&facts.name(log)),
        count(facts.admitted(log))
    );
    Some(Finding::new(headline, reason))
}
