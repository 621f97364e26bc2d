//! Where a lane's state is stored and whose requests it counts, in words, and whether that matters.

use ratelab_limiter::{Algorithm, Policy};

use super::{names::name, options};
use crate::words::{duration, every, exact_instant, named};
use ratelab_scenario::scenario::{
    Clock, Fallback, Key, Lane, Name, Routing, Scenario, Senders, Store, Write,
};

/// Returns whether each key of a lane has one state, charged at the time of the decision, by a correct clock. Then
/// servers make no difference.
pub fn is_central(scenario: &Scenario, lane: &Lane) -> bool {
    has_one_state(scenario, lane) && wrong_clocks(scenario).next().is_none()
}

/// Returns the same with any clocks.
pub(super) fn has_one_state(scenario: &Scenario, lane: &Lane) -> bool {
    let servers = &scenario.servers;
    let is_alone = servers.count <= 1 || is_kept_together(scenario, lane);
    match lane.store_in(scenario) {
        Store::Shared => true,
        Store::Local | Store::Sync { .. } => is_alone,
        Store::Race { latency, .. } => latency == 0,
        Store::Down { .. } => false,
    }
}

/// Returns whether all requests of a key go to the same server.
pub(super) fn is_kept_together(scenario: &Scenario, lane: &Lane) -> bool {
    let by_client = |lane: &Lane| lane.key == Key::Client;
    scenario.servers.routing == Routing::Sticky && by_client(lane) && lane.members.iter().all(by_client)
}

/// Returns the wrong clocks of servers.
pub(super) fn wrong_clocks(scenario: &Scenario) -> impl Iterator<Item = Clock> {
    let count = scenario.servers.count;
    scenario.servers.clocks.iter().copied().filter(move |clock| clock.server < count)
}

/// Returns the name of a lane within a sentence. If another lane has the same limiter, the name includes what
/// distinguishes them, or else the number of the lane.
pub(super) fn called(scenario: &Scenario, lane: usize) -> String {
    let lanes = &scenario.lanes;
    let plain = name(lanes[lane].algorithm);
    let alike: Vec<_> = lanes.iter().filter(|other| other.algorithm == lanes[lane].algorithm).collect();
    if alike.len() == 1 {
        return plain.to_owned();
    }
    distinguished(scenario, &alike, &lanes[lane]).unwrap_or_else(|| format!("{plain} in lane {}", lane + 1))
}

/// Returns the name of a lane among others with the same limiter, if something distinguishes it.
fn distinguished(scenario: &Scenario, alike: &[&Lane], lane: &Lane) -> Option<String> {
    let own = difference(scenario, alike, lane)?;
    let is_same = |other: &&&Lane| difference(scenario, alike, other).as_ref() == Some(&own);
    (alike.iter().filter(is_same).count() == 1).then(|| [name(lane.algorithm), &own].concat())
}

/// Describes what distinguishes a lane from others with the same limiter, after its name; `None` if that is too much
/// for a name.
fn difference(scenario: &Scenario, alike: &[&Lane], lane: &Lane) -> Option<String> {
    let differ = |is_alike: &dyn Fn(&Lane) -> bool| alike.iter().any(|other| !is_alike(other));
    let store = lane.store_in(scenario);
    let is_by_key = differ(&|other| other.key == lane.key);
    let is_by_store = differ(&|other| other.store_in(scenario) == store);
    let key = if is_by_key { [" ", keyed(lane.key)].concat() } else { String::new() };
    let fallback = |other: &Lane| match other.store_in(scenario) {
        Store::Down { fallback, .. } => Some(fallback),
        _ => None,
    };
    let falls = differ(&|other| fallback(other).is_none_or(|one| Some(one) == fallback(lane)));
    let mut state = if is_by_store { [" ", &state(store, falls)].concat() } else { String::new() };
    if lane.algorithm == Algorithm::Layers {
        state = state.replace("its own", "their own");
    }
    // The limiters within several lanes may differ in anything.
    let [numbers, options] = match lane.members.is_empty() {
        true => options::difference(&lane.policy(scenario).ok()?, &policies(scenario, alike))?,
        false => Default::default(),
    };
    Some([numbers, key, options, state].concat())
}

fn policies(scenario: &Scenario, lanes: &[&Lane]) -> Vec<Policy> {
    lanes.iter().filter_map(|lane| lane.policy(scenario).ok()).collect()
}

/// Describes the key of a limiter, after its name.
pub(super) const fn keyed(key: Key) -> &'static str {
    match key {
        Key::Client => "by client",
        Key::Group => "by group",
        Key::Everybody => "shared by all clients",
    }
}

/// Describes where a state is stored, after the name of its limiter; with what servers do without it, if `falls`.
pub(super) fn state(store: Store, falls: bool) -> String {
    match store {
        Store::Shared => "with a shared state".to_owned(),
        Store::Local => "with its own state on each server".to_owned(),
        Store::Race { latency: 0, .. } => "charged in one atomic step".to_owned(),
        Store::Race { latency, write } => {
            let written = match write {
                Write::Set => "written",
                Write::Increment => "incremented",
            };
            format!("with a state {written} {} after it is read", duration(latency))
        }
        Store::Sync { every: period } => format!("synced {}", every(period)),
        Store::Down { from, to, fallback } => {
            let what = match (falls, fallback) {
                (false, _) => "with the store down",
                (_, Fallback::Open) => "failing open",
                (_, Fallback::Closed) => "failing closed",
                (_, Fallback::Local) => "counting on each server",
            };
            format!("{what} {}", from_to(from, to))
        }
    }
}

/// `from 5 s to 8 s`
pub(super) fn from_to(from: u64, to: u64) -> String {
    format!("from {} to {}", exact_instant(from), exact_instant(to))
}

/// Returns the name of a group within a sentence.
pub(super) fn group(name: Option<Name>) -> String {
    name.map_or_else(|| "the others".to_owned(), |name| named(name.as_str()))
}

/// Names the owner of requests, after a number of them. Empty if there is only one key.
pub(super) fn whose(senders: &Senders, kind: Key, key: u32) -> String {
    let groups = senders.groups();
    match kind {
        Key::Group if groups.len() > 1 => format!(" of {}", group(groups[key as usize].name)),
        Key::Client if senders.clients() > 1 => {
            let group = &groups[senders.group(key)];
            match group.name.filter(|_| groups.len() > 1) {
                None => " of one client".to_owned(),
                Some(name) if group.clients.count == 1 => format!(" of {}", named(name.as_str())),
                Some(name) => format!(" of one client of {}", named(name.as_str())),
            }
        }
        Key::Client | Key::Group | Key::Everybody => String::new(),
    }
}

/// Returns the names of the limiters within a lane: their own, or those of their algorithms. Those with the same
/// algorithm are called by what distinguishes them, or else by their position.
pub(super) fn members(scenario: &Scenario, lane: &Lane) -> Vec<String> {
    let called = |(number, member): (usize, &Lane)| {
        let (plain, is_one) = (name(member.algorithm), |other: &&Lane| other.name.is_none());
        let alike = |other: &&Lane| other.algorithm == member.algorithm;
        let alike: Vec<_> = lane.members.iter().filter(is_one).filter(alike).collect();
        match (member.name, alike.len()) {
            (Some(name), _) => format!("the {}", named(name.as_str())),
            (None, 1) => plain.to_owned(),
            (None, _) => distinguished(scenario, &alike, member)
                .unwrap_or_else(|| format!("{plain} in layer {}", number + 1)),
        }
    };
    lane.members.iter().enumerate().map(called).collect()
}
