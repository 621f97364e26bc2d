//! No limiter denied anything.

use super::{
    super::{Finding, facts::RunFacts, names::capital},
    layers::rule_sentence,
};
use crate::words::{count, counted, duration};
use ratelab_scenario::scenario::Key;

pub(crate) fn allow(facts: &RunFacts<'_>) -> Finding {
    let lanes = capital(&facts.all_lanes());
    let headline = match facts.requests() {
        0 => return Finding::new("No request arrived.", "There was nothing to decide."),
        1 => format!("{lanes} allowed the only request."),
        all => format!("{lanes} let all {} requests through.", count(all)),
    };
    let waited = waits(facts).map(|(lane, waited)| format!("{} {waited}", capital(&facts.name(lane))));
    Finding::new(headline, waited.unwrap_or_else(|| busiest(facts)))
}

/// Describes the largest amount in the scenario's window. As no request waited, it is the same in each lane.
fn busiest(facts: &RunFacts<'_>) -> String {
    let window = facts.run.scenario().limit.period;
    let summary = facts.summary(0);
    let most = if summary.window == window { summary.most } else { facts.most(0, window - 1) };
    // More than the limit, because a bucket saves some.
    let saved = match most.cost > facts.run.scenario().limit.amount.into() {
        true => [" ", &rule_sentence(facts, 0)].concat(),
        false => String::new(),
    };
    let (more, key) = (facts.more_than(most.cost), facts.run.lanes()[0].key());
    let window = duration(window);
    match key {
        _ if facts.run.senders().keys(key) == 1 => {
            format!("No {more} came in any {window}.{saved}")
        }
        Key::Client => format!("No client sent {more} in any {window}.{saved}"),
        Key::Group | Key::Everybody => format!("No group sent {more} in any {window}.{saved}"),
    }
}

/// Returns the lane in which the most requests waited, and how many and for how long.
pub(super) fn waits(facts: &RunFacts<'_>) -> Option<(usize, String)> {
    let lane = facts.most_of(|lane| facts.summary(lane).counts.delayed.into());
    let summary = facts.summary(lane);
    (summary.counts.delayed > 0).then(|| {
        let (delayed, longest) =
            (counted(summary.counts.delayed.into(), "request"), duration(summary.longest_wait));
        (lane, format!("made {delayed} wait, up to {longest}."))
    })
}
