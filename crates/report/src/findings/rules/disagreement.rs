//! Limiters decide differently about the same requests.

use super::super::{Finding, facts::RunFacts, names::capital};
use crate::words::{count, counted};

pub(super) fn disagree(facts: &RunFacts<'_>) -> Option<Finding> {
    let differing = facts.run.disagreed().filter(|differing| *differing > 0)?;
    let (loosest, strictest) =
        (facts.most_of(|lane| facts.admitted(lane)), facts.least_of(|lane| facts.admitted(lane)));
    let what =
        format!("The limiters disagree on {} of {}", count(differing), counted(facts.requests(), "request"));
    if facts.admitted(loosest) == facts.admitted(strictest) {
        let headline = format!("{what}, though each let {} through.", count(facts.admitted(loosest)));
        return Some(Finding::new(headline, rules(facts, 0, differs_from_first(facts)?)));
    }
    let headline = format!(
        "{what}: {} let {} through, {} only {}.",
        facts.those(|lane| facts.admitted(lane) == facts.admitted(loosest)),
        count(facts.admitted(loosest)),
        facts.those(|lane| facts.admitted(lane) == facts.admitted(strictest)),
        count(facts.admitted(strictest))
    );
    Some(Finding::new(headline, rules(facts, loosest, strictest)))
}

/// Returns the first lane that decides a request differently from the first lane.
fn differs_from_first(facts: &RunFacts<'_>) -> Option<usize> {
    facts.lanes().skip(1).find(|other| facts.run.next_disagreement(&[0, *other], 0).is_some())
}

/// Describes the rules of two lanes.
fn rules(facts: &RunFacts<'_>, one: usize, other: usize) -> String {
    let [one, other] =
        [one, other].map(|lane| format!("{} {}.", capital(&facts.name(lane)), facts.rule(lane)));
    [one, other].join(" ")
}
