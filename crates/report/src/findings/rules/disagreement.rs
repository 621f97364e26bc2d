//! Limiters decide differently about the same requests.

use super::{
    super::{
        Finding,
        facts::RunFacts,
        lanes::{usual_rule, whose},
    },
    layers::rule_sentence,
    servers::LEAST_PER_CENT,
};
use crate::words::{count, counted};

pub(super) fn disagree(facts: &RunFacts<'_>) -> Option<Finding> {
    // A few requests are not worth the headline: some are denied, which says more.
    let is_notable = |differing: &u64| *differing > 0 && differing * 100 >= facts.requests() * LEAST_PER_CENT;
    let differing = facts.disagreed().filter(is_notable)?;
    let (loosest, strictest) =
        (facts.most_of(|lane| facts.admitted(lane)), facts.least_of(|lane| facts.admitted(lane)));
    let share =
        if differing == facts.requests() { "all".to_owned() } else { format!("{} of", count(differing)) };
    let what = format!("The limiters disagree on {share} {}", counted(facts.requests(), "request"));
    if facts.admitted(loosest) == facts.admitted(strictest) {
        let headline = format!("{what}, though each let {} through.", count(facts.admitted(loosest)));
        return Some(Finding::new(headline, rules(facts, 0, differs_from_first(facts)?, false)));
    }
    let headline = format!(
        "{what}: {} let {} through, {} {}.",
        facts.those(|lane| facts.admitted(lane) == facts.admitted(loosest)),
        count(facts.admitted(loosest)),
        facts.those(|lane| facts.admitted(lane) == facts.admitted(strictest)),
        match facts.admitted(strictest) {
            0 => "none".to_owned(),
            admitted => format!("only {}", count(admitted)),
        }
    );
    Some(Finding::new(headline, rules(facts, loosest, strictest, true)))
}

/// Returns the first lane that decides a request differently from the first lane.
fn differs_from_first(facts: &RunFacts<'_>) -> Option<usize> {
    facts.lanes().skip(1).find(|other| facts.run.next_disagreement(&[0, *other], 0).is_some())
}

/// Describes the rules of two lanes; once, if they only differ in what their names have, and the headline has the names.
fn rules(facts: &RunFacts<'_>, one: usize, other: usize, is_named: bool) -> String {
    let lanes = [one, other];
    let is_plain = |lane: usize| facts.is_central(lane) && !facts.run.senders().has_tiers();
    let is_same = |what: &dyn Fn(usize) -> String| what(one) == what(other);
    if is_named && lanes.iter().all(|lane| is_plain(*lane) && facts.is_named_by_its_options(*lane)) {
        let rule = |lane: usize| usual_rule(facts.policy(lane));
        let key = |lane: usize| whose(facts.lane(lane).key).to_owned();
        match (is_same(&rule), is_same(&key)) {
            (true, true) => return format!("Each {}.", rule(one)),
            (true, false) => {
                return format!("Each {}: one {}, the other {}.", rule(one), key(one), key(other));
            }
            (false, _) => {}
        }
    }
    lanes.map(|lane| rule_sentence(facts, lane)).join(" ")
}
