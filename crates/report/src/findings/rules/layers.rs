//! The refusals of each layer, if every lane has layers.

use ratelab_limiter::Algorithm;

use super::super::{
    Finding,
    facts::RunFacts,
    names::{capital, listed},
    sentence::{none_or, share},
};
use crate::words::{count, counted};
use ratelab_scenario::scenario::Key;
use ratelab_simulation::measures::Refusals;

pub(super) fn refuse(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = facts.most_of(|lane| facts.denied(lane));
    let has_layers = |lane: usize| facts.run.lanes()[lane].layers() > 1;
    if facts.denied(lane) == 0 || !facts.lanes().all(has_layers) {
        return None;
    }
    let with = if facts.lanes().len() == 1 { String::new() } else { format!("with {}, ", facts.name(lane)) };
    let headline = capital(&format!("{with}{}.", refused(facts, lane)));
    Some(Finding::new(headline, charged(facts, lane)))
}

/// Describes the refusals of each layer of a lane: `the gateway refused 8 of 40 requests, the application 2; the CDN
/// none`.
pub(crate) fn refused(facts: &RunFacts<'_>, lane: usize) -> String {
    listed_refusals(facts, lane, &facts.run.refusals(lane))
}

fn listed_refusals(facts: &RunFacts<'_>, lane: usize, refusals: &Refusals) -> String {
    if let Some(all) = all_refused(facts, lane, refusals) {
        return format!("{all} of {}", counted(facts.attempts(lane), "request"));
    }
    let parts = most_first(facts, lane, refusals);
    let clause = |(index, (refused, name)): (usize, &(u64, String))| match index {
        0 => format!("{name} refused {}", share(*refused, facts.attempts(lane), "request")),
        _ => format!("{name} {}", count(*refused)),
    };
    let refusing = parts.iter().take_while(|(refused, _)| *refused > 0).count();
    let clauses: Vec<_> = parts[..refusing].iter().enumerate().map(clause).collect();
    let others: Vec<_> = parts[refusing..].iter().map(|(_, name)| name).collect();
    let none =
        if others.is_empty() { String::new() } else { format!("; {} {}", listed(&others), none_or(0)) };
    [clauses.join(", "), none, by_several(refusals)].concat()
}

/// Returns the refusals of each limiter within a lane with its name, the most first.
#[inline(never)]
pub(crate) fn most_first(facts: &RunFacts<'_>, lane: usize, refusals: &Refusals) -> Vec<(u64, String)> {
    let mut parts: Vec<_> = refusals.each.iter().copied().zip(facts.members(lane)).collect();
    parts.sort_by_key(|(refused, _)| core::cmp::Reverse(*refused));
    parts
}

/// Describes the refusals of an all-of with one key and one state, if it denied something. As limiters that count all
/// together, its members are asked one by one, with the same result.
pub(crate) fn by_members(facts: &RunFacts<'_>, lane: usize) -> Option<String> {
    let limiter = &facts.run.lanes()[lane];
    let is_one = limiter.layers() == 1 && limiter.keys() == 1 && facts.is_central(lane);
    if facts.lane(lane).algorithm != Algorithm::AllOf || !is_one || facts.denied(lane) == 0 {
        return None;
    }
    let asked = facts.instead(lane, &|scenario| {
        scenario.lanes[lane].members.iter_mut().for_each(|member| member.key = Key::Everybody);
    })?;
    Some(listed_refusals(facts, lane, &asked.run.refusals(0)))
}

/// Describes the refusals of an all-of whose limiters refuse the same requests: all of them are asked about every
/// request.
pub(crate) fn all_refused(facts: &RunFacts<'_>, lane: usize, refusals: &Refusals) -> Option<String> {
    let Refusals { each, by_several } = refusals;
    let is_same = each.iter().all(|refused| refused == by_several);
    if *by_several == 0 || !is_same || facts.lane(lane).algorithm == Algorithm::Layers {
        return None;
    }
    let all =
        if each.len() == 2 { "both limiters".to_owned() } else { format!("all {} limiters", each.len()) };
    Some(format!("{all} refused {}", count(*by_several)))
}

/// Counts the requests that several limiters of an all-of refused, because their numbers count them more than once.
pub(crate) fn by_several(refusals: &Refusals) -> String {
    let were = if refusals.by_several == 1 { "was" } else { "were" };
    let by = if refusals.each.len() == 2 { "both" } else { "several" };
    match refusals.by_several {
        0 => String::new(),
        many => format!("; {} {were} refused by {by}", count(many)),
    }
}

/// Describes what outer layers were charged for requests that inner ones refused.
pub(crate) fn charged(facts: &RunFacts<'_>, lane: usize) -> String {
    if facts.lane(lane).algorithm != Algorithm::Layers {
        return "A request that one of them refuses is charged to none.".to_owned();
    }
    let refused: Vec<u64> = facts.run.by_layer(lane).iter().map(|part| part.counts.denied.into()).collect();
    let within = |layer: usize| refused[layer + 1..].iter().sum::<u64>();
    let paid: Vec<_> =
        (0..refused.len()).map(|layer| (within(layer), layer)).filter(|(many, _)| *many > 0).collect();
    let names = facts.members(lane);
    let clause = |(index, (many, layer)): (usize, &(u64, usize))| match index {
        0 => format!(
            "{} was charged for {} that an inner layer refused",
            names[*layer],
            counted(*many, "request")
        ),
        _ => format!("{} for {}", names[*layer], count(*many)),
    };
    let clauses: Vec<_> = paid.iter().enumerate().map(clause).collect();
    match clauses.is_empty() {
        true => "It is the outermost layer, so no other was charged for what it refused.".to_owned(),
        false => format!("{}.", capital(&clauses.join(", "))),
    }
}
