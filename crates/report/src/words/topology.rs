//! Where a state is stored and whose requests it counts, in a few words.

use super::{count, duration, every};
use ratelab_scenario::scenario::{Fallback, Key, Lane, Scenario, Senders, Store, Write};

/// Describes where a lane's state is stored and whose requests it counts: `own state on each server, by group`.
/// `None` if there is one server and each client has its own state.
pub fn topology(lane: &Lane, scenario: &Scenario) -> Option<String> {
    let is_stated =
        scenario.servers.count > 1 || scenario.servers.store != Store::Shared || lane.store.is_some();
    let store = is_stated.then(|| store(lane.store_in(scenario)));
    let key = match lane.key {
        Key::Client => None,
        Key::Group => Some("by group".to_owned()),
        Key::Everybody => Some("shared by all clients".to_owned()),
    };
    let all: Vec<String> = store.into_iter().chain(key).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Names the owner of a key: `pro`, `client 13 of free`, `everybody else`. `None` if the key counts all requests.
pub fn owner(senders: &Senders, kind: Key, key: u32) -> Option<String> {
    let group = senders.groups().get(senders.group_of_key(kind, key)?).filter(|_| senders.keys(kind) > 1)?;
    let name = group.name.map_or("everybody else".to_owned(), |name| name.to_string());
    let number = || count(u64::from(key - group.first) + 1);
    Some(match kind {
        Key::Client if senders.groups().len() == 1 && group.name.is_none() => format!("client {}", number()),
        Key::Client if group.clients.count > 1 => format!("client {} of {name}", number()),
        _ => name,
    })
}

/// Describes where a state is stored: `shared state`, `read, then written 5 ms later`.
pub fn store(store: Store) -> String {
    match store {
        Store::Shared => "shared state".to_owned(),
        Store::Local => "own state on each server".to_owned(),
        Store::Race { latency, write } => {
            let written = match write {
                Write::Set => "set",
                Write::Increment => "incremented",
            };
            format!("read, then {written} {} later", duration(latency))
        }
        Store::Sync { every: period } => format!("own state, synced {}", every(period)),
        Store::Down { from, to, fallback } => {
            let then = match fallback {
                Fallback::Open => "all pass",
                Fallback::Closed => "none pass",
                Fallback::Local => "own state meanwhile",
            };
            format!("store down from {} to {}: {then}", duration(from), duration(to))
        }
    }
}
