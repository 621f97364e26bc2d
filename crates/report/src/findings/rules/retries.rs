//! Clients that retry send more requests after each refusal.

use super::super::{Finding, facts::RunFacts, names::capital, sentence::lost};
use crate::words::{count, counted, decimal};

pub(super) fn amplify(facts: &RunFacts<'_>) -> Option<Finding> {
    let most = facts.most_of(|lane| facts.attempts(lane));
    // A few retries are not worth the headline.
    let attempts = facts.attempts(most);
    if attempts == facts.requests() || attempts * 10 < facts.requests() * 11 {
        return None;
    }
    let headline = format!(
        "With {}, {} became {} attempts{}.",
        facts.those(|lane| is_alike(facts, lane, most)),
        counted(facts.requests(), "request"),
        count(facts.attempts(most)),
        each(facts, most)
    );
    let in_the_end = format!("{} in the end.", capital(&lost(facts, most)));
    let least = facts.least_of(|lane| facts.attempts(lane));
    if facts.attempts(least) == facts.attempts(most) {
        return Some(Finding::new(headline, in_the_end));
    }
    let names = capital(&facts.those(|lane| is_alike(facts, lane, least)));
    let attempts = count(facts.attempts(least));
    let fewest = format!("{names} had the fewest: {attempts} attempts, and {}.", lost(facts, least));
    Some(Finding::new(headline, [in_the_end, fewest].join(" ")))
}

/// Returns whether two lanes had equally many attempts and lost equally many requests.
fn is_alike(facts: &RunFacts<'_>, one: usize, other: usize) -> bool {
    let numbers = |lane| (facts.attempts(lane), facts.gave_up(lane), facts.abandoned(lane));
    numbers(one) == numbers(other)
}

fn each(facts: &RunFacts<'_>, lane: usize) -> String {
    match facts.requests() {
        1 => String::new(),
        requests => format!(", {} per request", decimal(facts.attempts(lane), requests)),
    }
}
