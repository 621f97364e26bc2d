//! Requests that cost more than a limit, and can never pass.

use ratelab_limiter::Limiter;

use super::super::{facts::RunFacts, topology::group};
use crate::words::count;
use ratelab_scenario::scenario::{Fallback, Store};

/// A limit that is below the cost of some requests.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TooSmall {
    limit: u32,
    /// The lowest cost above it, and whether there is another.
    cost: u32,
    are_several: bool,
    /// The group with this limit, if limits differ.
    group: Option<usize>,
}

/// The most limits to describe.
const MOST_DESCRIBED: usize = 2;

/// Describes the requests that can never pass, and the lanes whose limit they exceed.
pub(crate) fn never_pass(facts: &RunFacts<'_>) -> String {
    let all: Vec<_> = facts.lanes().map(|lane| too_small(facts, lane)).collect();
    let mut distinct: Vec<TooSmall> = Vec::new();
    for limit in all.iter().flatten() {
        if !distinct.contains(limit) {
            distinct.push(*limit);
        }
    }
    distinct.truncate(MOST_DESCRIBED);
    distinct.into_iter().map(|limit| sentence(facts, limit, |lane| all[lane].contains(&limit))).collect()
}

fn sentence(facts: &RunFacts<'_>, limit: TooSmall, has_it: impl Fn(usize) -> bool) -> String {
    let TooSmall { cost, are_several, .. } = limit;
    let more = if are_several { " or more" } else { "" };
    let by = limit
        .group
        .map_or(String::new(), |number| [" by ", &group(facts.run.senders().groups()[number].name)].concat());
    let (lanes, number) = (facts.lanes().filter(|lane| has_it(*lane)).count(), count(limit.limit.into()));
    let what = match lanes {
        1 => format!("{}: its limit is {number}", facts.those(has_it)),
        several if several == facts.lanes().len() => format!("any limiter: the limit is {number}"),
        _ => format!("{}: their limit is {number}", facts.those(has_it)),
    };
    format!(" A request of cost {}{more}{by} can never pass {what}.", count(cost.into()))
}

/// Returns the limits of a lane that some request exceeds: one, or one for each group if they differ.
fn too_small(facts: &RunFacts<'_>, lane: usize) -> Vec<TooSmall> {
    let Some(traffic) = facts.run.traffic().filter(|traffic| !traffic.costs().is_empty()) else {
        return Vec::new();
    };
    let (limiter, senders) = (&facts.run.lanes()[lane], facts.run.senders());
    if matches!(limiter.store(), Store::Down { fallback: Fallback::Open, .. }) {
        // While its store is down it admits anything.
        return Vec::new();
    }
    let limits: Vec<u32> =
        (0..senders.groups().len()).map(|group| limiter.policy_of(group).limit()).collect();
    let is_one = limits.iter().all(|limit| *limit == limits[0]);
    let mut found: Vec<TooSmall> = Vec::new();
    for index in 0..traffic.len() {
        let (cost, group) = (traffic.cost(index), senders.group(traffic.client(index)));
        let (limit, group) = (limits[group], (!is_one).then_some(group));
        if cost <= limit {
            continue;
        }
        match found.iter_mut().find(|found| found.group == group) {
            None => found.push(TooSmall { limit, cost, are_several: false, group }),
            Some(found) => {
                found.are_several |= cost != found.cost;
                found.cost = found.cost.min(cost);
            }
        }
    }
    found
}
