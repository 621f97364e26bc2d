//! Requests that can never pass.

use ratelab_limiter::{Algorithm, Limiter, Policy};
use ratelab_report::words::count;
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::run::Kind;

use super::{
    claims::{group, parts, same, sure},
    walk::Walked,
};

/// Checks and removes the sentences about requests that can never pass. If a request that costs more than a limit is
/// in the traffic, there is one.
pub(super) fn check<'r>(lanes: &[Walked<'_>], reason: &'r str) -> Result<&'r str, String> {
    let (rest, stated) = match reason.find(" A request of cost ") {
        Some(at) => reason.split_at(at),
        None => (reason, ""),
    };
    let is_any = lanes.iter().any(|lane| hopeless(lane).next().is_some());
    sure(stated.is_empty() != is_any, "whether a request can never pass")?;
    let (stated, more) = match stated.strip_suffix(" Other limits are also below the cost of some requests.")
    {
        Some(stated) => (stated, true),
        None => (stated, false),
    };
    let mut all: Vec<(usize, u64, bool, Option<String>)> = lanes.iter().flat_map(kinds).collect();
    for sentence in stated.split(" A request of cost ").skip(1) {
        let stated = parts(sentence, "{} can never pass {}: {} limit{}.").ok_or("unknown")?;
        let (cost, by) =
            stated[0].split_once(" by ").map_or((stated[0], None), |(cost, by)| (cost, Some(by)));
        let (cost, several) = cost.split_once(" or more").map_or((cost, false), |(cost, _)| (cost, true));
        let fits = |(_, least, more, group): &(usize, u64, bool, Option<String>)| {
            count(*least) == cost && *more == several && group.as_deref() == by
        };
        let fitting: Vec<usize> = all.iter().filter(|kind| fits(kind)).map(|kind| kind.0).collect();
        all.retain(|kind| !fits(kind));
        let mut limits: Vec<String> = Vec::new();
        for limit in
            fitting.iter().flat_map(|lane| limits_for(&lanes[*lane], by)).map(|limit| count(limit.into()))
        {
            if !limits.contains(&limit) {
                limits.push(limit);
            }
        }
        let listed = match &limits[..] {
            [one] => format!(" is {one}"),
            [first @ .., last] => format!("s are {} and {last}", first.join(", ")),
            [] => return Err(format!("no limit: {sentence}")),
        };
        same(stated[3], listed)?;
        let is_layers = |lane: &Walked<'_>| lane.lane().algorithm == Algorithm::Layers;
        let expected = match (stated[1], stated[2]) {
            ("any limiter", "the") => lanes.len(),
            (name, "their") => match name.split_once(" and ") {
                Some((_, rest)) => {
                    rest.strip_suffix(" others").map_or(2, |more| more.parse::<usize>().unwrap_or(0) + 1)
                }
                None => {
                    sure(is_layers(&lanes[fitting[0]]), "two names")?;
                    1
                }
            },
            (_, "its") => {
                sure(!is_layers(&lanes[fitting[0]]), "one name")?;
                1
            }
            _ => return Err(format!("unknown: {sentence}")),
        };
        sure(fitting.len() == expected, &format!("{sentence} of {fitting:?}, not {expected}"))?;
    }
    sure(all.is_empty() != more, "all of them are described")?;
    Ok(rest)
}

/// Returns the kinds of requests that never pass a lane: the lowest cost, whether there is another, and the group if
/// limits differ.
fn kinds(lane: &Walked<'_>) -> Vec<(usize, u64, bool, Option<String>)> {
    let mut all: Vec<(usize, u64, bool, Option<String>)> = Vec::new();
    for (cost, _, group) in hopeless(lane) {
        let group = (!has_one_limit(lane)).then_some(group);
        match all.iter_mut().find(|kind| kind.3 == group) {
            None => all.push((lane.lane, cost, false, group)),
            Some((_, least, several, _)) => {
                *several |= cost != *least;
                *least = cost.min(*least);
            }
        }
    }
    all
}

/// Returns the limits of a lane that some request of a group exceeds.
fn limits_for(lane: &Walked<'_>, by: Option<&str>) -> Vec<u32> {
    let is_own = |(.., group): &(u64, u32, String)| by.is_none_or(|by| by == group);
    hopeless(lane).filter(is_own).map(|(_, limit, _)| limit).take(1).collect()
}

/// Returns whether all groups have the same limit in a lane.
fn has_one_limit(lane: &Walked<'_>) -> bool {
    let limit = |group: usize| lane.run.lanes()[lane.lane].policy_of(group).limit();
    (0..lane.run.senders().groups().len()).all(|group| limit(group) == limit(0))
}

/// Returns the requests that cost more than the limit of a lane for their group: cost, limit, and group. None of them
/// passes.
fn hopeless<'w>(lane: &'w Walked<'_>) -> impl Iterator<Item = (u64, u32, String)> + 'w {
    let is_open = matches!(lane.store(), Store::Down { fallback: Fallback::Open, .. });
    let limit = |policy: &Policy| match policy {
        Policy::AllOf(all) => all.members().iter().map(Limiter::limit).min().unwrap_or(0),
        policy => policy.limit(),
    };
    lane.steps.iter().filter(move |_| !is_open).filter_map(move |step| {
        let number = lane.run.senders().group(step.client);
        let limit = limit(lane.run.lanes()[lane.lane].policy_of(number));
        assert!(
            step.cost <= limit.into() || step.kind == Kind::Denied,
            "it costs more than its limit, and passed"
        );
        (step.cost > limit.into()).then(|| (step.cost, limit, group(lane.run, number)))
    })
}
