//! The sentence about a lane.

use ratelab_limiter::{Limiter, Policy};
use ratelab_simulation::{
    run::{Kind, Simulation},
    words::{count, decimal, duration, times},
};

use super::{
    claims::{Checked, all_same, amount, check_rule, lane_named, name, places, same, sure, things},
    walk::{Limit, Walked},
};

/// Every claim of a sentence.
pub(super) fn check(run: &Simulation, lane: usize, sentence: &str) -> Checked {
    let walked = Walked::new(run, lane);
    let verb =
        [" let ", " denied ", " allowed ", " got "].iter().filter_map(|verb| sentence.find(verb)).min();
    let (said_name, said) = sentence.split_at(verb.ok_or("no verb")?);
    sure(lane_named(run, said_name)? == lane, "the lane's name")?;
    sure(said_name.starts_with(['T', 'G']), "a capital")?;
    let said = said.strip_suffix('.').ok_or("no full stop")?;
    check_verdict(&walked, check_delays(&walked, said)?)
}

/// Takes the end about waiting away.
fn check_delays<'s>(walked: &Walked<'_>, said: &'s str) -> Result<&'s str, String> {
    let delayed = walked.count(Kind::Delayed);
    let Some(places) = places(said, "{} waited, up to {}") else {
        return sure(delayed == 0, "nobody waited").map(|()| said);
    };
    let (rest, number) = places[0].rsplit_once("; ").ok_or("no number")?;
    all_same([(number, count(delayed)), (places[1], duration(walked.longest_wait()))]).map(|()| rest)
}

pub(super) fn check_verdict(walked: &Walked<'_>, said: &str) -> Checked {
    let requests = walked.run.traffic().expect("it is done").len() as u64;
    let (admitted, denied) = (walked.admitted(), walked.count(Kind::Denied));
    if let Some(said) = places(said, " let {} of {} through with {} attempts, {} for each request; {}") {
        let attempts = walked.steps.len() as u64;
        sure(attempts > requests, "somebody retried")?;
        return all_same([
            (said[0], count(admitted)),
            (said[1], count(requests)),
            (said[2], count(attempts)),
            (said[3], decimal(attempts, requests)),
            (said[4], lost(requests - admitted)),
        ]);
    }
    sure(walked.steps.len() as u64 == requests, "nobody retried")?;
    if let Some(said) = places(said, " let {} through {}, {} its limit of {}") {
        return check_excess(walked, said[0], said[1], said[2], said[3], &walked.limits());
    }
    if let Some(said) = places(said, " let {} through {}, {} the limit of {} of {} in it") {
        let limits = walked.limits();
        let named: Vec<_> =
            limits.into_iter().filter(|limit| said[4] == name(limit.policy.algorithm())).collect();
        return check_excess(walked, said[0], said[1], said[2], said[3], &named);
    }
    sure(!can_be_accused(walked), "it kept its limit")?;
    let (said, rule) = said.split_once(": it ").map_or((said, None), |(said, rule)| (said, Some(rule)));
    check_saved(walked, rule)?;
    match said {
        " got no request" => return sure(requests == 0, said),
        " allowed the only request" => return sure(requests == 1 && admitted == 1, said),
        " denied the only request" => return sure(requests == 1 && denied == 1, said),
        _ => {}
    }
    sure(requests > 1, "several requests")?;
    if let Some(said) = places(said, " denied all {}") {
        return sure(admitted == 0, "none admitted").and_then(|()| same(said[0], count(denied)));
    }
    if let Some(said) = places(said, " let all {} through") {
        return sure(denied == 0, "none denied").and_then(|()| same(said[0], count(admitted)));
    }
    let said = places(said, " let {} of {} through, never more than {} in any {}").ok_or("unknown")?;
    let window = window_of(walked);
    sure(denied > 0 && admitted > 0, "some of both")?;
    all_same([
        (said[0], count(admitted)),
        (said[1], count(requests)),
        (said[2], amount(walked, walked.most_in_any(window).cost)),
        (said[3], duration(window)),
    ])
}

/// Its own window; that of the scenario, if it has none.
fn window_of(walked: &Walked<'_>) -> u64 {
    match walked.policy() {
        Policy::AllOf(_) => walked.run.scenario().limit.period,
        _ => walked.limits().first().map_or(walked.run.scenario().limit.period, |limit| limit.window),
    }
}

pub(super) fn lost(requests: u64) -> String {
    if requests == 0 {
        "no request gave up".to_owned()
    } else {
        format!("{} gave up", things(requests, "request"))
    }
}

/// A log never lets more through than its limit; what starts later than it was admitted may
/// come closer together, but that is the queue's doing.
pub(super) fn can_be_accused(walked: &Walked<'_>) -> bool {
    let limits = walked.limits();
    let leaks = |limit: &&Limit| !matches!(limit.policy, Policy::SlidingWindowLog(_));
    limits.iter().filter(leaks).any(|limit| walked.most_in_any(limit.window).cost > limit.amount)
}

/// One of these limits was exceeded, by as much as is said.
pub(super) fn check_excess(
    walked: &Walked<'_>,
    much: &str,
    within: &str,
    by: &str,
    limit: &str,
    limits: &[Limit],
) -> Checked {
    let fits = |of: &Limit| {
        let most = walked.most_in_any(of.window);
        let spans = most.spans.iter().map(|(from, to)| match to - from {
            0 => "at once".to_owned(),
            span => format!("in {}", duration(span)),
        });
        let more = format!("{} more than", count(most.cost.saturating_sub(of.amount)));
        let is_by =
            by == times(most.cost, of.amount) || (by == more && most.cost * 1_000 < of.amount * 1_005);
        most.cost > of.amount
            && limit == count(of.amount)
            && much == amount(walked, most.cost)
            && is_by
            && spans.into_iter().any(|span| span == within)
    };
    sure(limits.iter().any(fits), "a limit of its own was exceeded by so much")
}

/// A bucket that lets more through than the scenario's limit says how it comes to it.
fn check_saved(walked: &Walked<'_>, rule: Option<&str>) -> Checked {
    let scenario = walked.run.scenario();
    let is_bucket = !matches!(walked.policy(), Policy::AllOf(_)) && walked.limits().is_empty();
    let is_more = walked.most_in_any(scenario.limit.period).cost > scenario.limit.amount.into();
    match rule {
        Some(rule) => sure(is_bucket && is_more, "more than the scenario's limit")
            .and_then(|()| check_rule(walked.policy(), rule)),
        None => sure(!(is_bucket && is_more) || walked.steps.len() == 1, "it says how it comes to more"),
    }
}
