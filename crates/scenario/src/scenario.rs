//! Scenarios as plain values. [`crate::language`] reads and writes them.

mod clients;
mod name;
mod needs;
mod senders;
mod servers;

pub use self::{
    clients::{Clients, Group, Retry, RetryAfter, Shares, Tier},
    name::Name,
    needs::{Memory, Needs, Spread, Weight},
    senders::{SenderGroup, Senders},
    servers::{Clock, Fallback, MOST_SERVERS, Routing, Servers, Store, Write},
};

use ratelab_limiter::{
    Algorithm, Align, AllOf, Limiter, Policy, PolicyError, SECOND, Settings, Value,
    bounds::{ALIGN, WINDOW},
    role::Role,
};

/// The maximum number of requests in a scenario, without retries.
pub const MOST_REQUESTS: u64 = 10_000_000;
/// The maximum number of lanes.
pub const MOST_LANES: usize = 16;
/// The maximum number of clients in all groups together.
pub const MOST_CLIENTS: u32 = 1_000_000;
/// The maximum number of groups.
pub const MOST_GROUPS: usize = 32;
/// The maximum number of attempts that a client makes for one request.
pub const MOST_ATTEMPTS: u32 = 100;

/// Everything that determines a simulation: the same scenario always gives the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The limit of every lane that does not set its own.
    pub limit: Rate,
    /// The capacity of every bucket that does not set its own; the limit if not set.
    pub burst: Option<u32>,
    /// The limiters. All of them receive the same traffic.
    pub lanes: Vec<Lane>,
    /// The patterns that make up the traffic.
    pub traffic: Vec<Pattern>,
    /// The clients that send traffic not assigned to a group.
    pub clients: Clients,
    /// Groups of clients, if any are defined.
    pub groups: Vec<Group>,
    /// The servers that decide.
    pub servers: Servers,
    /// How a client reacts when it is denied.
    pub retry: Retry,
    /// The seed of all randomness.
    pub seed: u64,
    /// The reading of the limiters' clock at the scenario's time zero.
    pub start: u64,
    /// The time range to show; the whole run if not set.
    pub show: Option<(u64, u64)>,
    /// Requirements for choosing a limiter. They do not affect a run.
    pub needs: Needs,
}

impl Default for Scenario {
    /// The edge burst: ten requests just before the end of a window and ten just after it.
    fn default() -> Self {
        let ten_at = |from| Pattern { from, ..Pattern::new(Shape::Burst { count: 10 }) };
        Self {
            limit: Rate::USUAL,
            burst: None,
            lanes: Algorithm::ALL.iter().map(|algorithm| Lane::new(*algorithm)).collect(),
            traffic: vec![ten_at(9_500_000_000), ten_at(10_100_000_000)],
            clients: Clients::default(),
            groups: Vec::new(),
            servers: Servers::default(),
            retry: Retry::default(),
            seed: 1,
            start: 0,
            show: None,
            needs: Needs::default(),
        }
    }
}

/// An amount per period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    /// The number of requests.
    pub amount: u32,
    /// In nanoseconds.
    pub period: u64,
}

impl Rate {
    /// The limit of a scenario that does not set one.
    pub(crate) const USUAL: Self = Self { amount: 10, period: 10 * SECOND };
}

/// A limiter with its own settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Parameters from the bounds table that this lane sets itself.
    pub options: Vec<(&'static str, Value)>,
    /// The members of an all-of, or the layers from the outermost to the innermost.
    pub members: Vec<Lane>,
    /// Whose requests share a state.
    pub key: Key,
    /// Where its state is stored, if not where the scenario's servers keep theirs.
    pub store: Option<Store>,
    /// Its name as a layer.
    pub name: Option<Name>,
}

/// Which requests a limiter counts together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
// Exhaustive: the simulation must have a state for every kind of key.
pub enum Key {
    /// The requests of each client.
    #[default]
    Client,
    /// The requests of each group.
    Group,
    /// All requests.
    Everybody,
}

impl Lane {
    /// Returns a limiter with default settings.
    pub const fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            options: Vec::new(),
            members: Vec::new(),
            key: Key::Client,
            store: None,
            name: None,
        }
    }

    /// Returns its policy within a scenario, for clients under the scenario's limit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of the lane or its members, or the scenario's limit or burst, are not
    /// valid for the limiter.
    pub fn policy(&self, scenario: &Scenario) -> Result<Policy, PolicyError> {
        self.policy_under(scenario, None)
    }

    /// Returns its policy for the clients of a tier. Options that the lane sets itself apply to every tier, and
    /// a limiter that counts all clients together uses the scenario's limit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of the lane or its members, or the limit or burst of the tier, are not
    /// valid for the limiter.
    pub fn policy_of(&self, scenario: &Scenario, tier: &Tier) -> Result<Policy, PolicyError> {
        self.policy_under(scenario, Some(tier))
    }

    /// Returns the policy for the clients of a tier, or for clients without one.
    pub(crate) fn policy_under(
        &self,
        scenario: &Scenario,
        tier: Option<&Tier>,
    ) -> Result<Policy, PolicyError> {
        if matches!(self.algorithm, Algorithm::AllOf | Algorithm::Layers) {
            return self.joined(self.members.iter().map(|member| member.policy_under(scenario, tier)));
        }
        self.single_policy(scenario, tier)
    }

    /// Returns the policy of a lane with a single limiter.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if an option is not valid for the limiter, or if the lane has several limiters.
    pub fn single_policy(&self, scenario: &Scenario, tier: Option<&Tier>) -> Result<Policy, PolicyError> {
        let tier = tier.filter(|_| self.key != Key::Everybody);
        let mut settings = Settings::for_algorithm(self.algorithm);
        for parameter in self.algorithm.parameters() {
            if let Some(number) = scenario.shared(tier, parameter.role) {
                settings.put(parameter.name, number.into())?;
            }
        }
        for (name, value) in &self.options {
            settings.put(name, value.clone())?;
        }
        settings.policy()
    }

    /// Returns the combined policy of its members.
    fn joined(
        &self,
        members: impl Iterator<Item = Result<Policy, PolicyError>>,
    ) -> Result<Policy, PolicyError> {
        let all = AllOf::new(members.collect::<Result<_, _>>()?)?;
        Ok(if self.algorithm == Algorithm::Layers { all.in_order() } else { all }.into())
    }

    /// Returns where its state is stored: its own setting, or that of the servers.
    pub fn store_in(&self, scenario: &Scenario) -> Store {
        self.store.unwrap_or(scenario.servers.store)
    }

    /// Returns where its windows begin, if they are aligned to multiples of their length and are the same for
    /// every client. Clocks that are wrong and tiers with other window lengths have different edges.
    pub fn windows(&self, scenario: &Scenario) -> Option<Windows> {
        let tiers = scenario.groups.iter().filter_map(|group| group.tier.limit);
        let is_one = self.options.iter().any(|(name, _)| *name == WINDOW.name)
            || tiers.map(|limit| limit.period).all(|period| period == scenario.limit.period);
        let policy = self.policy(scenario).ok().filter(|_| is_one && scenario.servers.clocks.is_empty())?;
        Windows::from_policy(&policy, scenario.start)
    }
}

/// Consecutive windows of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// The length of each window.
    pub length: u64,
    /// The start of the first window at or after time zero.
    pub origin: u64,
}

impl Windows {
    /// Returns the windows of a limiter, if they are aligned to multiples of their length. The clock shows
    /// `start` at time zero.
    pub fn from_policy(policy: &Policy, start: u64) -> Option<Self> {
        let is_aligned = policy.settings().get(ALIGN.name) == Some(&Align::Epoch.word().into());
        let length = policy.quotas().first().filter(|_| is_aligned)?.window?;
        let past = start % length;
        Some(Self { length, origin: if past == 0 { 0 } else { length - past } })
    }

    /// Returns the window edges, starting at a time.
    pub fn edges(self, from: u64) -> impl Iterator<Item = u64> {
        let Self { length, origin } = self;
        let offset = from.saturating_sub(origin).checked_next_multiple_of(length);
        let first = offset.and_then(|offset| offset.checked_add(origin));
        core::iter::successors(first, move |edge| edge.checked_add(length))
    }
}

impl Scenario {
    /// Returns the highest cost of a request, at least 1.
    pub fn greatest_cost(&self) -> u32 {
        self.traffic.iter().map(|pattern| pattern.cost).max().unwrap_or(1).max(1)
    }

    /// Returns whether all lanes receive the same numbered requests. Clients that retry send different requests
    /// to each lane.
    pub fn has_same_requests(&self) -> bool {
        self.retry.after == RetryAfter::Never
    }

    /// Returns whether clients wait for random times.
    pub fn has_jitter(&self) -> bool {
        matches!(self.retry.after, RetryAfter::Backoff { jitter: true, .. })
    }

    /// Returns whether the seed matters, because something is random.
    pub fn is_random(&self) -> bool {
        let is_routed = self.servers.count > 1 && self.servers.routing != Routing::RoundRobin;
        let is_drawn = |pattern: &Pattern| pattern.shape.is_random() || self.clients_of(pattern.by).count > 1;
        self.has_jitter() || is_routed || self.traffic.iter().any(is_drawn)
    }

    /// Returns the shared value of a parameter with this role, for a tier.
    fn shared(&self, tier: Option<&Tier>, role: Role) -> Option<u64> {
        let Rate { amount, period } = tier.and_then(|tier| tier.limit).unwrap_or(self.limit);
        let burst =
            tier.map_or(self.burst, |tier| tier.burst.or(self.burst.filter(|_| tier.limit.is_none())));
        match role {
            Role::Limit | Role::Amount => Some(amount.into()),
            Role::Burst => Some(burst.unwrap_or(amount).into()),
            Role::Period => Some(period),
            Role::LongestWait | Role::Option => None,
        }
    }
}

/// A part of the traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The times of the requests.
    pub shape: Shape,
    /// The start time.
    pub from: u64,
    /// The cost of each request.
    pub cost: u32,
    /// The group that sends it, or none for the scenario's clients.
    pub by: Option<Name>,
}

impl Pattern {
    /// Returns a pattern that starts at time zero, with a cost of 1.
    pub const fn new(shape: Shape) -> Self {
        Self { shape, from: 0, cost: 1, by: None }
    }
}

/// The times of requests, relative to the start of a pattern. A shape with a duration has no request at its
/// end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are what the text says")]
// Exhaustive: the language must print every shape, the traffic generate it, and the bindings pass it on.
pub enum Shape {
    /// All at once: `10@9.5s`.
    Burst { count: u32 },
    /// One after the other: `15 every 100ms`.
    Every { count: u32, delay: u64 },
    /// Many at once, again and again: `burst 10 every 5s x6`.
    Bursts { count: u32, every: u64, times: u32 },
    /// At these times: `at 1s 1.5s 2s`.
    At { times: Vec<u64> },
    /// Evenly: `5/s for 30s`.
    Constant { rate: Rate, duration: u64 },
    /// At random, independently of each other: `poisson 20/s for 30s`.
    Poisson { rate: Rate, duration: u64 },
    /// Evenly, at a rate that changes from one value to another: `ramp 1/s..50/s for 60s`.
    Ramp { low: Rate, high: Rate, duration: u64 },
    /// Evenly, with pauses: `onoff 10/s on 2s off 3s for 30s`.
    OnOff { rate: Rate, on: u64, off: u64, duration: u64 },
    /// Evenly, at a rate that oscillates between two values, starting at the lower: `sine 1/s..20/s period 1d
    /// for 2d`.
    Sine { low: Rate, high: Rate, period: u64, duration: u64 },
    /// At random, with waits that are mostly short and sometimes very long: `pareto
    /// 5/s shape 1.5 for 60s`. The shape is in hundredths, above 100.
    Pareto { rate: Rate, shape: u32, duration: u64 },
}

impl Shape {
    /// Returns whether its times are random.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Poisson { .. } | Self::Pareto { .. })
    }
}
