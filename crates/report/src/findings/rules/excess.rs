//! A limiter let more through than its own limit, in a window of its own length.

use ratelab_limiter::{Policy, bounds::ROUNDING};

use super::{
    super::{
        Finding,
        counterfactual::{Causes, Instead, limiter_of, notable, without_edges},
        facts::{Applied, RunFacts},
        names::capital,
        results::Excess,
        topology::from_to,
    },
    servers::clocks,
};
use crate::words::{duration, exact_instant};
use ratelab_scenario::scenario::{Fallback, Scenario, Store, Windows};

pub(crate) fn exceeds(facts: &RunFacts<'_>) -> Option<Finding> {
    let (lane, excess) = facts.worst()?;
    let headline = format!("{} {}.", capital(&facts.name(lane)), facts.exceeded(lane, &excess));
    let reason = [why(facts, lane, &excess), others(facts, lane, &excess)].concat();
    Some(Finding::new(headline, reason))
}

/// Names what made it possible: a property of the limiter, or its servers. Of several causes, the one without which
/// the peak is lower by more comes first.
fn why(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let servers = || of_servers(facts, lane, excess, &|_| {}).0;
    let Some(limiter) = of_limiter(facts, lane, excess) else { return servers() };
    if facts.is_central(lane) {
        return limiter;
    }
    let part = |instead: Option<Instead>| {
        instead.map_or(0, |instead| excess.most.cost.saturating_sub(instead.peak(excess)))
    };
    let as_log = |scenario: &mut Scenario| without_edges(&mut scenario.lanes[lane], excess.member);
    match notable([part(facts.instead(lane, &as_log)), part(facts.on_one_state(lane))]) {
        [0, 0] => {
            // The limiter alone is enough, and so are the servers without it.
            let (servers, causes) = of_servers(facts, lane, excess, &as_log);
            let enough = match causes {
                Causes { is_any_enough: true, .. } => "Any of these alone would be enough.",
                Causes { store: true, clocks: true, .. } => {
                    "The first alone would be enough, and so would the other two together."
                }
                _ => "Either alone would be enough.",
            };
            format!("{limiter} {servers} {enough}")
        }
        [_, 0] => limiter,
        [0, _] => servers(),
        [of_limiter, by_servers] if of_limiter < by_servers => format!("{} {limiter}", servers()),
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
            Some(Some(edge)) => {
                let edge = exact_instant(edge);
                format!("{budget}. One ended at {edge}, and the next started with a full budget.")
            }
            _ if facts.summary(lane).counts.delayed > 0 => {
                format!("{budget}, and requests of two of them started within that time.")
            }
            // All of it came within one window.
            Some(None) => return None,
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
fn of_servers(
    facts: &RunFacts<'_>,
    lane: usize,
    excess: &Excess,
    conditions: &dyn Fn(&mut Scenario),
) -> (String, Causes) {
    let causes =
        facts.causes(lane, conditions, &|instead| excess.most.cost.saturating_sub(instead.peak(excess)));
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
    let all: Vec<_> = [store, clocks].into_iter().filter(|part| !part.is_empty()).collect();
    (all.join(" "), causes)
}

/// Returns the limiter whose limit was exceeded.
fn policy<'run>(facts: &RunFacts<'run>, lane: usize, excess: &Excess) -> &'run Policy {
    let is_it = |applied: &&Applied<'_>| applied.member == excess.member && applied.group == excess.group;
    facts.applied(lane).iter().find(is_it).map_or(facts.policy(lane), |applied| applied.policy)
}

/// Returns the edge of a window between the first and the last request of the excess, if one state decides.
pub(crate) fn edge_within(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<u64> {
    edge(facts, lane, excess).flatten().filter(|_| facts.is_central(lane))
}

/// Returns the same for any state, if the edges of its windows are known: at multiples of their length, by the only
/// clock that decides the requests of the key.
fn edge(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<Option<u64>> {
    let start = facts.run.scenario().start.checked_add_signed(clock(facts, lane, excess)?)?;
    let windows = Windows::from_policy(policy(facts, lane, excess), start)?;
    Some(windows.edges(excess.most.from + 1).next().filter(|edge| *edge <= excess.most.to))
}

/// Returns how far the clocks are ahead that decide the requests of the key, if they agree.
fn clock(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> Option<i64> {
    let servers = &facts.run.scenario().servers;
    if servers.clocks.is_empty() {
        return Some(0);
    }
    let (arrivals, senders) = (facts.run.arrivals(lane)?, facts.run.senders());
    let is_own = |index: &usize| senders.key(excess.key, arrivals.client(*index)) == excess.most.key;
    let server = |index: usize| facts.run.lanes()[lane].server(index, arrivals.client(index));
    let mut clocks = (0..arrivals.len()).filter(is_own).map(|index| servers.ahead(server(index)));
    let first = clocks.next()?;
    clocks.all(|clock| clock == first).then_some(first)
}

/// Describes the most that the others let through in as long a time, if it is less.
fn others(facts: &RunFacts<'_>, lane: usize, excess: &Excess) -> String {
    let others = || facts.lanes().filter(|other| *other != lane);
    let next = others()
        .map(|other| facts.most_by(other, excess.key, None, excess.most.to - excess.most.from).cost)
        .max();
    let any = match excess.most.to - excess.most.from {
        0 => "at once".to_owned(),
        span => format!("in any {}", duration(span)),
    };
    match (next.filter(|next| *next < excess.most.cost), others().next(), others().count()) {
        (Some(next), Some(other), 1) => {
            let name = capital(&facts.name(other));
            format!(" {name} let no {} through {any}.", facts.more_than(next))
        }
        (Some(next), ..) => format!(" No other limiter let {} through {any}.", facts.more_than(next)),
        (None, ..) => String::new(),
    }
}
