//! A limiter let more through than its own limit, in a window of its own length.

use ratelab_limiter::{Policy, bounds::ROUNDING};

use super::{
    super::{
        Finding,
        counterfactual::{Instead, limiter_of, without_edges},
        facts::{Applied, RunFacts},
        names::capital,
        results::Excess,
        topology::from_to,
    },
    servers::clocks,
};
use crate::words::{duration, exact_instant};
use ratelab_scenario::scenario::{Fallback, Store, Windows};

pub(crate) fn exceeds(facts: &RunFacts<'_>) -> Option<Finding> {
    let (lane, excess) = facts.worst()?;
    let headline = format!("{} {}.", capital(&facts.name(lane)), facts.exceeded(lane, &excess));
    let reason = [why(facts, lane, &excess), others(facts, lane, &excess)].concat();
    Some(Finding::new(headline, reason))
}

/// Names what made it possible: a property of the limiter, or its servers. Of several causes, the one without which
/// the peak is lower by more comes first.
fn why(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let Some(limiter) = of_limiter(facts, lane, excess) else { return of_servers(facts, lane, excess) };
    if facts.is_central(lane) {
        return limiter;
    }
    let part = |instead: Option<Instead>| {
        instead.map_or(0, |instead| excess.most.cost.saturating_sub(instead.peak(excess)))
    };
    let of_limiter = part(facts.instead(lane, &|scenario| {
        without_edges(&mut scenario.lanes[lane], excess.member);
    }));
    let by_servers = part(facts.on_one_state(lane));
    let servers = || of_servers(facts, lane, excess);
    match (of_limiter, by_servers) {
        (0, 0) => format!("{limiter} {} Either alone would be enough.", servers()),
        (_, 0) => limiter,
        (0, _) => servers(),
        _ if of_limiter < by_servers => format!("{} {limiter}", servers()),
        _ => format!("{limiter} {}", servers()),
    }
}

/// Explains which property of a limiter makes an excess possible, if one does. A log has none.
fn of_limiter(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<String> {
    let policy = policy(facts, lane, excess);
    let budget = "Each window has its own budget";
    Some(match policy {
        Policy::SlidingWindowLog(_) => return None,
        Policy::SlidingWindowCounter(_) => {
            let rounded = if rounding_matters(facts, lane, excess) { ", and rounds down" } else { "" };
            format!("It counts the previous window as if its requests had been evenly spread{rounded}.")
        }
        _ => match edge(facts, lane, excess) {
            Some(edge) => {
                let edge = exact_instant(edge);
                format!("{budget}. One ended at {edge}, and the next started with a full budget.")
            }
            None if facts.summary(lane).counts.delayed > 0 => {
                format!("{budget}, and requests of two of them started within that time.")
            }
            // All of it came within one window.
            None if has_known_edges(facts, policy) => return None,
            None => format!("{budget}, and one ended within that time."),
        },
    })
}

/// Returns whether a counter exceeds its limit by less if it does not round.
fn rounding_matters(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> bool {
    let exact = facts.instead(lane, &|scenario| {
        let limiter = limiter_of(&mut scenario.lanes[lane], excess.member);
        limiter.options.retain(|(name, _)| *name != ROUNDING.name);
        limiter.options.push((ROUNDING.name, "exact".into()));
    });
    exact.is_some_and(|exact| exact.peak(excess) < excess.most.cost)
}

/// Explains it for servers with their own states, a store that is late or down, or clocks that differ.
fn of_servers(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let causes = facts.causes(lane, &|instead| instead.peak(excess) < excess.most.cost);
    let store = match facts.run.lanes()[lane].store() {
        _ if !causes.store => String::new(),
        Store::Shared => String::new(),
        Store::Local => "Each server keeps its own count.".to_owned(),
        Store::Sync { every } => {
            format!("For up to {}, a server does not know what the others admitted.", duration(every))
        }
        Store::Race { latency, .. } => {
            format!("Admitted requests are written {} after the count is read.", duration(latency))
        }
        Store::Down { from, to, fallback } => {
            let when = from_to(from, to);
            match fallback {
                Fallback::Open => format!("Requests {when} were not counted."),
                Fallback::Local => format!("Requests {when} were counted by each server on its own."),
                Fallback::Closed => format!("Requests {when} were denied, which left budget for later ones."),
            }
        }
    };
    let clocks = if causes.clocks { clocks(facts) } else { String::new() };
    [store, clocks].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// Returns the limiter whose limit was exceeded.
fn policy<'run>(facts: &RunFacts<'run>, lane: usize, excess: &Excess) -> &'run Policy {
    let is_it = |applied: &&Applied<'_>| applied.member == excess.member && applied.group == excess.group;
    facts.applied(lane).iter().find(is_it).map_or(facts.policy(lane), |applied| applied.policy)
}

/// Returns the edge of a window between the first and the last request of the excess, if one state decides.
pub(crate) fn edge_within(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<u64> {
    edge(facts, lane, excess).filter(|_| facts.is_central(lane))
}

/// Returns the same for any state, if all clocks are correct: then all servers have the same windows.
fn edge(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<u64> {
    let policy = policy(facts, lane, excess);
    let windows = Windows::from_policy(policy, facts.run.scenario().start);
    let windows = windows.filter(|_| has_known_edges(facts, policy))?;
    windows.edges(excess.most.from + 1).next().filter(|edge| *edge <= excess.most.to)
}

/// Returns whether the windows of all servers have the same edges, at multiples of their length.
fn has_known_edges(facts: &RunFacts<'_>, policy: &Policy) -> bool {
    clocks(facts).is_empty() && Windows::from_policy(policy, facts.run.scenario().start).is_some()
}

/// Describes the most that the others let through in as long a time, if it is less.
fn others(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let others = || facts.lanes().filter(|other| *other != lane);
    let next = others()
        .map(|other| facts.most_by(other, excess.key, None, excess.most.to - excess.most.from).cost)
        .max();
    let amount = |next: u64| facts.amount_of(next);
    let any = match excess.most.to - excess.most.from {
        0 => "at once".to_owned(),
        span => format!("in any {}", duration(span)),
    };
    match (next.filter(|next| *next < excess.most.cost), others().next(), others().count()) {
        (Some(next), Some(other), 1) => {
            let name = capital(&facts.name(other));
            format!(" {name} let no more than {} through {any}.", amount(next))
        }
        (Some(next), ..) => format!(" No other limiter let more than {} through {any}.", amount(next)),
        (None, ..) => String::new(),
    }
}
