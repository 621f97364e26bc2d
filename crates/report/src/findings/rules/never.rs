//! Requests that cost more than a limit, and can never pass.

use ratelab_limiter::{Algorithm, Limiter};

use super::super::{facts::RunFacts, names::listed, topology::group};
use crate::words::count;
use ratelab_scenario::scenario::{Fallback, Store};

/// Requests that cost more than a limit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TooCostly {
    /// The lowest cost above the limit, and whether there is another.
    cost: u32,
    are_several: bool,
    /// The group with this limit, if limits differ.
    group: Option<usize>,
}

/// The most kinds of requests to describe.
const MOST_DESCRIBED: usize = 3;

/// Describes the requests that can never pass, and the lanes whose limit they exceed.
pub(crate) fn never_pass(facts: &RunFacts<'_>) -> String {
    let all: Vec<_> = facts.lanes().map(|lane| too_costly(facts, lane)).collect();
    let mut distinct: Vec<TooCostly> = Vec::new();
    for (costly, _) in all.iter().flatten() {
        if !distinct.contains(costly) {
            distinct.push(*costly);
        }
    }
    let limit = |lane: usize, wanted: TooCostly| {
        let found = all[lane].iter().find(|(costly, _)| *costly == wanted)?;
        Some(found.1)
    };
    let described = distinct.iter().take(MOST_DESCRIBED);
    let mut sentences: String = described.map(|it| sentence(facts, *it, &|lane| limit(lane, *it))).collect();
    if distinct.len() > MOST_DESCRIBED {
        sentences += " Other limits are also below the cost of some requests.";
    }
    sentences
}

fn sentence(facts: &RunFacts<'_>, it: TooCostly, limit: &dyn Fn(usize) -> Option<u32>) -> String {
    let TooCostly { cost, are_several, group: number } = it;
    let more = if are_several { " or more" } else { "" };
    let by =
        number.map_or(String::new(), |at| [" by ", &group(facts.run.senders().groups()[at].name)].concat());
    let lanes: Vec<_> = facts.lanes().filter(|lane| limit(*lane).is_some()).collect();
    let mut limits: Vec<String> = Vec::new();
    for limit in lanes.iter().filter_map(|lane| limit(*lane)).map(|limit| count(limit.into())) {
        if !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    let are = if limits.len() == 1 { "limit is" } else { "limits are" };
    let (who, whose) = match lanes[..] {
        [lane] if facts.lane(lane).algorithm != Algorithm::Layers => (facts.name(lane), "its"),
        [_, _, ..] if lanes.len() == facts.lanes().len() => ("any limiter".to_owned(), "the"),
        _ => (facts.those(|lane| limit(lane).is_some()), "their"),
    };
    let limits = listed(&limits);
    format!(
        " A request of cost {}{more}{by} can never pass {who}: {whose} {are} {limits}.",
        count(cost.into())
    )
}

/// Returns the requests that exceed a limit of a lane, with that limit: one, or one for each group if they differ.
fn too_costly(facts: &RunFacts<'_>, lane: usize) -> Vec<(TooCostly, u32)> {
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
    let mut found: Vec<(TooCostly, u32)> = Vec::new();
    for index in 0..traffic.len() {
        let (cost, group) = (traffic.cost(index), senders.group(traffic.client(index)));
        let (limit, group) = (limits[group], (!is_one).then_some(group));
        if cost <= limit {
            continue;
        }
        match found.iter_mut().find(|(found, _)| found.group == group) {
            None => found.push((TooCostly { cost, are_several: false, group }, limit)),
            Some((found, _)) => {
                found.are_several |= cost != found.cost;
                found.cost = found.cost.min(cost);
            }
        }
    }
    found
}
