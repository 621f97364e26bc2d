//! Where a state lives and whose requests it counts, in a few words.

use super::{count, duration};
use ratelab_scenario::scenario::{Fallback, Key, Lane, Scenario, Senders, Store, Write};

/// What tells a lane apart by where it is decided: `own state on each server, by group`. Nothing where
/// there is one server, and each client has a state of its own.
pub fn topology(lane: &Lane, scenario: &Scenario) -> Option<String> {
    let is_stated =
        scenario.servers.count > 1 || scenario.servers.store != Store::Shared || lane.store.is_some();
    let store = is_stated.then(|| store(lane.store_in(scenario)));
    let key = match lane.key {
        Key::Client => None,
        Key::Group => Some("by group".to_owned()),
        Key::Everybody => Some("everybody together".to_owned()),
    };
    let all: Vec<String> = store.into_iter().chain(key).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Whose requests a key counts: `pro`, `client 13 of free`, `everybody else`. Nothing where it counts all of them.
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

/// Where a state lives: `shared state`, `read, then written 5 ms later`.
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
        Store::Sync { every } => format!("own state, told every {}", duration(every)),
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
