//! The most that can ever be admitted, wherever the state lives.

use ratelab_limiter::Limiter;

use crate::{
    run::{Lane, Simulation},
    scenario::{Cast, Fallback, Key, Routing, Store},
};

impl Simulation {
    /// The most cost that a key of a lane can be admitted between two instants so far apart, both
    /// included. Where requests can slip past the state, there is no such bound.
    pub fn bound(&self, lane: usize, key: u32, interval: u64) -> Option<u128> {
        let of = &self.lanes()[lane];
        let policy = of.policy_of(self.cast().group_of_key(of.key(), key).unwrap_or(0));
        let spread = self.scenario().servers.spread();
        // Clocks that differ let the limiter see more time pass than there is.
        let one = || policy.most_in(interval.saturating_add(spread));
        match of.store() {
            Store::Shared | Store::Race { latency: 0, .. } => Some(one()),
            Store::Local => Some(self.states(of, key) * policy.most_in(interval)),
            Store::Sync { .. } => Some(self.states(of, key) * one()),
            Store::Down { fallback: Fallback::Closed, .. } => Some(one()),
            // Beside those of the servers there is what the store admits before and after.
            Store::Down { fallback: Fallback::Local, .. } => Some((self.states(of, key) + 1) * one()),
            Store::Down { fallback: Fallback::Open, .. } | Store::Race { .. } => None,
        }
    }

    /// How many servers may decide about the requests of a key.
    fn states(&self, lane: &Lane, key: u32) -> u128 {
        let servers = self.scenario().servers.count;
        match self.scenario().servers.routing {
            Routing::Sticky => servers.min(clients_of(self.cast(), lane.key(), key)).into(),
            Routing::RoundRobin | Routing::Random => servers.into(),
        }
    }
}

/// How many clients share a key.
fn clients_of(cast: &Cast, kind: Key, key: u32) -> u32 {
    match kind {
        Key::Client => 1,
        Key::Group => cast.groups().get(key as usize).map_or(1, |group| group.clients.count),
        Key::Everybody => cast.clients(),
    }
}
