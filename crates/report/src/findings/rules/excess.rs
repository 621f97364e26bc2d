//! A limiter let more through than its own limit, in a window of its own length.

use ratelab_limiter::{Limiter, Policy};

use super::{
    super::{
        Finding,
        facts::{Applied, RunFacts},
        names::capital,
        topology::from_to,
    },
    servers::clocks,
};
use crate::results::Excess;
use crate::words::{count, duration, exact_instant};
use ratelab_scenario::scenario::{Fallback, Store, Windows};

pub(crate) fn exceeds(facts: &RunFacts<'_>) -> Option<Finding> {
    let (lane, excess) = facts.worst()?;
    let headline = format!("{} {}.", capital(&facts.name(lane)), facts.exceeded(lane, &excess));
    let reason = [why(facts, lane, &excess), others(facts, lane, &excess)].concat();
    Some(Finding::new(headline, reason))
}

/// Explains which property of the limiter made it possible.
fn why(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    if let Some(why) = apart(facts, lane) {
        return why;
    }
    let policy = policy(facts, lane, excess);
    if let Policy::SlidingWindowCounter(_) = policy {
        let rounds_down = policy.settings().get("rounding") == Some(&"floor".into());
        let rounded = if rounds_down { ", and rounds down" } else { "" };
        return format!("It counts the previous window as if its requests had been evenly spread{rounded}.");
    }
    let budget = "Each window has its own budget";
    match edge_within(facts, lane, excess) {
        Some(edge) => {
            let edge = exact_instant(edge);
            format!("{budget}. One ended at {edge}, and the next started with a full budget.")
        }
        None if facts.summary(lane).counts.delayed > 0 => {
            format!("{budget}, and requests of two of them started within that time.")
        }
        None => format!("{budget}, and one ended within that time."),
    }
}

/// Explains it for servers with their own states, or with clocks that differ.
fn apart(facts: &RunFacts<'_>, lane: usize) -> Option<String> {
    if facts.is_central(lane) {
        return None;
    }
    Some(match facts.run.lanes()[lane].store() {
        Store::Local => "Each server keeps its own count.".to_owned(),
        Store::Sync { every } => {
            format!("For up to {}, a server does not know what the others admitted.", duration(every))
        }
        Store::Race { latency, .. } => {
            format!("Admitted requests are written {} after the count is read.", duration(latency))
        }
        Store::Down { from, to, fallback: Fallback::Open } => {
            format!("Requests {} were not counted.", from_to(from, to))
        }
        Store::Down { from, to, fallback: Fallback::Local } => {
            format!("Requests {} were counted by each server on its own.", from_to(from, to))
        }
        Store::Down { fallback: Fallback::Closed, .. } if clocks(facts).is_empty() => return None,
        Store::Down { .. } | Store::Shared => clocks(facts),
    })
}

/// Returns the limiter that was exceeded.
fn policy<'run>(facts: &RunFacts<'run>, lane: usize, excess: &Excess) -> &'run Policy {
    let is_it = |applied: &&Applied<'_>| applied.member == excess.member && applied.group == excess.group;
    facts.applied(lane).iter().find(is_it).map_or(facts.policy(lane), |applied| applied.policy)
}

/// Returns the edge of a window between the first and the last request of the excess. `None` if servers differ in
/// that.
pub(crate) fn edge_within(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<u64> {
    if apart(facts, lane).is_some() {
        return None;
    }
    let windows = Windows::from_policy(policy(facts, lane, excess), facts.run.scenario().start)?;
    windows.edges(excess.most.from + 1).next().filter(|edge| *edge <= excess.most.to)
}

/// Describes the most that the others let through in the same time, if it is less.
fn others(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let others = || facts.lanes().filter(|other| *other != lane);
    let next = others()
        .map(|other| facts.most_by(other, excess.key, None, excess.most.to - excess.most.from).cost)
        .max();
    match (next.filter(|next| *next < excess.most.cost), others().next(), others().count()) {
        (Some(next), Some(other), 1) => {
            format!(" {} let no more than {} through in that time.", capital(&facts.name(other)), count(next))
        }
        (Some(next), ..) => format!(" No other limiter let more than {} through in that time.", count(next)),
        (None, ..) => String::new(),
    }
}
