//! Who sends it: clients, groups of them, and what they do when they are refused.

use super::{Name, Rate, Scenario};

/// How many clients, and how the requests are shared among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clients {
    /// How many.
    pub count: u32,
    /// Who sends how much.
    pub shares: Shares,
}

impl Default for Clients {
    fn default() -> Self {
        Self { count: 1, shares: Shares::Equal }
    }
}

/// How requests are shared among clients. With more than one client, who sends a
/// request is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shares {
    /// All alike.
    Equal,
    /// The k-th client in proportion to `1 / k^exponent`.
    Zipf {
        /// In hundredths.
        exponent: u32,
    },
}

/// Clients of one kind, with traffic and maybe a limit of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are called.
    pub name: Name,
    /// How many there are, and who of them sends how much.
    pub clients: Clients,
    /// Their tier, if it is not the scenario's limit.
    pub tier: Tier,
}

impl Group {
    /// One client, under the scenario's limit.
    pub const fn new(name: Name) -> Self {
        let clients = Clients { count: 1, shares: Shares::Equal };
        Self { name, clients, tier: Tier { limit: None, burst: None } }
    }
}

impl Scenario {
    /// The groups that there are: those that are described, or else those that the traffic names,
    /// in the order in which it does, each of one client.
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

    /// Whether some of the traffic is of no group, and so of the scenario's clients.
    pub fn has_others(&self) -> bool {
        self.traffic.iter().any(|pattern| pattern.by.is_none())
    }

    /// The clients that send the traffic of a group, or that of nobody.
    pub fn clients_of(&self, by: Option<Name>) -> Clients {
        let Some(name) = by else { return self.clients };
        let group = self.groups.iter().find(|group| group.name == name);
        group.map_or_else(Clients::default, |group| group.clients)
    }
}

/// A limit of a group's own. What is not set is the scenario's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tier {
    /// So many in so long.
    pub limit: Option<Rate>,
    /// What buckets hold; as much as the tier's limit, if that is set and this is not.
    pub burst: Option<u32>,
}

/// What a client does when it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// When it tries again.
    pub after: RetryAfter,
    /// How often it tries in all, the first time included.
    pub attempts: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Self { after: RetryAfter::Never, attempts: 1 }
    }
}

/// When a client that was refused tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// Whether each wait is drawn at random, from none of it to all of it.
        jitter: bool,
    },
    /// After as long as the limiter says in `Retry-After`, in whole seconds. A request that
    /// can never pass is not tried again.
    ServerHint,
}
