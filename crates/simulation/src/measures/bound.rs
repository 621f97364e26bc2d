//! Upper bounds on what can be admitted, for every kind of store.

use ratelab_limiter::{Limiter, Policy, replicas::ReplicaBound};

use crate::run::Simulation;
use ratelab_scenario::scenario::{Fallback, Key, Routing, Senders, Servers, Store};

impl Simulation {
    /// Returns the maximum cost of a key that can start between two instants this far apart, both included, if
    /// no request costs more than those of the scenario. There is no bound where requests can bypass the state.
    pub fn bound(&self, lane: usize, key: u32, interval: u64) -> Option<u128> {
        let limiter = &self.lanes()[lane];
        let policy = limiter.policy_of(self.senders().group_of_key(limiter.key(), key).unwrap_or(0));
        let clients = clients_of(self.senders(), limiter.key(), key);
        let cost = self.scenario().greatest_cost();
        bound_on(&self.scenario().servers, limiter.store(), clients, policy, interval, cost)
    }
}

/// Returns the bound for a policy, a maximum cost and a number of clients that share a key, with the state in
/// this store of these servers.
pub fn bound_on(
    servers: &Servers,
    store: Store,
    clients: u32,
    policy: &Policy,
    interval: u64,
    cost: u32,
) -> Option<u128> {
    let states = states(servers, clients);
    // Where clocks differ, the limiter sees more time pass than there is.
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
        // In addition to the servers' own states, the store admits requests before and after the outage.
        Store::Down { fallback: Fallback::Local, .. } => Some((states + 1) * one()),
        Store::Down { fallback: Fallback::Open, .. } | Store::Race { .. } => None,
    }
}

/// Returns the bound on what is admitted, by arrival and by start, whatever a request costs.
pub fn admitted_on(
    servers: &Servers,
    store: Store,
    clients: u32,
    policy: &Policy,
    interval: u64,
) -> Option<u128> {
    // No request that costs more than the limit is ever admitted.
    let started = bound_on(servers, store, clients, policy, interval, policy.limit())?;
    // What a queue admits at once starts later, so fewer may start than are admitted.
    let may_wait = matches!(policy, Policy::LeakyBucketQueue(_) | Policy::AllOf(_));
    let apart = states(servers, clients) * policy.most_in(interval);
    Some(if may_wait { started.max(apart) } else { started })
}

/// Returns how many servers may decide the requests of this many clients that share a key.
pub fn states(servers: &Servers, clients: u32) -> u128 {
    match servers.routing {
        Routing::Sticky => servers.count.min(clients).into(),
        Routing::RoundRobin | Routing::Random => servers.count.into(),
    }
}

/// Returns how many clients share a key.
fn clients_of(senders: &Senders, kind: Key, key: u32) -> u32 {
    match kind {
        Key::Client => 1,
        Key::Group => senders.groups().get(key as usize).map_or(1, |group| group.clients.count),
        Key::Everybody => senders.clients(),
    }
}
