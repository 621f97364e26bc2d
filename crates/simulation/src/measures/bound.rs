//! The most that can ever be admitted, wherever the state lives.

use ratelab_limiter::{Limiter, Policy, replicas::ReplicaBound};

use crate::run::Simulation;
use ratelab_scenario::scenario::{Fallback, Key, Routing, Senders, Servers, Store};

impl Simulation {
    /// The most cost of a key of a lane that can start between two instants so far apart, both included, if no request
    /// costs more than those of the scenario. Where requests can slip past the state, there is no such bound.
    pub fn bound(&self, lane: usize, key: u32, interval: u64) -> Option<u128> {
        let limiter = &self.lanes()[lane];
        let policy = limiter.policy_of(self.senders().group_of_key(limiter.key(), key).unwrap_or(0));
        let clients = clients_of(self.senders(), limiter.key(), key);
        let cost = self.scenario().greatest_cost();
        bound_on(&self.scenario().servers, limiter.store(), clients, policy, interval, cost)
    }
}

/// The same for any policy and greatest cost, and so many clients that share a key, with the state in this store of
/// these servers.
pub fn bound_on(
    servers: &Servers,
    store: Store,
    clients: u32,
    policy: &Policy,
    interval: u64,
    cost: u32,
) -> Option<u128> {
    let states = states(servers, clients);
    // Clocks that differ let the limiter see more time pass than there is.
    let spread = servers.spread();
    let one = || policy.most_started_in(interval.saturating_add(spread), cost);
    match store {
        Store::Shared | Store::Race { latency: 0, .. } => Some(one()),
        Store::Local => Some(states * policy.most_started_in(interval, cost)),
        Store::Sync { every } => {
            let (late, interval) = (every.saturating_add(spread), interval.saturating_add(spread));
            Some(policy.most_started_by_replicas(states, late, interval, cost))
        }
        Store::Down { fallback: Fallback::Closed, .. } => Some(one()),
        // Beside those of the servers there is what the store admits before and after.
        Store::Down { fallback: Fallback::Local, .. } => Some((states + 1) * one()),
        Store::Down { fallback: Fallback::Open, .. } | Store::Race { .. } => None,
    }
}

/// How many servers may decide about the requests of so many clients that share a key.
pub fn states(servers: &Servers, clients: u32) -> u128 {
    match servers.routing {
        Routing::Sticky => servers.count.min(clients).into(),
        Routing::RoundRobin | Routing::Random => servers.count.into(),
    }
}

/// How many clients share a key.
fn clients_of(senders: &Senders, kind: Key, key: u32) -> u32 {
    match kind {
        Key::Client => 1,
        Key::Group => senders.groups().get(key as usize).map_or(1, |group| group.clients.count),
        Key::Everybody => senders.clients(),
    }
}
