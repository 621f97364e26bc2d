//! Clients that retry, in several ways.

use ratelab_limiter::{Algorithm::TokenBucket, SECOND};

use super::{
    super::{Finding, facts::RunFacts, sentence::lost},
    lane_of,
};
use crate::words::{count, counted, decimal};
use ratelab_scenario::scenario::{Retry, RetryAfter, Scenario};

pub(super) fn retry_storm(facts: &RunFacts<'_>) -> Option<Finding> {
    let (most, least) =
        (facts.most_of(|lane| facts.attempts(lane)), facts.least_of(|lane| facts.attempts(lane)));
    let headline = format!(
        "With {}, retries turned {} into {} attempts, {} per request.",
        facts.name(most),
        counted(facts.requests(), "request"),
        count(facts.attempts(most)),
        decimal(facts.attempts(most), facts.requests())
    );
    let reason = format!(
        "Retries mostly add load: {} got through, {} would have without them, and {} all the same. With {} it was {} attempts, and {}.",
        count(facts.admitted(most)),
        count(without_retries(facts, most)?),
        lost(facts, most),
        facts.name(least),
        count(facts.attempts(least)),
        lost(facts, least)
    );
    Some(Finding::new(headline, reason))
}

/// Returns how many a lane lets through if no client retries.
fn without_retries(facts: &RunFacts<'_>, lane: usize) -> Option<u64> {
    let scenario = Scenario { retry: Retry::default(), ..facts.run.scenario().clone() };
    facts.run.admitted_in(scenario, lane).ok()
}

/// Compares a retry with others on the same traffic.
pub(super) fn three_retries(facts: &RunFacts<'_>) -> Option<Finding> {
    let bucket = lane_of(facts, TokenBucket)?;
    let attempts = facts.run.scenario().retry.attempts;
    let backoff = RetryAfter::Backoff { first: SECOND / 10, longest: 2 * SECOND, jitter: false };
    let [backoff, at_once, never] = [backoff, RetryAfter::AtOnce, RetryAfter::Never].map(|after| {
        let retry = if after == RetryAfter::Never { Retry::default() } else { Retry { after, attempts } };
        let instead = facts.instead(bucket, &|scenario| scenario.retry = retry)?;
        Some((instead.admitted(), instead.attempts()))
    });
    let (backoff, at_once, never) = (backoff?, at_once?, never?);
    let hinted = (facts.admitted(bucket), facts.attempts(bucket));
    if !(hinted.0 > backoff.0 && backoff.0 > at_once.0 && at_once.0 >= never.0) {
        return None;
    }
    let headline = format!(
        "With {}, waiting for Retry-After gets {} of {} through, a backoff {}, retrying at once {}.",
        facts.name(bucket),
        count(hinted.0),
        counted(facts.requests(), "request"),
        count(backoff.0),
        count(at_once.0)
    );
    let reason = format!(
        "That takes {}, {} and {} attempts. Without retries, {} get through.",
        count(hinted.1),
        count(backoff.1),
        count(at_once.1),
        count(never.0)
    );
    Some(Finding::new(headline, reason))
}
