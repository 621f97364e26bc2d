//! The refusals of each layer, if every lane has layers.

use ratelab_limiter::Algorithm;

use super::super::{
    Finding,
    facts::RunFacts,
    names::{capital, listed},
    sentence::{all_refused, by_several, most_first, none_or, share},
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

/// Describes the rule of a lane as a sentence. For an all-of that denied something, it says which member refused how
/// many, if one state decides.
#[inline(never)]
pub(super) fn rule_sentence(facts: &RunFacts<'_>, lane: usize) -> String {
    match by_members(facts, lane) {
        Some(refused) => format!("In {}, {refused}.", facts.name(lane)),
        None => format!("{} {}.", capital(&facts.name(lane)), facts.rule(lane)),
    }
}

/// Describes the refusals of an all-of with one key and one state, if it denied something. As limiters that count all
/// together, its members are asked one by one, with the same result.
fn by_members(facts: &RunFacts<'_>, lane: usize) -> Option<String> {
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
