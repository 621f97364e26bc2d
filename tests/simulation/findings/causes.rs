//! The causes of an excess: each that is named makes a difference, and the one without which the peak is lowest comes
//! first.

use ratelab_limiter::{Algorithm, Limiter, Policy};
use ratelab_report::words::{duration, exact_instant};
use ratelab_scenario::scenario::{Fallback, Lane, Scenario, Servers, Store};
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    claims::{Checked, same, sure},
    sentences::{excess_stated, leaks},
    servers::{self, clocks},
    walk::{Limit, Walked},
};

/// What servers change about a lane: the states, or the clocks.
#[derive(Clone, Copy)]
pub(super) struct Causes {
    pub(super) store: bool,
    pub(super) clocks: bool,
}

/// Returns both amounts, but 0 for one below a twentieth of the other.
pub(super) fn notable([one, other]: [u64; 2]) -> [u64; 2] {
    [if one * 20 < other { 0 } else { one }, if other * 20 < one { 0 } else { other }]
}

impl Causes {
    /// Returns those without which the lane does notably better under some conditions; both, if one of them is enough.
    pub(super) fn find(
        lane: &Walked<'_>,
        conditions: &dyn Fn(&mut Scenario),
        better_by: impl Fn(&Walked<'_>) -> u64,
    ) -> Self {
        let with = |is_shared: bool, is_correct: bool| {
            let mut scenario = lane.scenario().clone();
            conditions(&mut scenario);
            if is_shared {
                scenario.lanes[lane.lane].store = Some(Store::Shared);
            }
            if is_correct {
                scenario.servers.clocks.clear();
            }
            better_by(&Walked::new(&Simulation::complete(scenario).expect("policies"), lane.lane))
        };
        let [store, clocks] = notable([with(true, false), with(false, true)]).map(|by| by > 0);
        if store || clocks {
            return Self { store, clocks };
        }
        let mut correct = lane.scenario().clone();
        correct.servers.clocks.clear();
        let correct = Simulation::complete(correct).expect("policies");
        let is_apart = !Walked::new(&correct, lane.lane).is_central();
        let has_clocks = !servers::clocks(lane).is_empty();
        Self { store: is_apart, clocks: has_clocks }
    }
}

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
    let by_servers = || of_servers(lane, limit, peak, &|_| {}).0;
    match notable([limiter, servers]) {
        _ if is_log => same(why, by_servers()),
        _ if lane.is_central() => is_limiter(lane, limit, why),
        [0, 0] => {
            let as_log = |scenario: &mut Scenario| make_log(limiter_of(scenario, lane, limit));
            let (servers, causes) = of_servers(lane, limit, peak, &as_log);
            let (why, enough) = why.split_at(why.find(&servers).ok_or("the servers")?);
            let enough = enough.strip_prefix(&*servers).unwrap_or("");
            is_enough(lane, limit, causes, enough)?;
            is_limiter(lane, limit, why.trim_end())
        }
        [_, 0] => is_limiter(lane, limit, why),
        [0, _] => same(why, by_servers()),
        [limiter, servers] if limiter < servers => {
            is_limiter(lane, limit, why.strip_prefix(&*by_servers()).ok_or("the servers first")?.trim_start())
        }
        _ => is_limiter(lane, limit, why.strip_suffix(&*by_servers()).ok_or("the servers last")?.trim_end()),
    }
}

/// Checks that several causes are enough, by running the lane with each of them alone.
fn is_enough(lane: &Walked<'_>, limit: &Limit, named: Causes, stated: &str) -> Checked {
    let peak = lane.most_under(limit).cost;
    let with = |has_edges: bool, has_store: bool, has_clocks: bool| {
        let found = peak_with(lane, limit, &|scenario| {
            if !has_edges {
                make_log(limiter_of(scenario, lane, limit));
            }
            if !has_store {
                scenario.lanes[lane.lane].store = Some(Store::Shared);
            }
            if !has_clocks {
                scenario.servers.clocks.clear();
            }
        });
        found >= peak
    };
    sure(with(true, false, false), "the limiter alone is enough")?;
    let (store, clocks) = (with(false, true, false), with(false, false, true));
    match stated {
        " Either alone would be enough." => match named {
            Causes { store: true, clocks: false, .. } => sure(store, "the store alone is enough"),
            Causes { store: false, clocks: true, .. } => sure(clocks, "the clocks alone are enough"),
            Causes { .. } => Err("one of them".to_owned()),
        },
        " Any of these alone would be enough." => sure(store && clocks, "each alone is enough"),
        " The first alone would be enough, and so would the other two together." => {
            sure(!store && !clocks && with(false, true, true), "only both together are enough")
        }
        _ => Err(format!("unknown: {stated}")),
    }
}

/// Returns whether the excess is within one fixed window, by clocks that agree. Then its edges are not the reason.
fn is_within_a_window(lane: &Walked<'_>, limit: &Limit) -> bool {
    let aligned = limit.policy.settings().get("align").map(ToString::to_string).as_deref() == Some("epoch");
    let most = lane.most_under(limit);
    let start = most.keys.first().and_then(|key| start_of(lane, limit, *key));
    let Some(start) = start else { return false };
    let window = |time: u64| (start + time) / limit.window;
    matches!(limit.policy, Policy::FixedWindow(_))
        && aligned
        && lane.count(Kind::Delayed) == 0
        // The first of several equal peaks is the one that is described.
        && most.spans.first().is_some_and(|(from, to)| window(*from) == window(*to))
}

/// Returns what the only clock that decides the requests of a key shows at the beginning, if there is only one.
fn start_of(lane: &Walked<'_>, limit: &Limit, key: u32) -> Option<u64> {
    lane.scenario().start.checked_add_signed(lane.clock_of(limit.key, key)?)
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
    let aligned = limit.policy.settings().get("align").map(ToString::to_string).as_deref() == Some("epoch");
    if stated == ", and requests of two of them started within that time." {
        // A delayed request starts later than it was admitted.
        return lane.count(Kind::Delayed) > 0;
    }
    let most = lane.most_under(limit);
    most.spans.iter().zip(&most.keys).any(|((from, to), key)| {
        let Some(start) = start_of(lane, limit, *key).filter(|_| aligned) else {
            return stated == ", and one ended within that time.";
        };
        // The last instant at or before the end at which the limiter's clock is a multiple.
        let edge = (start + to) / limit.window * limit.window;
        let Some(edge) = edge.checked_sub(start).filter(|edge| edge > from) else {
            return false;
        };
        stated == format!(". One ended at {}, and the next started with a full budget.", exact_instant(edge))
    })
}

/// Returns what servers have to do with the excess.
fn of_servers(
    lane: &Walked<'_>,
    limit: &Limit,
    peak: u64,
    conditions: &dyn Fn(&mut Scenario),
) -> (String, Causes) {
    let causes = Causes::find(lane, conditions, |other| peak.saturating_sub(other.most_under(limit).cost));
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
    let all =
        if store.is_empty() || clocks.is_empty() { store + &clocks } else { format!("{store} {clocks}") };
    (all, causes)
}
