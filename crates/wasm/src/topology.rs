//! Senders and servers described for a form.

use ratelab_scenario::{
    language::{print_group, print_servers, print_store},
    scenario::{self, Clients, Fallback, Key, Routing, Shares, Write},
};
use serde::Serialize;
use tsify::Tsify;

use crate::rate::{Rate, rate};

/// A group of clients.
#[derive(Serialize, Tsify)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its part of the field `groups`.
    pub text: String,
    /// The number of clients.
    pub clients: u32,
    /// The exponent of their shares in hundredths, unless they are equal.
    pub zipf: Option<u32>,
    /// Their limit, if they have their own.
    pub limit: Option<Rate>,
    /// The size of their buckets, if they have their own.
    pub burst: Option<u32>,
}

/// The servers that decide.
#[derive(Serialize, Tsify)]
pub struct Servers {
    /// The field `servers`.
    pub text: String,
    /// The number of servers.
    pub count: u32,
    /// How requests are routed to them.
    #[tsify(type = "'round_robin' | 'random' | 'sticky'")]
    pub routing: &'static str,
    /// Where the state is stored, for lanes without their own setting.
    pub store: Store,
    /// For each server, how far its clock is ahead, in nanoseconds.
    pub clocks: Vec<f64>,
}

/// Where the state is stored. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Store {
    /// The text in the language.
    pub text: String,
    /// Its kind.
    #[tsify(type = "'shared' | 'local' | 'race' | 'sync' | 'down'")]
    pub kind: &'static str,
    /// For a race: the time between reading and writing.
    pub latency: Option<u64>,
    /// For a race: what is written.
    #[tsify(type = "'set' | 'increment' | undefined")]
    pub write: Option<&'static str>,
    /// For servers that sync: how often.
    pub every: Option<u64>,
    /// For a store that is down: the beginning.
    pub from: Option<u64>,
    /// For a store that is down: the end.
    pub to: Option<u64>,
    /// For a store that is down: what servers do meanwhile.
    #[tsify(type = "'open' | 'closed' | 'local' | undefined")]
    pub fallback: Option<&'static str>,
}

pub(crate) fn group(group: &scenario::Group) -> Group {
    Group {
        name: group.name.to_string(),
        text: print_group(group),
        clients: group.clients.count,
        zipf: zipf(group.clients),
        limit: group.tier.limit.map(rate),
        burst: group.tier.burst,
    }
}

/// Returns the exponent of shares that are not equal, in hundredths.
pub(crate) const fn zipf(clients: Clients) -> Option<u32> {
    match clients.shares {
        Shares::Equal => None,
        Shares::Zipf { exponent } => Some(exponent),
    }
}

pub(crate) fn servers(servers: &scenario::Servers) -> Servers {
    Servers {
        text: print_servers(servers),
        count: servers.count,
        routing: match servers.routing {
            Routing::RoundRobin => "round_robin",
            Routing::Random => "random",
            Routing::Sticky => "sticky",
        },
        store: store(servers.store),
        clocks: (0..servers.count).map(|server| servers.ahead(server) as f64).collect(),
    }
}

pub(crate) const fn key(key: Key) -> &'static str {
    match key {
        Key::Client => "client",
        Key::Group => "group",
        Key::Everybody => "everybody",
    }
}

pub(crate) fn store(store: scenario::Store) -> Store {
    let text = print_store(store);
    let plain = Store {
        text,
        kind: "shared",
        latency: None,
        write: None,
        every: None,
        from: None,
        to: None,
        fallback: None,
    };
    match store {
        scenario::Store::Shared => plain,
        scenario::Store::Local => Store { kind: "local", ..plain },
        scenario::Store::Race { latency, write } => {
            let write = match write {
                Write::Set => "set",
                Write::Increment => "increment",
            };
            Store { kind: "race", latency: Some(latency), write: Some(write), ..plain }
        }
        scenario::Store::Sync { every } => Store { kind: "sync", every: Some(every), ..plain },
        scenario::Store::Down { from, to, fallback } => {
            let fallback = match fallback {
                Fallback::Open => "open",
                Fallback::Closed => "closed",
                Fallback::Local => "local",
            };
            Store { kind: "down", from: Some(from), to: Some(to), fallback: Some(fallback), ..plain }
        }
    }
}
