//! The denials of each group, if several groups send.

use super::{
    super::{
        Finding,
        facts::RunFacts,
        names::capital,
        sentence::denied,
        topology::{from_to, keyed},
    },
    layers::rule_sentence,
    servers::while_down,
};
use ratelab_scenario::scenario::{Fallback, Key, Store};

pub(super) fn deny(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = facts.most_of(|lane| facts.denied(lane));
    let groups = facts.denied_groups(lane);
    let (first, last) = (groups.first()?, groups.last()?);
    // If all groups are denied the same share, their names do not matter.
    if first.denied * last.sent == last.denied * first.sent {
        return None;
    }
    let with = if is_alike(facts, lane) { String::new() } else { format!("with {}, ", facts.name(lane)) };
    let headline = capital(&format!("{with}{}.", denied(&groups)));
    Some(Finding::new(headline, [budgets(facts, lane), down(facts, lane), others(facts, lane)].concat()))
}

/// Describes the denials of a store that is down closed.
fn down(facts: &RunFacts<'_>, lane: usize) -> String {
    match facts.run.lanes()[lane].store() {
        Store::Down { fallback: Fallback::Closed, from, to } => {
            let denied = while_down(facts, lane);
            let when = format!("While the store was down {}, ", from_to(from, to));
            denied
                .strip_prefix("Meanwhile all ")
                .map_or(String::new(), |denied| [" ", &when, "all ", denied].concat())
        }
        _ => String::new(),
    }
}

/// Returns whether all lanes deny each group equally often.
fn is_alike(facts: &RunFacts<'_>, lane: usize) -> bool {
    let numbers =
        |lane: usize| facts.run.by_group(lane).iter().map(|part| part.counts.denied).collect::<Vec<_>>();
    facts.lanes().all(|other| numbers(other) == numbers(lane))
}

/// Describes the budgets: by tier, or by the lane's key.
fn budgets(facts: &RunFacts<'_>, lane: usize) -> String {
    let senders = facts.run.senders();
    let policies = || (0..senders.groups().len()).map(|group| facts.run.lanes()[lane].policy_of(group));
    let is_tiered = policies().any(|policy| Some(policy) != policies().next());
    if is_tiered && facts.run.lanes()[lane].layers() == 1 {
        return rule_sentence(facts, lane);
    }
    match facts.lane(lane).key {
        _ if facts.run.lanes()[lane].layers() > 1 => "Each layer counts them in its own way.",
        Key::Client => "Each client has its own budget.",
        Key::Group => "Each group has its own budget.",
        Key::Everybody => match (is_alone(facts, lane), is_better_apart(facts, lane)) {
            (true, true) => "All share one budget, so each pays for the others.",
            (true, false) => "All share one budget.",
            (false, true) => "In it all share one budget, so each pays for the others.",
            (false, false) => "In it all share one budget.",
        },
    }
    .to_owned()
}

/// Returns whether a group is denied less if each has its own budget.
fn is_better_apart(facts: &RunFacts<'_>, lane: usize) -> bool {
    let apart = facts.instead(lane, &|scenario| scenario.lanes[lane].key = Key::Group);
    let together = facts.run.by_group(lane);
    apart.is_some_and(|apart| {
        let pairs = || apart.denied_by_group().into_iter().zip(&together);
        pairs().any(|(apart, together)| apart < together.counts.denied.into())
    })
}

/// Returns whether all lanes have the same key.
fn is_alone(facts: &RunFacts<'_>, lane: usize) -> bool {
    facts.lanes().all(|other| facts.lane(other).key == facts.lane(lane).key)
}

/// Describes the lane that denies the least, if it differs.
fn others(facts: &RunFacts<'_>, lane: usize) -> String {
    let loosest = facts.least_of(|lane| facts.denied(lane));
    if facts.denied(loosest) == facts.denied(lane) {
        return String::new();
    }
    let key = if facts.name(loosest).ends_with(keyed(facts.lane(loosest).key)) || is_alone(facts, lane) {
        String::new()
    } else {
        format!(" {}", keyed(facts.lane(loosest).key))
    };
    let denied = match facts.denied(loosest) {
        0 => "no request was denied".to_owned(),
        _ => denied(&facts.denied_groups(loosest)),
    };
    format!(" With {}{key}, {denied}.", facts.name(loosest))
}
