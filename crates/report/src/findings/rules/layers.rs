//! The refusals of each layer, if every lane has layers.

use ratelab_limiter::Algorithm;

use super::super::{
    Finding,
    facts::RunFacts,
    names::{capital, listed},
    sentence::{all_refused, none_or},
    topology::members,
};
use crate::words::{count, counted};

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
    if let Some(all) = all_refused(facts, lane) {
        return format!("{all} of {}", counted(facts.attempts(lane), "request"));
    }
    let names = members(facts.lane(lane));
    let layers = facts.run.by_layer(lane);
    let mut parts: Vec<_> = layers
        .iter()
        .map(|part| u64::from(part.counts.denied))
        .zip(names)
        .filter(|(refused, _)| *refused > 0)
        .collect();
    parts.sort_by_key(|(refused, _)| core::cmp::Reverse(*refused));
    let clause = |(index, (refused, name)): (usize, &(u64, String))| match index {
        0 => format!("{name} refused {} of {}", count(*refused), counted(facts.attempts(lane), "request")),
        _ => format!("{name} {}", count(*refused)),
    };
    let clauses: Vec<_> = parts.iter().enumerate().map(clause).collect();
    let others: Vec<_> = layers
        .iter()
        .zip(members(facts.lane(lane)))
        .filter(|(part, _)| part.counts.denied == 0)
        .map(|(_, name)| name)
        .collect();
    let none =
        if others.is_empty() { String::new() } else { format!("; {} {}", listed(&others), none_or(0)) };
    [clauses.join(", "), none].concat()
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
    let names = members(facts.lane(lane));
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
