//! Prints groups, keys, servers and stores. Only the full grammar reads them.

use super::{quantities::print_rate, retry::print_clients, units::Time};
use crate::scenario::{Clients, Clock, Fallback, Group, Key, MOST_SERVERS, Routing, Servers, Store, Write};

pub(super) const KEYS: [(&str, Key); 3] =
    [("client", Key::Client), ("group", Key::Group), ("everybody", Key::Everybody)];
pub(super) const ROUTINGS: [(&str, Routing); 3] =
    [("round_robin", Routing::RoundRobin), ("random", Routing::Random), ("sticky", Routing::Sticky)];
pub(super) const WRITES: [(&str, Write); 2] = [("set", Write::Set), ("increment", Write::Increment)];
pub(super) const FALLBACKS: [(&str, Fallback); 3] =
    [("open", Fallback::Open), ("closed", Fallback::Closed), ("local", Fallback::Local)];

/// Returns the word of a table for a value.
pub(super) fn word_for<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

/// Returns groups as text.
pub(super) fn print_groups(groups: &[Group]) -> String {
    groups.iter().map(print_group).collect::<Vec<_>>().join(", ")
}

/// Returns a group as text.
pub fn print_group(group: &Group) -> String {
    let mut text = group.name.to_string();
    if group.clients != Clients::default() {
        text.push_str(&format!(" {}", print_clients(group.clients)));
    }
    if let Some(limit) = group.tier.limit {
        text.push_str(&format!(" limit {}", print_rate(limit)));
    }
    if let Some(burst) = group.tier.burst {
        text.push_str(&format!(" burst {burst}"));
    }
    text
}

/// Returns servers as text. Defaults are included.
pub fn print_servers(servers: &Servers) -> String {
    let routing = word_for(&ROUTINGS, servers.routing);
    let mut text = format!("{} {routing} {}", servers.count, print_store(servers.store));
    for server in 0..servers.count.min(MOST_SERVERS) {
        if let Some(clock) = servers.clocks.iter().find(|clock| clock.server == server) {
            text.push_str(&print_clock(*clock));
        }
    }
    text
}

fn print_clock(Clock { server, ahead }: Clock) -> String {
    let word = if ahead < 0 { "behind" } else { "ahead" };
    format!(" server {} {word} {}", server + 1, Time(ahead.unsigned_abs()))
}

/// Returns a store as text.
pub fn print_store(store: Store) -> String {
    match store {
        Store::Shared => "shared".into(),
        Store::Local => "local".into(),
        Store::Race { latency, write } => format!("race {} {}", Time(latency), word_for(&WRITES, write)),
        Store::Sync { every } => format!("sync {}", Time(every)),
        Store::Down { from, to, fallback } => {
            format!("down {}..{} {}", Time(from), Time(to), word_for(&FALLBACKS, fallback))
        }
    }
}
