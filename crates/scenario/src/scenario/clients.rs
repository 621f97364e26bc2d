//! The clients, their groups, and how they react when they are denied.

use super::{Name, Rate, Scenario};

/// A number of clients, and how the requests are distributed among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clients {
    /// The number of clients.
    pub count: u32,
    /// The share of each client.
    pub shares: Shares,
}

impl Default for Clients {
    fn default() -> Self {
        Self { count: 1, shares: Shares::Equal }
    }
}

/// How requests are distributed among clients. With more than one client, the sender of a request is random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the language must print every distribution, and the traffic must draw from it.
pub enum Shares {
    /// The same for every client.
    Equal,
    /// The k-th client in proportion to `1 / k^exponent`.
    Zipf {
        /// In hundredths.
        exponent: u32,
    },
}

/// Clients of one kind, with their own traffic and optionally their own limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the group.
    pub name: Name,
    /// The number of clients and their shares.
    pub clients: Clients,
    /// The limit of the group, if it differs from the scenario's.
    pub tier: Tier,
}

impl Group {
    /// Returns a group of one client under the scenario's limit.
    pub const fn new(name: Name) -> Self {
        let clients = Clients { count: 1, shares: Shares::Equal };
        Self { name, clients, tier: Tier { limit: None, burst: None } }
    }
}

impl Scenario {
    /// Returns the groups: those that are defined, or else those that the traffic names, in that order, with
    /// one client each.
    pub fn named_groups(&self) -> Vec<Group> {
        let mut groups = self.groups.clone();
        if groups.is_empty() {
            let mut names: Vec<Name> = Vec::new();
            for name in self.traffic.iter().filter_map(|pattern| pattern.by) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            groups.extend(names.into_iter().map(Group::new));
        }
        groups
    }

    /// Returns whether some traffic belongs to no group, and so to the scenario's clients.
    pub fn has_others(&self) -> bool {
        self.traffic.iter().any(|pattern| pattern.by.is_none())
    }

    /// Returns the clients that send the traffic of a group, or the traffic without a group.
    pub fn clients_of(&self, by: Option<Name>) -> Clients {
        let Some(name) = by else { return self.clients };
        let group = self.groups.iter().find(|group| group.name == name);
        group.map_or_else(Clients::default, |group| group.clients)
    }
}

/// A group's own limit. The scenario's values apply where a value is not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tier {
    /// The group's rate.
    pub limit: Option<Rate>,
    /// The capacity of buckets; the tier's limit if only that is set.
    pub burst: Option<u32>,
}

/// How a client reacts when it is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// When it tries again.
    pub after: RetryAfter,
    /// The number of attempts in total, including the first.
    pub attempts: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Self { after: RetryAfter::Never, attempts: 1 }
    }
}

/// When a client that was denied tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the language must print every policy, the simulation run it, and the bindings pass it on.
pub enum RetryAfter {
    /// Never.
    Never,
    /// At the same instant.
    AtOnce,
    /// After this long.
    Fixed(u64),
    /// After twice as long each time.
    Backoff {
        /// The first wait.
        first: u64,
        /// The longest.
        longest: u64,
        /// Whether each wait is random, between zero and its full length.
        jitter: bool,
    },
    /// After the time in the limiter's `Retry-After`, in whole seconds. A request that can never pass is not
    /// tried again.
    ServerHint,
}
