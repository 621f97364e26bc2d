//! No limiter denied anything.

use super::super::{Finding, facts::RunFacts, names::capital};
use crate::words::{count, counted, duration};

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
    format!("The busiest {} had {}.", duration(window), facts.amount(0, most))
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
