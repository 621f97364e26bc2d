//! Servers without a shared state, or a store that is late or down, make a lane let more or less through than
//! intended.

use super::super::{
    Finding,
    facts::RunFacts,
    names::{capital, name},
    sentence::none_or,
    topology::{from_to, is_kept_together, wrong_clocks},
};
use crate::words::{count, counted, duration, number};
use ratelab_scenario::scenario::{Fallback, Routing, Store, Write};
use ratelab_simulation::run::Kind;

pub(super) fn differ(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = worst(facts)?;
    let (admitted, meant) = (facts.admitted(lane), facts.meant(lane)?);
    // Compared with the effect of retries, a small difference is not worth a headline.
    let retried = facts.lanes().any(|lane| facts.attempts(lane) > facts.requests());
    if retried && admitted.abs_diff(meant) * 10 < meant {
        return None;
    }
    let were = if meant == 1 { "was" } else { "were" };
    let headline = capital(&format!(
        "{}{} let {} through where {} {were} meant.",
        with(facts, lane),
        at_servers(facts, lane),
        none_or(admitted),
        none_or(meant)
    ));
    Some(Finding::new(headline, reason(facts, lane, admitted > meant)))
}

/// Describes lanes with several states that let as many through as intended.
pub(crate) fn made_no_difference(facts: &RunFacts<'_>) -> String {
    let apart: Vec<_> = facts.lanes().filter(|lane| facts.meant(*lane).is_some()).collect();
    let is_meant = |lane: &usize| facts.meant(*lane) == Some(facts.admitted(*lane));
    if !facts.run.scenario().has_same_requests() || !apart.iter().all(is_meant) {
        return String::new();
    }
    let mut sentences: Vec<String> = apart.into_iter().map(|lane| no_difference(facts, lane)).collect();
    sentences.dedup();
    sentences.concat()
}

fn no_difference(facts: &RunFacts<'_>, lane: usize) -> String {
    let who = capital(&at_servers(facts, lane));
    let limiter = &facts.run.lanes()[lane];
    let is_rare = |latency: u64| shortest_gap(facts, lane).is_none_or(|gap| gap >= latency);
    let rare = match limiter.store() {
        Store::Race { latency: latency @ 1.., .. } if limiter.layers() == 1 && is_rare(latency) => {
            format!(": no two requests that it counts together came within {}", duration(latency))
        }
        _ => String::new(),
    };
    format!(" {who} let as many through as {}{rare}.", facts.ideal(lane))
}

/// Returns the shortest time between two requests that a lane counts together, if there are two.
fn shortest_gap(facts: &RunFacts<'_>, lane: usize) -> Option<u64> {
    let (arrivals, senders) = (facts.run.arrivals(lane)?, facts.run.senders());
    let key = |index: usize| senders.key(facts.lane(lane).key, arrivals.client(index)) as usize;
    let mut last = vec![None; senders.keys(facts.lane(lane).key) as usize];
    let gap = |index: usize| Some(arrivals.time(index) - last[key(index)].replace(arrivals.time(index))?);
    (0..arrivals.len()).filter_map(gap).min()
}

/// Returns the lane that let the most through in proportion to what was intended; or else the least.
fn worst(facts: &RunFacts<'_>) -> Option<usize> {
    let numbers = |lane: usize| Some((u128::from(facts.admitted(lane)), u128::from(facts.meant(lane)?)));
    let differs = |lane: &usize| numbers(*lane).is_some_and(|(admitted, meant)| admitted != meant);
    let is_looser = |one: usize, other: usize| match (numbers(one), numbers(other)) {
        (Some((mine, meant)), Some((other, others))) => mine * others > other * meant,
        _ => false,
    };
    let all: Vec<_> = facts.lanes().filter(differs).collect();
    let loosest =
        all.iter().copied().reduce(|worst, next| if is_looser(next, worst) { next } else { worst })?;
    if facts.meant(loosest).is_some_and(|meant| facts.admitted(loosest) > meant) {
        return Some(loosest);
    }
    all.into_iter().reduce(|worst, next| if is_looser(worst, next) { next } else { worst })
}

/// Names the lane, if there are others of its kind: `With the fixed window, `.
fn with(facts: &RunFacts<'_>, lane: usize) -> String {
    let store = |lane: usize| facts.run.lanes()[lane].store();
    let is_other = |other: &usize| *other != lane && store(*other) == store(lane);
    let others: Vec<_> = facts.lanes().filter(is_other).collect();
    let algorithm = facts.lane(lane).algorithm;
    match others.iter().any(|other| facts.lane(*other).algorithm == algorithm) {
        true => format!("with {}, ", facts.name(lane)),
        false if facts.lanes().any(|other| facts.lane(other).algorithm != algorithm) => {
            format!("with {}, ", name(algorithm))
        }
        false => String::new(),
    }
}

/// Names the servers: `two servers that do not talk`.
pub(crate) fn at_servers(facts: &RunFacts<'_>, lane: usize) -> String {
    let scenario = facts.run.scenario();
    let all = scenario.servers.count.max(1);
    let servers = format!("{} server{}", number(all.into()), if all == 1 { "" } else { "s" });
    match facts.run.lanes()[lane].store() {
        Store::Local if all > 1 && !is_kept_together(scenario, facts.lane(lane)) => {
            format!("{servers} that do not talk")
        }
        Store::Sync { every } if all > 1 && !is_kept_together(scenario, facts.lane(lane)) => {
            format!("{servers} that talk every {}", duration(every))
        }
        Store::Race { latency, .. } if latency > 0 => {
            format!("a state that is read and written {} later", duration(latency))
        }
        Store::Down { from, to, .. } => format!("a store that was down {}", from_to(from, to)),
        _ if scenario.servers.spread() > 0 => {
            format!("{servers} whose clocks are {} apart", duration(scenario.servers.spread()))
        }
        _ => {
            let wrong = if all == 1 { "whose clock is wrong" } else { "whose clocks are wrong" };
            format!("{servers} {wrong}")
        }
    }
}

/// Explains why, and what to do about it.
fn reason(facts: &RunFacts<'_>, lane: usize, is_more: bool) -> String {
    let scenario = facts.run.scenario();
    let is_together = scenario.servers.count <= 1 || is_kept_together(scenario, facts.lane(lane));
    let why = match facts.run.lanes()[lane].store() {
        Store::Local if !is_together => format!("Each keeps its own count{}", goes(facts, is_more)),
        Store::Sync { every } if !is_together => {
            let advice = if is_more { " Sync more often, or use a shared store." } else { "" };
            let every = duration(every);
            format!("For up to {every}, a server does not know what the others admitted.{advice}")
        }
        Store::Race { write, .. } => {
            let then = match write {
                Write::Set => "Of several writes, the last one wins.",
                Write::Increment => "A write adds to the count, even beyond the limit.",
            };
            let advice = if is_more { " Decide and charge in one step." } else { "" };
            [&on_reading(facts, lane), then, advice].concat()
        }
        Store::Down { .. } => while_down(facts, lane),
        _ if scenario.servers.spread() > 0 && !is_together => {
            "One state sees several clocks, and goes by the latest time.".to_owned()
        }
        _ => String::new(),
    };
    [why, clocks(facts)].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// Describes the routing, and what helps.
pub(crate) fn goes(facts: &RunFacts<'_>, is_more: bool) -> String {
    let servers = &facts.run.scenario().servers;
    let by = number(servers.count.into());
    let (how, advice) = match (servers.routing, servers.count) {
        (Routing::RoundRobin, 2) => {
            ("every other request goes to the other", format!("divide the limit by {by}"))
        }
        (Routing::RoundRobin, _) => ("requests go to them in turn", format!("divide the limit by {by}")),
        (Routing::Random, _) => ("a request goes to any of them", format!("divide the limit by {by}")),
        (Routing::Sticky, _) => ("each client goes to one of them", "count by client".to_owned()),
    };
    let advice = if is_more { format!(" Share the state, or {advice}.") } else { String::new() };
    format!(", and {how}.{advice}")
}

/// Counts the requests admitted on a count that was read before others were written, if there is one per key.
fn on_reading(facts: &RunFacts<'_>, lane: usize) -> String {
    let limiter = &facts.run.lanes()[lane];
    let Store::Race { latency, .. } = limiter.store() else { return String::new() };
    let late = duration(latency);
    let (Some(arrivals), false) = (facts.run.arrivals(lane), limiter.layers() > 1) else {
        return format!("Admitted requests are written {late} after the count is read. ");
    };
    let senders = facts.run.senders();
    let mut last = vec![None; senders.keys(limiter.key()) as usize];
    let mut early = 0;
    for index in (0..arrivals.len()).filter(|index| limiter.record().outcomes().get(*index) != Kind::Denied) {
        let (time, before) =
            (arrivals.time(index), &mut last[senders.key(limiter.key(), arrivals.client(index)) as usize]);
        early += u64::from(before.is_some_and(|before| time - before < latency));
        if arrivals.cost(index) > 0 {
            *before = Some(time);
        }
    }
    if early == 0 {
        return String::new();
    }
    let were = if early == 1 { "was" } else { "were" };
    format!(
        "{} {were} admitted on a count that was read before others were written. ",
        capital(&number(early))
    )
}

/// Describes the outcomes of the requests that came while the store was down.
pub(crate) fn while_down(facts: &RunFacts<'_>, lane: usize) -> String {
    let limiter = &facts.run.lanes()[lane];
    let (Store::Down { from, to, fallback }, Some(arrivals)) = (limiter.store(), facts.run.arrivals(lane))
    else {
        return String::new();
    };
    let came = arrivals.first_at(from)..arrivals.first_at(to);
    let admitted = u64::from(limiter.record().count(came.clone()).admitted());
    let what = if facts.run.scenario().has_same_requests() { "request" } else { "attempt" };
    let came = came.len() as u64;
    if came == 0 {
        return format!("Meanwhile no {what} came.");
    }
    let all = match came {
        1 => format!("the only {what} that came was"),
        _ => format!("all {} that came were", counted(came, what)),
    };
    match fallback {
        Fallback::Open => format!("Meanwhile {all} admitted, and nothing was charged."),
        Fallback::Closed => format!("Meanwhile {all} denied."),
        Fallback::Local => format!(
            "Meanwhile each server started with a fresh count, and {} of {} got through.",
            none_or(admitted),
            counted(came, what)
        ),
    }
}

/// Describes the wrong clocks: `The clock of server 2 is 0.6 s ahead.`
pub(super) fn clocks(facts: &RunFacts<'_>) -> String {
    let scenario = facts.run.scenario();
    let clocks: Vec<_> = wrong_clocks(scenario).collect();
    let wrong = |ahead: i64| {
        format!("{} {}", duration(ahead.unsigned_abs()), if ahead < 0 { "behind" } else { "ahead" })
    };
    match *clocks {
        [] => String::new(),
        [clock] => format!("The clock of server {} is {}.", clock.server + 1, wrong(clock.ahead)),
        [one, other] => format!(
            "The clock of server {} is {}, that of server {} {}.",
            one.server + 1,
            wrong(one.ahead),
            other.server + 1,
            wrong(other.ahead)
        ),
        _ => format!("The clocks of {} servers are wrong.", count(clocks.len() as u64)),
    }
}
