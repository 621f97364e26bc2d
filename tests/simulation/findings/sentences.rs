//! The sentence about a lane.

use ratelab_limiter::{Algorithm, Policy};
use ratelab_report::words::{count, decimal, duration, times};
use ratelab_scenario::scenario::{Key, Rate};
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    claims::{
        Checked, all_same, amounts, bounds, check_rule, lane_named, members, parts, same, sure, things,
    },
    servers, topology,
    walk::{Limit, Walked},
};

/// Checks every claim of a sentence.
pub(super) fn check(run: &Simulation, lane: usize, sentence: &str) -> Checked {
    let walked = Walked::new(run, lane);
    let verb =
        [" let ", " denied ", " allowed ", " got "].iter().filter_map(|verb| sentence.find(verb)).min();
    let (stated_name, stated) = sentence.split_at(verb.ok_or("no verb")?);
    sure(lane_named(run, stated_name)? == lane, "the lane's name")?;
    sure(stated_name.starts_with(['T', 'G']), "a capital")?;
    let stated = stated.strip_suffix('.').ok_or("no full stop")?;
    check_verdict(&walked, check_delays(&walked, stated)?)
}

/// Checks and removes the part about waiting.
fn check_delays<'s>(walked: &Walked<'_>, stated: &'s str) -> Result<&'s str, String> {
    let delayed = walked.count(Kind::Delayed);
    let Some(parts) = parts(stated, "{} waited, up to {}") else {
        return sure(delayed == 0, "no request waited").map(|()| stated);
    };
    let (rest, number) = parts[0].rsplit_once("; ").ok_or("no number")?;
    all_same([(number, count(delayed)), (parts[1], duration(walked.longest_wait()))]).map(|()| rest)
}

pub(super) fn check_verdict(walked: &Walked<'_>, stated: &str) -> Checked {
    let requests = walked.run.traffic().expect("it is done").len() as u64;
    let admitted = walked.admitted();
    if let Some(stated) = parts(stated, " let {} through with {} attempts, {} per request; {}") {
        let attempts = walked.steps.len() as u64;
        sure(attempts > requests, "a client retried")?;
        return all_same([
            (stated[0], topology::got_through(admitted, requests)),
            (stated[1], count(attempts)),
            (stated[2], decimal(attempts, requests)),
            (stated[3], lost(requests - admitted)),
        ]);
    }
    sure(walked.steps.len() as u64 == requests, "no client retried")?;
    let is_apart = !walked.is_central() && walked.meant() != admitted;
    if is_apart {
        return servers::check_apart(walked, stated);
    }
    let is_refused = walked.refused_by_layer().iter().sum::<u64>() > 0 && !walked.lane().members.is_empty();
    if is_refused && walked.run.lanes()[walked.lane].layers() > 1 {
        let stated = topology::check_through(walked, stated)?;
        return topology::check_layers(walked, stated);
    }
    check_usual(walked, stated)
}

/// Checks the sentence if servers and layers make no difference.
pub(super) fn check_usual(walked: &Walked<'_>, stated: &str) -> Checked {
    let requests = walked.steps.len() as u64;
    let (admitted, denied) = (walked.admitted(), walked.count(Kind::Denied));
    if let Some(stated) = parts(stated, " let {} through {}, {} its limit of {}") {
        let own: Vec<_> = walked.limits().into_iter().filter(|limit| limit.member.is_none()).collect();
        return check_excess(walked, stated[0], stated[1], stated[2], stated[3], &own);
    }
    if let Some((much, within, by, limit, name)) = of_member(walked, stated) {
        let names = members(walked.scenario(), walked.lane());
        let is_named = |limit: &Limit| limit.member.is_some_and(|member| names[member] == name);
        let named: Vec<_> = walked.limits().into_iter().filter(is_named).collect();
        return check_excess(walked, much, within, by, limit, &named);
    }
    sure(!can_be_accused(walked), "it kept its limit")?;
    let sending = walked.denied_by_group().iter().filter(|(_, sent)| *sent > 0).count();
    if sending > 1 && denied > 0 {
        let stated = topology::check_through(walked, stated)?;
        return topology::check_groups(walked, stated);
    }
    let (stated, rule) =
        stated.split_once(": it ").map_or((stated, None), |(stated, rule)| (stated, Some(rule)));
    check_saved(walked, rule)?;
    match stated {
        " got no request" => return sure(requests == 0, stated),
        " allowed the only request" => return sure(requests == 1 && admitted == 1, stated),
        " denied the only request" => return sure(requests == 1 && denied == 1, stated),
        _ => {}
    }
    sure(requests > 1, "several requests")?;
    if let Some(stated) = parts(stated, " denied all {}") {
        return sure(admitted == 0, "none admitted").and_then(|()| same(stated[0], count(denied)));
    }
    if let Some(stated) = parts(stated, " let all {} through") {
        return sure(denied == 0, "none denied").and_then(|()| same(stated[0], count(admitted)));
    }
    let stated = parts(stated, " let {} of {} through, never {} in any {}").ok_or("unknown")?;
    sure(denied > 0 && admitted > 0, "some of both")?;
    all_same([(stated[0], count(admitted)), (stated[1], count(requests))])?;
    let fits = |window: &u64| {
        let found = bounds(walked, walked.lane().key, &walked.most_in_any(*window));
        stated[3] == duration(*window) && found.iter().any(|amount| amount == stated[2])
    };
    sure(walked.windows().iter().any(fits), "never more than that")
}

/// Reads `… the CDN's limit of 10`, `… its fixed window's limit of 10`, and `… the limit of 10 of the log in layer 2`.
fn of_member<'s>(
    walked: &Walked<'_>,
    stated: &'s str,
) -> Option<(&'s str, &'s str, &'s str, &'s str, String)> {
    if let Some(stated) = parts(stated, " let {} through {}, {} the limit of {} of {}") {
        return Some((stated[0], stated[1], stated[2], stated[3], stated[4].to_owned()));
    }
    let stated = parts(stated, " let {} through {}, {}'s limit of {}")?;
    let at = if walked.lane().algorithm == Algorithm::Layers { " the " } else { " its " };
    // A limiter may be named without an article: GCRA has no windows.
    let (by, name) = stated[2].rsplit_once(at)?;
    Some((stated[0], stated[1], by, stated[3], format!("the {name}")))
}

/// Returns whether a headline states the excess over this limit.
pub(super) fn excess_stated(walked: &Walked<'_>, limit: &Limit, headline: &str) -> bool {
    let most = walked.most_under(limit);
    let amounts = amounts(walked, limit.key, &most);
    most.cost > limit.amount
        && amounts.iter().any(|amount| headline.contains(&format!(" let {amount} through ")))
        && headline.contains(&format!("limit of {}", count(limit.amount)))
}

pub(super) fn lost(requests: u64) -> String {
    if requests == 0 {
        "no request gave up".to_owned()
    } else {
        format!("{} gave up", things(requests, "request"))
    }
}

/// A log never lets more through than its limit, unless several states or clocks decide. Delayed requests may start
/// closer together than they were admitted, but only a queue delays them.
pub(super) fn can_be_accused(walked: &Walked<'_>) -> bool {
    leaks(walked).iter().any(|limit| walked.most_under(limit).cost > limit.amount)
}

/// Returns the limits that a lane can exceed.
pub(super) fn leaks(walked: &Walked<'_>) -> Vec<Limit> {
    let is_log = |limit: &Limit| matches!(limit.policy, Policy::SlidingWindowLog(_));
    walked.limits().into_iter().filter(|limit| !is_log(limit) || !walked.is_central()).collect()
}

/// Checks that one of these limits was exceeded by the stated amount.
pub(super) fn check_excess(
    walked: &Walked<'_>,
    much: &str,
    within: &str,
    by: &str,
    limit: &str,
    limits: &[Limit],
) -> Checked {
    let fits = |tried: &Limit| {
        let most = walked.most_under(tried);
        let spans = most.spans.iter().map(|(from, to)| match to - from {
            0 => "at once".to_owned(),
            span => format!("in {}", duration(span)),
        });
        let more = format!("{} more than", count(most.cost.saturating_sub(tried.amount)));
        let is_by =
            by == times(most.cost, tried.amount) || (by == more && most.cost * 1_000 < tried.amount * 1_005);
        most.cost > tried.amount
            && limit == count(tried.amount)
            && amounts(walked, tried.key, &most).iter().any(|amount| amount == much)
            && is_by
            && spans.into_iter().any(|span| span == within)
    };
    sure(limits.iter().any(fits), "its own limit was exceeded by this much")
}

/// Checks the explanation of a bucket that lets more through than the limit it was given.
fn check_saved(walked: &Walked<'_>, rule: Option<&str>) -> Checked {
    let is_bucket = !matches!(walked.policy(), Policy::AllOf(_)) && walked.limits().is_empty();
    let applied = walked.applied();
    let is_one = applied.len() == 1 && walked.is_central();
    let tier = match walked.run.senders().groups() {
        [only] if walked.lane().key != Key::Everybody => only.tier.limit,
        _ => None,
    };
    let Rate { amount, period } = tier.unwrap_or(walked.scenario().limit);
    let is_more = walked.most_in_any(period).cost > amount.into() && is_one;
    match rule {
        Some(rule) => sure(is_bucket && is_more, "more than the scenario's limit")
            .and_then(|()| check_rule(&applied[0].policy, rule)),
        None => sure(!(is_bucket && is_more) || walked.steps.len() == 1, "it explains the higher number"),
    }
}
