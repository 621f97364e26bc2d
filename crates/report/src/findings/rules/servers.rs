//! Servers without a shared state, or a store that is late or down, make a lane let more or less through than
//! intended.

use ratelab_limiter::{Limiter, Value, role::Role};

use super::super::{
    Finding,
    counterfactual::Causes,
    facts::RunFacts,
    names::{capital, name},
    results::Results,
    sentence::{none_or, share},
    topology::{from_to, is_kept_together, state, wrong_clocks},
};
use crate::{
    disagreements::KnownDisagreements,
    words::{count, counted, duration, every, number},
};
use ratelab_scenario::scenario::{Fallback, Routing, Store, Write};
use ratelab_simulation::run::Kind;

/// A difference below this many per cent is not worth the headline, if there is anything else to report; where clients
/// retry, which changes more than that, it takes twice as much.
pub(super) const LEAST_PER_CENT: u64 = 5;

pub(super) fn differ(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = worst(facts)?;
    let retried = facts.lanes().any(|lane| facts.attempts(lane) > facts.requests());
    let least = if retried { 2 * LEAST_PER_CENT } else { LEAST_PER_CENT };
    let (admitted, meant) = (facts.admitted(lane), facts.meant(lane)?);
    (admitted.abs_diff(meant) * 100 >= meant * least).then(|| difference(facts, lane, meant))
}

/// Reports a difference that is too small for [`differ`], if no other rule applies.
pub(super) fn differ_slightly(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = worst(facts)?;
    Some(difference(facts, lane, facts.meant(lane)?))
}

/// Reports that a lane let more, or fewer, through than intended: `Two servers that share no state let 40 through where
/// 20 were intended.`
pub(crate) fn difference(facts: &RunFacts<'_>, lane: usize, meant: u64) -> Finding {
    let admitted = facts.admitted(lane);
    let causes = causes(facts, lane, meant);
    let (subject, [through, intended]) = (subject(facts, lane, causes), [admitted, meant].map(none_or));
    let reason = reason(facts, lane, admitted > meant, causes);
    let exceeded = if admitted < meant { exceeded_instead(facts, lane) } else { None };
    if let Some(exceeded) = exceeded {
        let (ideal, it) = (facts.ideal(lane), facts.pronoun(lane));
        let headline = capital(&format!("{subject} let {through} through; {ideal}, {intended}."));
        return Finding::new(headline, format!("{reason} {}, {it} would {exceeded}.", capital(&ideal)));
    }
    let were = if meant == 1 { "was" } else { "were" };
    let headline = capital(&format!("{subject} let {through} through where {intended} {were} intended."));
    Finding::new(headline, reason)
}

/// Describes how a lane would exceed its own limit with one shared state and correct clocks, if it would. That is not
/// intended, either.
fn exceeded_instead(facts: &RunFacts<'_>, lane: usize) -> Option<String> {
    let (run, disagreements) = (facts.on_one_state(lane)?.run, KnownDisagreements::default());
    let results = Results::new(run.lanes().len());
    let facts = RunFacts::new(&run, &results, &disagreements)?;
    Some(facts.exceeded(0, &facts.summary(0).excess?))
}

/// Returns which of the store and the clocks are the reason that more, or fewer, get through than intended.
fn causes(facts: &RunFacts<'_>, lane: usize, meant: u64) -> Causes {
    let admitted = facts.admitted(lane);
    facts.causes(lane, &|_| {}, &|instead| match admitted > meant {
        true => admitted.saturating_sub(instead.admitted()),
        false => instead.admitted().saturating_sub(admitted),
    })
}

/// Describes lanes with several states that let as many through as intended, unless the servers are the reason for
/// something else.
pub(crate) fn made_no_difference(facts: &RunFacts<'_>) -> String {
    let apart: Vec<_> = facts.lanes().filter(|lane| facts.meant(*lane).is_some()).collect();
    let is_meant = |lane: &usize| facts.meant(*lane) == Some(facts.admitted(*lane));
    if facts.requests() < 2 || !facts.run.scenario().has_same_requests() || !apart.iter().all(is_meant) {
        return String::new();
    }
    let mut ideals: Vec<String> = Vec::new();
    for ideal in apart.iter().map(|lane| facts.ideal(*lane) + &rare(facts, *lane)) {
        if !ideals.contains(&ideal) {
            ideals.push(ideal);
        }
    }
    if ideals.is_empty() {
        String::new()
    } else {
        format!(" The same number would get through {}.", ideals.join(", or "))
    }
}

/// Explains why a late write made no difference, if no request came in the meantime.
fn rare(facts: &RunFacts<'_>, lane: usize) -> String {
    let limiter = &facts.run.lanes()[lane];
    let is_rare = |latency: u64| shortest_gap(facts, lane).is_none_or(|gap| gap >= latency);
    match limiter.store() {
        Store::Race { latency: latency @ 1.., .. } if limiter.layers() == 1 && is_rare(latency) => {
            format!(": no two requests that it counts together came within {}", duration(latency))
        }
        _ => String::new(),
    }
}

/// Returns the shortest time between two requests that a lane counts together, if there are two.
fn shortest_gap(facts: &RunFacts<'_>, lane: usize) -> Option<u64> {
    let (arrivals, senders) = (facts.run.arrivals(lane)?, facts.run.senders());
    let key = |index: usize| senders.key(facts.lane(lane).key, arrivals.client(index)) as usize;
    let mut last = vec![None; senders.keys(facts.lane(lane).key) as usize];
    let gap = |index: usize| Some(arrivals.time(index) - last[key(index)].replace(arrivals.time(index))?);
    (0..arrivals.len()).filter_map(gap).min()
}

/// Returns the lane whose number differs the most from what was intended, in proportion to that.
fn worst(facts: &RunFacts<'_>) -> Option<usize> {
    let numbers = |lane: usize| {
        let meant = facts.meant(lane)?;
        Some((lane, u128::from(facts.admitted(lane).abs_diff(meant)), u128::from(meant)))
    };
    let all = facts.lanes().filter_map(numbers).filter(|(_, apart, _)| *apart > 0);
    let worst = all.reduce(|worst, next| if next.1 * worst.2 > worst.1 * next.2 { next } else { worst });
    worst.map(|(lane, ..)| lane)
}

/// Names the servers or the store, and the lane if there are others: `with the fixed window, two servers that do not
/// talk`, `with the store down from 5 s to 8 s, the fixed window`.
fn subject(facts: &RunFacts<'_>, lane: usize, causes: Causes) -> String {
    let store = |lane: usize| facts.run.lanes()[lane].store();
    let algorithm = facts.lane(lane).algorithm;
    let is_like = |other: usize| facts.lane(other).algorithm == algorithm && store(other) == store(lane);
    let is_one_of_several = facts.lanes().any(|other| other != lane && is_like(other));
    let called = || if is_one_of_several { facts.name(lane) } else { name(algorithm).to_owned() };
    if let Some(circumstance) = circumstance(store(lane)).filter(|_| causes.store) {
        // The name may have the same.
        let states = [false, true].map(|falls| [" ", &state(store(lane), falls)].concat());
        let name = states.iter().fold(called(), |name, state| name.replace(state, ""));
        return format!("with {circumstance}, {name}");
    }
    let servers = at_servers(facts, lane, causes);
    let is_only = facts.lanes().all(|other| facts.lane(other).algorithm == algorithm);
    if is_only && !is_one_of_several { servers } else { format!("with {}, {servers}", called()) }
}

/// Describes a store that is slow or down.
fn circumstance(store: Store) -> Option<String> {
    match store {
        Store::Race { latency: latency @ 1.., .. } => {
            Some(format!("writes {} after reads", duration(latency)))
        }
        Store::Down { from, to, .. } => Some(format!("the store down {}", from_to(from, to))),
        _ => None,
    }
}

/// Names the servers: `two servers that share no state`.
fn at_servers(facts: &RunFacts<'_>, lane: usize, causes: Causes) -> String {
    let scenario = facts.run.scenario();
    let all = scenario.servers.count.max(1);
    let servers = format!("{} server{}", number(all.into()), if all == 1 { "" } else { "s" });
    match facts.run.lanes()[lane].store() {
        Store::Local if causes.store => format!("{servers} that share no state"),
        Store::Sync { every: period } if causes.store => format!("{servers} that sync {}", every(period)),
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
fn reason(facts: &RunFacts<'_>, lane: usize, is_more: bool, causes: Causes) -> String {
    let store = facts.run.lanes()[lane].store();
    let why = match store {
        Store::Local if causes.store => format!("Each keeps its own count{}", goes(facts, lane, is_more)),
        Store::Sync { every } if causes.store => {
            let every = duration(every);
            let advice = if is_more { synced_more(facts, lane) } else { "" };
            format!("For up to {every}, a server does not know what the others admitted.{advice}")
        }
        Store::Race { latency, .. } if causes.store && !is_more => format!(
            "Admitted requests are charged {} after the decision, and a charge counts from then on.",
            duration(latency)
        ),
        Store::Race { write, .. } if causes.store => {
            let then = match write {
                Write::Set => "Of several writes, the last one wins.",
                Write::Increment => "A write adds to the count, even beyond the limit.",
            };
            [&on_reading(facts, lane), then, " Decide and charge in one step."].concat()
        }
        Store::Down { .. } if causes.store => while_down(facts, lane),
        Store::Shared | Store::Race { .. } | Store::Down { .. } if is_on_several_clocks(facts, lane) => {
            "One state receives times from several clocks and uses the latest.".to_owned()
        }
        _ => String::new(),
    };
    let clocks = if causes.clocks { clocks(facts) } else { String::new() };
    [why, clocks].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// Returns whether servers whose clocks differ decide about requests of the same key.
fn is_on_several_clocks(facts: &RunFacts<'_>, lane: usize) -> bool {
    let scenario = facts.run.scenario();
    scenario.servers.spread() > 0 && !is_kept_together(scenario, facts.lane(lane))
}

/// Advises to sync more often, if twice as often helps.
fn synced_more(facts: &RunFacts<'_>, lane: usize) -> &'static str {
    let twice = facts.instead(lane, &|scenario| {
        if let Store::Sync { every } = scenario.lanes[lane].store_in(scenario) {
            scenario.lanes[lane].store = Some(Store::Sync { every: (every / 2).max(1) });
        }
    });
    match twice.is_some_and(|twice| twice.admitted() < facts.admitted(lane)) {
        true => " Sync more often, or share the state.",
        false => " Share the state.",
    }
}

/// Describes the routing, and what helps.
pub(crate) fn goes(facts: &RunFacts<'_>, lane: usize, is_more: bool) -> String {
    let servers = &facts.run.scenario().servers;
    let how = match (servers.routing, servers.count) {
        (Routing::RoundRobin, 2) => "every other request goes to the other",
        (Routing::RoundRobin, _) => "requests go to them in turn",
        (Routing::Random, _) => "a request goes to any of them",
        (Routing::Sticky, _) => "each client goes to one of them",
    };
    let divided = format!(", or divide the limit by {}", number(servers.count.into()));
    let advice = match is_more {
        false => String::new(),
        true if divides(facts, lane) => format!(" Share the state{divided}."),
        true => " Share the state.".to_owned(),
    };
    format!(", and {how}.{advice}")
}

/// Returns whether the limit can be divided by the number of servers: requests go to them in turn, every number can
/// be divided, and no more get through than intended.
fn divides(facts: &RunFacts<'_>, lane: usize) -> bool {
    let (scenario, own) = (facts.run.scenario(), facts.lane(lane));
    let parts = u64::from(scenario.servers.count);
    let is_one = own.members.is_empty() && !facts.run.senders().has_tiers();
    if scenario.servers.routing != Routing::RoundRobin || !is_one {
        return false;
    }
    let settings = facts.policy(lane).settings();
    let divided: Option<Vec<_>> = own
        .algorithm
        .parameters()
        .iter()
        .filter(|parameter| matches!(parameter.role, Role::Limit | Role::Burst | Role::Amount))
        .map(|parameter| {
            let number = settings.number(parameter).filter(|number| number.is_multiple_of(parts))?;
            Some((parameter.name, Value::from(number / parts)))
        })
        .collect();
    let Some(divided) = divided else { return false };
    let instead = facts.instead(lane, &|scenario| {
        let options = &mut scenario.lanes[lane].options;
        options.retain(|(name, _)| divided.iter().all(|(divided, _)| divided != name));
        options.extend(divided.iter().cloned());
    });
    instead.is_some_and(|instead| Some(instead.admitted()) <= facts.meant(lane))
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
        return format!("Admitted requests are written {late} after the count is read. ");
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
            "Meanwhile each server started with a fresh count, and {} got through.",
            share(admitted, came, what)
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
