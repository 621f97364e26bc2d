//! Changes in the senders and in the servers.

use super::super::{
    names::name,
    topology::{is_central, keyed, state},
};
use crate::words::{count, counted, decimal, duration, every, named};
use ratelab_scenario::scenario::{Group, Lane, Rate, Routing, Scenario, Senders, Servers, Shares, Store};

/// Returns whether a client sends that belongs to no group.
pub(super) fn has_nameless(scenario: &Scenario) -> bool {
    Senders::new(scenario).groups().iter().any(|group| group.name.is_none())
}

/// Describes groups that were added, removed, or changed.
pub(super) fn groups(new: &Scenario, old: &Scenario) -> Vec<String> {
    let [now, before] = [new, old].map(Scenario::named_groups);
    let find = |all: &[Group], wanted: &Group| all.iter().find(|group| group.name == wanted.name).cloned();
    let called = |group: &Group| named(group.name.as_str());
    let mut changes = Vec::new();
    for group in &now {
        match find(&before, group) {
            None => changes.push(format!("with the group {}", called(group))),
            Some(was) => changes.extend(changed(group, &was, new, old)),
        }
    }
    let gone = before.iter().filter(|group| find(&now, group).is_none());
    changes.extend(gone.map(|group| format!("without the group {}", called(group))));
    changes
}

/// Describes changes in a group's clients and its limit.
fn changed(now: &Group, was: &Group, new: &Scenario, old: &Scenario) -> Vec<String> {
    let name = named(now.name.as_str());
    let shares = |group: &Group| match group.clients.shares {
        Shares::Zipf { exponent } if group.clients.count > 1 => {
            format!("Zipf shares of {}", decimal(exponent.into(), 100))
        }
        Shares::Zipf { .. } | Shares::Equal => "equal shares".to_owned(),
    };
    let (many, few) = (now.clients.count, was.clients.count);
    let clients = (many != few)
        .then(|| format!("{} of {name} instead of {}", counted(many.into(), "client"), count(few.into())));
    let shared = (shares(now) != shares(was))
        .then(|| format!("{name} with {} instead of {}", shares(now), shares(was)));
    // A limit that changed for all groups is reported once.
    let limit = |group: &Group, scenario: &Scenario| group.tier.limit.unwrap_or(scenario.limit);
    let (now_limit, was_limit) = (limit(now, new), limit(was, old));
    let limits = (now.tier.limit != was.tier.limit && now_limit != was_limit)
        .then(|| format!("{} for {name} instead of {}", rate(now_limit), rate(was_limit)));
    let burst = |group: &Group, scenario: &Scenario| {
        let usual = scenario.burst.filter(|_| group.tier.limit.is_none());
        group.tier.burst.or(usual).unwrap_or(limit(group, scenario).amount)
    };
    let (large, small) = (burst(now, new), burst(was, old));
    let bursts = (now.tier.burst != was.tier.burst && large != small)
        .then(|| format!("bursts of {} for {name} instead of {}", count(large.into()), count(small.into())));
    [clients, shared, limits, bursts].into_iter().flatten().collect()
}

fn rate(Rate { amount, period }: Rate) -> String {
    format!("{} in {}", count(amount.into()), duration(period))
}

/// Describes changed servers, if they make a difference to a lane.
pub(super) fn servers(new: &Scenario, old: &Scenario) -> Vec<String> {
    let matter = |scenario: &Scenario| scenario.lanes.iter().any(|lane| !is_central(scenario, lane));
    if !matter(new) && !matter(old) {
        return Vec::new();
    }
    let (now, was) = (&new.servers, &old.servers);
    let uses = |scenario: &Scenario| scenario.lanes.iter().any(|lane| lane.store.is_none());
    let changes = [
        (now.count != was.count).then(|| {
            format!("{} instead of {}", counted(now.count.into(), "server"), count(was.count.into()))
        }),
        (now.routing != was.routing && now.count.min(was.count) > 1)
            .then(|| format!("{} instead of {}", routing(now.routing), routing(was.routing))),
        (now.store != was.store && (uses(new) || uses(old)))
            .then(|| format!("{} instead of {}", kept(now.store), kept(was.store))),
    ];
    changes.into_iter().flatten().chain(clocks(now, was)).collect()
}

const fn routing(routing: Routing) -> &'static str {
    match routing {
        Routing::RoundRobin => "requests to servers in turn",
        Routing::Random => "requests to servers at random",
        Routing::Sticky => "each client on one server",
    }
}

/// Describes where a state is stored, and how.
fn kept(store: Store) -> String {
    match store {
        Store::Shared => "a shared state".to_owned(),
        Store::Local => "a state on each server".to_owned(),
        Store::Race { .. } => format!("a state {}", state(store, true).replacen("with a state ", "", 1)),
        Store::Sync { every: period } => format!("servers that sync {}", every(period)),
        Store::Down { .. } => format!("a store {}", state(store, true)),
    }
}

/// Describes changed clocks: one by one, if they are few.
fn clocks(now: &Servers, was: &Servers) -> Vec<String> {
    let ahead =
        |servers: &Servers, server: u32| if server < servers.count { servers.ahead(server) } else { 0 };
    let all = 0..now.count.max(was.count);
    let other: Vec<_> = all.filter(|server| ahead(now, *server) != ahead(was, *server)).collect();
    let words = |ahead: i64| match ahead {
        0 => "correct".to_owned(),
        ahead if ahead < 0 => format!("{} behind", duration(ahead.unsigned_abs())),
        ahead => format!("{} ahead", duration(ahead.unsigned_abs())),
    };
    let clause = |server: &u32| {
        let [new, old] = [now, was].map(|servers| words(ahead(servers, *server)));
        format!("the clock of server {} {new} instead of {old}", server + 1)
    };
    match other.len() {
        0..=2 => other.iter().map(clause).collect(),
        many => vec![format!("different clocks on {} servers", count(many as u64))],
    }
}

/// Returns whether a lane's options changed, apart from where its state is stored.
pub(super) fn has_other_options(new: &Scenario, old: &Scenario, lane: usize, other: usize) -> bool {
    let with_store =
        |scenario: &Scenario, lane: &Lane| Lane { store: Some(lane.store_in(scenario)), ..lane.clone() };
    let (now, was) = (&new.lanes[lane], &old.lanes[other]);
    now != was && with_store(new, now) != with_store(old, was) && moved(new, old, lane, other).is_none()
}

/// Describes a lane that differs only in its key or in where its state is stored.
pub(super) fn moved(new: &Scenario, old: &Scenario, lane: usize, other: usize) -> Option<String> {
    let (now, was) = (&new.lanes[lane], &old.lanes[other]);
    let is_same = Lane { key: was.key, store: was.store, ..now.clone() } == *was;
    let (here, there) = (now.store_in(new), was.store_in(old));
    // A change that all lanes have in common is reported once.
    let is_common = now.store.is_none() && was.store.is_none();
    if !is_same {
        return None;
    }
    let alike = new.lanes.iter().filter(|lane| lane.algorithm == now.algorithm).count();
    let position = if alike > 1 { format!(" in lane {}", lane + 1) } else { String::new() };
    let changes = [
        (now.key != was.key).then(|| format!("{} instead of {}", keyed(now.key), keyed(was.key))),
        (here != there && !is_common).then(|| format!("with {} instead of {}", kept(here), kept(there))),
    ];
    let changes: Vec<_> = changes.into_iter().flatten().collect();
    (!changes.is_empty()).then(|| format!("{}{position} {}", name(now.algorithm), changes.join(" and ")))
}
