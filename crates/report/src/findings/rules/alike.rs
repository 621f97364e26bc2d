//! No limiter denied anything.

use super::super::{Finding, facts::RunFacts, names::capital};
use crate::words::{count, counted, duration};
use ratelab_scenario::scenario::Key;

pub(crate) fn allow(facts: &RunFacts<'_>) -> Finding {
    let lanes = capital(&facts.all_lanes());
    let headline = match facts.requests() {
        0 => return Finding::new("No request arrived.", "There was nothing to decide."),
        1 => format!("{lanes} allowed the only request."),
        all => format!("{lanes} let all {} requests through.", count(all)),
    };
    Finding::new(headline, waits(facts).unwrap_or_else(|| busiest(facts)))
}

/// Describes the largest amount in the scenario's window. As no request waited, it is the same in each lane.
fn busiest(facts: &RunFacts<'_>) -> String {
    let window = facts.run.scenario().limit.period;
    let summary = facts.summary(0);
    let most = if summary.window == window { summary.most } else { facts.most(0, window - 1) };
    // More than the limit, because a bucket saves some.
    let saved = match most.cost > facts.run.scenario().limit.amount.into() {
        true => format!(" {} {}.", capital(&facts.name(0)), facts.rule(0)),
        false => String::new(),
    };
    let (amount, key) = (facts.amount_of(most.cost), facts.run.lanes()[0].key());
    let window = duration(window);
    match key {
        _ if facts.run.senders().keys(key) == 1 => {
            format!("No more than {amount} came in any {window}.{saved}")
        }
        Key::Client => format!("No client sent more than {amount} in any {window}.{saved}"),
        Key::Group | Key::Everybody => format!("No group sent more than {amount} in any {window}.{saved}"),
    }
}

/// Describes the lane in which the most requests waited, and for how long.
pub(super) fn waits(facts: &RunFacts<'_>) -> Option<String> {
    let lane = facts.most_of(|lane| facts.summary(lane).counts.delayed.into());
    let summary = facts.summary(lane);
    (summary.counts.delayed > 0).then(|| {
        let (delayed, longest) =
            (counted(summary.counts.delayed.into(), "request"), duration(summary.longest_wait));
        format!("{} made {delayed} wait, up to {longest}.", capital(&facts.name(lane)))
    })
}
