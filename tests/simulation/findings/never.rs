//! Requests that can never pass.

use ratelab_limiter::{Limiter, Policy};
use ratelab_report::words::count;
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::run::Kind;

use super::{
    claims::{group, parts, sure},
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
    for sentence in stated.split(" A request of cost ").skip(1) {
        let stated = parts(sentence, "{} can never pass {}: {} limit is {}.").ok_or("unknown")?;
        let (cost, by) = stated[0].split_once(" by ").unwrap_or((stated[0], ""));
        let (cost, more) = cost.split_once(" or more").map_or((cost, false), |(cost, _)| (cost, true));
        let fits = |lane: &&Walked<'_>| {
            if by.is_empty() != has_one_limit(lane) {
                return false;
            }
            let all: Vec<_> =
                hopeless(lane).filter(|(_, limit, _)| count(u64::from(*limit)) == stated[3]).collect();
            let all: Vec<_> = all.iter().filter(|(.., name)| by.is_empty() || name == by).collect();
            let least = all.iter().map(|(cost, ..)| *cost).min();
            least.map(count).as_deref() == Some(cost)
                && more == all.iter().any(|(cost, ..)| Some(*cost) != least)
        };
        let fitting = lanes.iter().filter(fits).count();
        let expected = match (stated[1], stated[2]) {
            ("any limiter", "the") => lanes.len(),
            (name, "their") => match name.split_once(" and ") {
                Some((_, rest)) => {
                    rest.strip_suffix(" others").map_or(2, |more| more.parse::<usize>().unwrap_or(0) + 1)
                }
                None => return Err("two names".to_owned()),
            },
            (_, "its") => 1,
            _ => return Err(format!("unknown: {sentence}")),
        };
        sure(fitting == expected, &format!("{sentence} of {fitting}, not {expected}"))?;
    }
    Ok(rest)
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
