//! Nobody denied anything.

use super::super::{Finding, facts::Story, names::capital};
use crate::words::{count, counted, duration};

pub(in super::super) fn allow(story: &Story<'_>) -> Finding {
    let lanes = capital(&story.all_lanes());
    let headline = match story.requests() {
        0 => return Finding::new("No request arrived.", "There was nothing to decide."),
        1 => format!("{lanes} allowed the only request."),
        all => format!("{lanes} let all {} requests through.", count(all)),
    };
    Finding::new(headline, waits(story).unwrap_or_else(|| busiest(story)))
}

/// How much came at most in the scenario's window. As nobody waited, it is the same in each lane.
fn busiest(story: &Story<'_>) -> String {
    let window = story.run.scenario().limit.period;
    let summary = story.summary(0);
    let most = if summary.window == window { summary.most } else { story.most(0, window - 1) };
    format!("The busiest {} had {}.", duration(window), story.amount(0, most))
}

/// How many waited where the most did, and for how long.
pub(super) fn waits(story: &Story<'_>) -> Option<String> {
    let lane = story.most_of(|lane| story.summary(lane).counts.delayed.into());
    let summary = story.summary(lane);
    (summary.counts.delayed > 0).then(|| {
        let (delayed, longest) =
            (counted(summary.counts.delayed.into(), "request"), duration(summary.longest_wait));
        format!("{} made {delayed} wait, up to {longest}.", capital(&story.name(lane)))
    })
}
