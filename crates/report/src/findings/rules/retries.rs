//! Clients that retry make more requests of those that were refused.

use super::super::{Finding, facts::Story, names::capital};
use crate::words::{count, counted, decimal};

pub(super) fn amplify(story: &Story<'_>) -> Option<Finding> {
    let most = story.most_of(|lane| story.attempts(lane));
    if story.attempts(most) == story.requests() {
        return None;
    }
    let headline = format!(
        "With {}, {} became {} attempts{}.",
        story.those(|lane| is_alike(story, lane, most)),
        counted(story.requests(), "request"),
        count(story.attempts(most)),
        each(story, most)
    );
    let in_the_end = format!("{} in the end.", capital(&lost(story, most)));
    let least = story.least_of(|lane| story.attempts(lane));
    if story.attempts(least) == story.attempts(most) {
        return Some(Finding::new(headline, in_the_end));
    }
    let names = capital(&story.those(|lane| is_alike(story, lane, least)));
    let attempts = count(story.attempts(least));
    let fewest = format!("{names} had the fewest: {attempts} attempts, and {}.", lost(story, least));
    Some(Finding::new(headline, [in_the_end, fewest].join(" ")))
}

/// Whether two lanes had as many attempts, and lost as many requests.
fn is_alike(story: &Story<'_>, one: usize, other: usize) -> bool {
    let numbers = |lane| (story.attempts(lane), story.gave_up(lane), story.abandoned(lane));
    numbers(one) == numbers(other)
}

fn each(story: &Story<'_>, lane: usize) -> String {
    match story.requests() {
        1 => String::new(),
        requests => format!(", {} for each", decimal(story.attempts(lane), requests)),
    }
}

/// Requests that never got through. Not all of their clients gave up if there was no room for
/// their last attempts.
#[inline(never)]
pub(in super::super) fn lost(story: &Story<'_>, lane: usize) -> String {
    let did = if story.abandoned(lane) == 0 { "gave up" } else { "did not get through" };
    match (story.gave_up(lane), story.abandoned(lane)) {
        (0, 0) => "no request gave up".to_owned(),
        (number, _) => format!("{} {did}", counted(number, "request")),
    }
}
