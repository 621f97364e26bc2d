//! The expected changes of groups, servers, keys, and states between two runs.

use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, decimal, duration, every};
use ratelab_scenario::scenario::{
    Fallback, Group, Key, Lane, Rate, Routing, Scenario, Senders, Shares, Store,
};
use ratelab_simulation::run::Simulation;

use super::{
    claims::{name, states, things},
    options,
    walk::Walked,
};

/// Returns whether the scenario's own clients send anything in either.
pub(super) fn has_nameless(scenario: &Scenario) -> bool {
    Senders::new(scenario).groups().iter().any(|group| group.name.is_none())
}

/// Returns the changes of groups, in the order of the form.
pub(super) fn groups(new: &Scenario, old: &Scenario) -> Vec<String> {
    let (now, before) = (new.named_groups(), old.named_groups());
    let mut all = Vec::new();
    for group in &now {
        let Some(was) = before.iter().find(|other| other.name == group.name) else {
            all.push(format!("with the group {}", group.name));
            continue;
        };
        let (many, few) = (group.clients.count, was.clients.count);
        if many != few {
            let clients = things(many.into(), "client");
            all.push(format!("{clients} of {} instead of {}", group.name, count(few.into())));
        }
        if shares(group) != shares(was) {
            all.push(format!("{} with {} instead of {}", group.name, shares(group), shares(was)));
        }
        let limit = |group: &Group, scenario: &Scenario| {
            let Rate { amount, period } = group.tier.limit.unwrap_or(scenario.limit);
            format!("{} in {}", count(amount.into()), duration(period))
        };
        if group.tier.limit != was.tier.limit && limit(group, new) != limit(was, old) {
            all.push(format!("{} for {} instead of {}", limit(group, new), group.name, limit(was, old)));
        }
        let burst = |group: &Group, scenario: &Scenario| match (group.tier.burst, group.tier.limit) {
            (Some(burst), _) => count(burst.into()),
            (None, Some(limit)) => count(limit.amount.into()),
            (None, None) => count(scenario.burst.unwrap_or(scenario.limit.amount).into()),
        };
        if group.tier.burst != was.tier.burst && burst(group, new) != burst(was, old) {
            all.push(format!(
                "bursts of {} for {} instead of {}",
                burst(group, new),
                group.name,
                burst(was, old)
            ));
        }
    }
    let gone = before.iter().filter(|group| now.iter().all(|other| other.name != group.name));
    all.extend(gone.map(|group| format!("without the group {}", group.name)));
    all
}

fn shares(group: &Group) -> String {
    match group.clients.shares {
        Shares::Zipf { exponent } if group.clients.count > 1 => {
            format!("Zipf shares of {}", decimal(exponent.into(), 100))
        }
        _ => "equal shares".to_owned(),
    }
}

/// Returns the changes of servers, if they make a difference to any lane.
pub(super) fn servers(now: &Simulation, before: &Simulation) -> Vec<String> {
    let (new, old) = (now.scenario(), before.scenario());
    let matter = |run: &Simulation| (0..run.lanes().len()).any(|lane| !Walked::new(run, lane).is_central());
    if !matter(now) && !matter(before) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let (here, there) = (&new.servers, &old.servers);
    if here.count != there.count {
        let many = things(here.count.into(), "server");
        all.push(format!("{many} instead of {}", count(there.count.into())));
    }
    let routing = |routing: Routing| match routing {
        Routing::RoundRobin => "requests to servers in turn",
        Routing::Random => "requests to servers at random",
        Routing::Sticky => "each client on one server",
    };
    if here.routing != there.routing && here.count > 1 && there.count > 1 {
        all.push(format!("{} instead of {}", routing(here.routing), routing(there.routing)));
    }
    let is_taken = |scenario: &Scenario| scenario.lanes.iter().any(|lane| lane.store.is_none());
    if here.store != there.store && (is_taken(new) || is_taken(old)) {
        all.push(format!("{} instead of {}", kept(here.store), kept(there.store)));
    }
    let words = |ahead: i64| match ahead {
        0 => "correct".to_owned(),
        1.. => format!("{} ahead", duration(ahead.unsigned_abs())),
        _ => format!("{} behind", duration(ahead.unsigned_abs())),
    };
    // Only the first server's clock is wrong in the generated scenarios.
    let [ahead, was] = [here, there].map(|servers| servers.ahead(0));
    if ahead != was {
        all.push(format!("the clock of server 1 {} instead of {}", words(ahead), words(was)));
    }
    all
}

/// Describes where a state is stored.
fn kept(store: Store) -> String {
    let last = states(store).pop().unwrap_or_default();
    match store {
        Store::Shared => "a shared state".to_owned(),
        Store::Local => "a state on each server".to_owned(),
        Store::Sync { every: period } => format!("servers that sync {}", every(period)),
        Store::Race { .. } => format!("a state {}", last.trim_start_matches("with a state ")),
        Store::Down { .. } => format!("a store {last}"),
    }
}

fn store_of(scenario: &Scenario, lane: &Lane) -> Store {
    lane.store.unwrap_or(scenario.servers.store)
}

/// Describes a lane with another key or another store that is otherwise the same.
pub(super) fn moved(new: &Scenario, old: &Scenario, lane: usize, other: usize) -> Option<String> {
    let (now, was) = (&new.lanes[lane], &old.lanes[other]);
    if (Lane { key: was.key, store: was.store, ..now.clone() }) != *was {
        return None;
    }
    let key = |key: Key| match key {
        Key::Client => "by client",
        Key::Group => "by group",
        Key::Everybody => "shared by all clients",
    };
    let mut changes = Vec::new();
    if now.key != was.key {
        changes.push(format!("{} instead of {}", key(now.key), key(was.key)));
    }
    let (here, there) = (store_of(new, now), store_of(old, was));
    if here != there && (now.store.is_some() || was.store.is_some()) {
        changes.push(format!("with {} instead of {}", kept(here), kept(there)));
    }
    let alike = new.lanes.iter().filter(|lane| lane.algorithm == now.algorithm).count();
    let position = if alike > 1 { format!(" in lane {}", lane + 1) } else { String::new() };
    (!changes.is_empty()).then(|| format!("{}{position} {}", name(now.algorithm), changes.join(" and ")))
}

/// Returns whether its options changed, apart from where its state is stored.
pub(super) fn is_other(new: &Scenario, old: &Scenario, lane: usize, other: usize) -> bool {
    let (now, was) = (&new.lanes[lane], &old.lanes[other]);
    let here = Lane { store: Some(store_of(new, now)), ..now.clone() };
    let there = Lane { store: Some(store_of(old, was)), ..was.clone() };
    now != was && here != there && moved(new, old, lane, other).is_none()
}

/// Returns the name of a lane among others.
pub(super) fn called(scenario: &Scenario, lane: usize) -> String {
    let own = &scenario.lanes[lane];
    let alike: Vec<_> = scenario.lanes.iter().filter(|lane| lane.algorithm == own.algorithm).collect();
    let policies: Vec<_> = alike.iter().filter_map(|lane| lane.policy(scenario).ok()).collect();
    let suffix = |lane: &Lane| {
        let (mut text, options) = match lane.policy(scenario) {
            Ok(policy) if lane.members.is_empty() => options::difference(&policy, &policies)?,
            _ => Default::default(),
        };
        if alike.iter().any(|other| other.key != own.key) {
            text += [" by client", " by group", " shared by all clients"][lane.key as usize];
        }
        let store = store_of(scenario, lane);
        if alike.iter().any(|other| store_of(scenario, other) != store_of(scenario, own)) {
            // Lanes with the same outage are distinguished by their fallbacks.
            let fallbacks: Vec<Fallback> = alike.iter().filter_map(|lane| fallback(scenario, lane)).collect();
            let is_same = fallbacks.iter().all(|one| *one == fallbacks[0]);
            let mut words = states(store);
            if own.algorithm == Algorithm::Layers {
                words.iter_mut().for_each(|words| *words = words.replace("its own", "their own"));
            }
            text += &options;
            text += &format!(" {}", if is_same { &words[0] } else { &words[words.len() - 1] });
            return Some(text);
        }
        Some(text + &options)
    };
    let name = name(own.algorithm);
    match alike.iter().filter(|other| suffix(other) == suffix(own)).count() {
        1 if alike.len() == 1 => name.to_owned(),
        1 if suffix(own).is_some() => name.to_owned() + &suffix(own).unwrap_or_default(),
        _ => format!("{name} in lane {}", lane + 1),
    }
}

fn fallback(scenario: &Scenario, lane: &Lane) -> Option<Fallback> {
    match store_of(scenario, lane) {
        Store::Down { fallback, .. } => Some(fallback),
        _ => None,
    }
}

/// Formats an amount of one client, or of one group.
pub(super) fn amount(walked: &Walked<'_>, cost: u64) -> String {
    let is_plain = walked.scenario().traffic.iter().all(|pattern| pattern.cost == 1);
    let what = if is_plain { "" } else { "requests worth " };
    let whose = match walked.lane().key {
        Key::Client if walked.run.senders().clients() > 1 => " of one client",
        Key::Group if walked.run.senders().groups().len() > 1 => " of one group",
        _ => "",
    };
    format!("{what}{}{whose}", count(cost))
}
