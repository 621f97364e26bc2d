//! The causes of an excess: each that is named makes a difference, and the one without which the peak is lowest comes
//! first.

use ratelab_limiter::{Algorithm, Limiter, Policy};
use ratelab_report::words::{duration, exact_instant};
use ratelab_scenario::scenario::{Fallback, Lane, Scenario, Servers, Store};
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    claims::{Checked, same, sure},
    sentences::{excess_stated, leaks},
    servers::{Causes, clocks},
    walk::{Limit, Walked},
};

/// Checks what made the excess in a headline possible: a window that ended within the time, an estimate, or servers.
pub(super) fn check_why(lane: &Walked<'_>, headline: &str, why: &str) -> Checked {
    let fits = |limit: &Limit| excess_stated(lane, limit, headline) && is_why(lane, limit, why).is_ok();
    let tried: Vec<_> = leaks(lane).into_iter().map(|limit| is_why(lane, &limit, why)).collect();
    sure(leaks(lane).iter().any(fits), &format!("the reason \"{why}\": {tried:?}"))
}

fn is_why(lane: &Walked<'_>, limit: &Limit, why: &str) -> Checked {
    let peak = lane.most_under(limit).cost;
    let lower = |change: &dyn Fn(&mut Scenario)| peak.saturating_sub(peak_with(lane, limit, change));
    let servers = match lane.is_central() {
        true => 0,
        false => lower(&|scenario| {
            scenario.servers = Servers::default();
            scenario.lanes[lane.lane].store = Some(Store::Shared);
        }),
    };
    let is_log = matches!(limit.policy, Policy::SlidingWindowLog(_)) || is_within_a_window(lane, limit);
    let limiter = if is_log { 0 } else { lower(&|scenario| make_log(limiter_of(scenario, lane, limit))) };
    let by_servers = || of_servers(lane, limit, peak);
    match (limiter, servers) {
        _ if is_log => same(why, by_servers()),
        _ if lane.is_central() => is_limiter(lane, limit, why),
        (0, 0) => {
            let why = why
                .strip_suffix(" Either alone would be enough.")
                .ok_or("that either alone would be enough")?;
            let why = why.strip_suffix(&*by_servers()).ok_or("the servers")?;
            is_limiter(lane, limit, why.trim_end())
        }
        (_, 0) => is_limiter(lane, limit, why),
        (0, _) => same(why, by_servers()),
        _ if limiter < servers => {
            is_limiter(lane, limit, why.strip_prefix(&*by_servers()).ok_or("the servers first")?.trim_start())
        }
        _ => is_limiter(lane, limit, why.strip_suffix(&*by_servers()).ok_or("the servers last")?.trim_end()),
    }
}

/// Returns whether the excess is within one fixed window, by clocks that agree. Then its edges are not the reason.
fn is_within_a_window(lane: &Walked<'_>, limit: &Limit) -> bool {
    let aligned = limit.policy.settings().get("align").map(ToString::to_string).as_deref() == Some("epoch");
    let window = |time: u64| (lane.scenario().start + time) / limit.window;
    matches!(limit.policy, Policy::FixedWindow(_))
        && aligned
        && clocks(lane).is_empty()
        && lane.count(Kind::Delayed) == 0
        // The first of several equal peaks is the one that is described.
        && lane.most_under(limit).spans.first().is_some_and(|(from, to)| window(*from) == window(*to))
}

/// Returns the peak under this limit in the same scenario with one change.
fn peak_with(lane: &Walked<'_>, limit: &Limit, change: &dyn Fn(&mut Scenario)) -> u64 {
    let mut scenario = lane.scenario().clone();
    change(&mut scenario);
    let run = Simulation::complete(scenario).expect("policies");
    Walked::new(&run, lane.lane).most_under(limit).cost
}

fn limiter_of<'s>(scenario: &'s mut Scenario, lane: &Walked<'_>, limit: &Limit) -> &'s mut Lane {
    let own = &mut scenario.lanes[lane.lane];
    match limit.member {
        Some(member) => &mut own.members[member],
        None => own,
    }
}

/// A log has the same limit, but no edges and no estimate.
fn make_log(limiter: &mut Lane) {
    limiter.algorithm = Algorithm::SlidingWindowLog;
    limiter.options.retain(|(name, _)| ["limit", "window", "count_denied"].contains(name));
}

/// Checks the property of a limiter that makes the excess possible.
fn is_limiter(lane: &Walked<'_>, limit: &Limit, why: &str) -> Checked {
    if let Policy::SlidingWindowCounter(_) = limit.policy {
        let peak = lane.most_under(limit).cost;
        let exact = peak_with(lane, limit, &|scenario| {
            let limiter = limiter_of(scenario, lane, limit);
            limiter.options.retain(|(name, _)| *name != "rounding");
            limiter.options.push(("rounding", "exact".into()));
        });
        let rounds = if exact < peak { ", and rounds down" } else { "" };
        let counts = "It counts the previous window as if its requests had been evenly spread";
        return same(why, format!("{counts}{rounds}."));
    }
    let rest = why.strip_prefix("Each window has its own budget").ok_or("a budget of each window")?;
    sure(ends_within(lane, limit, rest), "a window that ended within the time")
}

/// Checks that a window of this limit ended at the stated edge, within the time.
fn ends_within(lane: &Walked<'_>, limit: &Limit, stated: &str) -> bool {
    let start = lane.scenario().start;
    let aligned = limit.policy.settings().get("align").map(ToString::to_string).as_deref() == Some("epoch");
    if stated == ", and requests of two of them started within that time." {
        // A delayed request starts later than it was admitted.
        return lane.count(Kind::Delayed) > 0;
    }
    if !aligned || !clocks(lane).is_empty() {
        return stated == ", and one ended within that time.";
    }
    lane.most_under(limit).spans.iter().any(|(from, to)| {
        // The last instant at or before the end at which the limiter's clock is a multiple.
        let edge = (start + to) / limit.window * limit.window;
        let Some(edge) = edge.checked_sub(start).filter(|edge| edge > from) else {
            return false;
        };
        stated == format!(". One ended at {}, and the next started with a full budget.", exact_instant(edge))
    })
}

/// Returns what servers have to do with the excess.
fn of_servers(lane: &Walked<'_>, limit: &Limit, peak: u64) -> String {
    let causes = Causes::find(lane, |other| other.most_under(limit).cost < peak);
    let from_to = |from: u64, to: u64| format!("from {} to {}", exact_instant(from), exact_instant(to));
    let store = match lane.store() {
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
    let clocks = if causes.clocks { clocks(lane) } else { String::new() };
    if store.is_empty() || clocks.is_empty() { store + &clocks } else { format!("{store} {clocks}") }
}
