//! Scenarios as plain values. [`crate::language`] reads and writes them; the rest of the
//! crate takes them as they are.

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
    Algorithm, AllOf, Limiter, Policy, PolicyError, SECOND, Settings, Value, bounds::WINDOW, role::Role,
};

/// The most requests a scenario may make, retries not counted.
pub const MOST_REQUESTS: u64 = 10_000_000;
/// The most lanes side by side.
pub const MOST_LANES: usize = 16;
/// The most clients, those of all groups together.
pub const MOST_CLIENTS: u32 = 1_000_000;
/// The most groups.
pub const MOST_GROUPS: usize = 32;
/// The most attempts that a client makes at one request.
pub const MOST_ATTEMPTS: u32 = 100;

/// Everything that determines a simulation: the same scenario gives the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The limit that lanes share unless they have their own.
    pub limit: Rate,
    /// How much buckets hold unless they have their own capacity; as much as the limit if not
    /// set.
    pub burst: Option<u32>,
    /// The limiters, each on the same traffic.
    pub lanes: Vec<Lane>,
    /// What arrives: the sum of these.
    pub traffic: Vec<Pattern>,
    /// Who sends what no group sends.
    pub clients: Clients,
    /// Groups of clients, if any are described.
    pub groups: Vec<Group>,
    /// Where it is decided.
    pub servers: Servers,
    /// What a client does when it is refused.
    pub retry: Retry,
    /// The seed of all randomness.
    pub seed: u64,
    /// The instant of the limiters' clock at which the scenario's time is zero.
    pub start: u64,
    /// The stretch of time to show; all of it unless set.
    pub show: Option<(u64, u64)>,
    /// What is needed of a limiter. It changes no run.
    pub needs: Needs,
}

impl Default for Scenario {
    /// The edge burst: ten just before a window's edge and ten just after it.
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

/// So many in so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    /// Requests.
    pub amount: u32,
    /// Nanoseconds.
    pub period: u64,
}

impl Rate {
    /// The limit of a scenario that does not say one.
    pub(crate) const USUAL: Self = Self { amount: 10, period: 10 * SECOND };
}

/// A limiter with its own settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which limiter.
    pub algorithm: Algorithm,
    /// Parameters of the bounds table that it sets for itself.
    pub options: Vec<(&'static str, Value)>,
    /// The limiters of an all-of, or the layers from the outside in.
    pub members: Vec<Lane>,
    /// Whose requests share a state.
    pub key: Key,
    /// Where its state lives, if it is not where the scenario's servers have it.
    pub store: Option<Store>,
    /// What it is called, as one of several layers.
    pub name: Option<Name>,
}

/// Whose requests a limiter counts together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Key {
    /// Those of each client.
    #[default]
    Client,
    /// Those of each group.
    Group,
    /// All of them.
    Everybody,
}

impl Lane {
    /// A limiter that sets nothing for itself.
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

    /// Its policy within a scenario, for clients under the scenario's limit.
    pub fn policy(&self, scenario: &Scenario) -> Result<Policy, PolicyError> {
        self.policy_under(scenario, None)
    }

    /// Its policy for the clients of a tier. What the lane sets for itself is the same for all, and
    /// what counts everybody together is under the scenario's limit.
    pub fn policy_of(&self, scenario: &Scenario, tier: &Tier) -> Result<Policy, PolicyError> {
        self.policy_under(scenario, Some(tier))
    }

    /// The same for the clients of any tier, or of none.
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

    /// The policy of a lane that is one limiter and not several.
    pub fn single_policy(&self, scenario: &Scenario, tier: Option<&Tier>) -> Result<Policy, PolicyError> {
        let tier = tier.filter(|_| self.key != Key::Everybody);
        let mut settings = Settings::for_algorithm(self.algorithm);
        for parameter in self.algorithm.parameters() {
            if let Some(number) = scenario.shared(tier, parameter.role()) {
                settings.put(parameter.name, number.into())?;
            }
        }
        for (name, value) in &self.options {
            settings.put(name, value.clone())?;
        }
        settings.policy()
    }

    /// The policy of its members together.
    fn joined(
        &self,
        members: impl Iterator<Item = Result<Policy, PolicyError>>,
    ) -> Result<Policy, PolicyError> {
        let all = AllOf::new(members.collect::<Result<_, _>>()?)?;
        Ok(if self.algorithm == Algorithm::Layers { all.in_order() } else { all }.into())
    }

    /// Where its state lives: where it says so, or where the servers have it.
    pub fn store_in(&self, scenario: &Scenario) -> Store {
        self.store.unwrap_or(scenario.servers.store)
    }

    /// Where its windows begin, if it counts in windows that begin at multiples of their
    /// length rather than at a request, and they are the same for everybody: not where clocks
    /// are not right, nor where the windows of a tier are longer or shorter.
    pub fn windows(&self, scenario: &Scenario) -> Option<Windows> {
        // Clocks that differ, and groups with windows of their own, have edges in several places.
        let tiers = scenario.groups.iter().filter_map(|group| group.tier.limit);
        let is_one = self.options.iter().any(|(name, _)| *name == WINDOW.name)
            || tiers.map(|limit| limit.period).all(|period| period == scenario.limit.period);
        let policy = self.policy(scenario).ok().filter(|_| is_one && scenario.servers.clocks.is_empty())?;
        Windows::of(&policy, scenario.start)
    }
}

/// Windows of one length, each beginning where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// How long each is.
    pub length: u64,
    /// Where the first begins, at time zero or after it.
    pub origin: u64,
}

impl Windows {
    /// Those of a limiter, if they begin at multiples of their length. The clock shows `start` at
    /// time zero.
    pub fn of(policy: &Policy, start: u64) -> Option<Self> {
        let is_aligned = policy.settings().get("align") == Some(&"epoch".into());
        let length = policy.quotas().first().filter(|_| is_aligned)?.window?;
        let past = start % length;
        Some(Self { length, origin: if past == 0 { 0 } else { length - past } })
    }

    /// Where windows begin, from a time on.
    pub fn edges(self, from: u64) -> impl Iterator<Item = u64> {
        let Self { length, origin } = self;
        let offset = from.saturating_sub(origin).checked_next_multiple_of(length);
        let first = offset.and_then(|offset| offset.checked_add(origin));
        core::iter::successors(first, move |edge| edge.checked_add(length))
    }
}

impl Scenario {
    /// What its dearest requests cost, at least 1.
    pub fn greatest_cost(&self) -> u32 {
        self.traffic.iter().map(|pattern| pattern.cost).max().unwrap_or(1).max(1)
    }

    /// Whether all lanes get the same requests under the same numbers. Clients that retry
    /// make requests of their own in each lane.
    pub fn has_same_requests(&self) -> bool {
        self.retry.after == RetryAfter::Never
    }

    /// Whether clients wait for times that are drawn at random.
    pub fn has_jitter(&self) -> bool {
        matches!(self.retry.after, RetryAfter::Backoff { jitter: true, .. })
    }

    /// Whether anything is drawn at random, so that the seed matters.
    pub fn is_random(&self) -> bool {
        let is_routed = self.servers.count > 1 && self.servers.routing != Routing::RoundRobin;
        let is_drawn = |pattern: &Pattern| pattern.shape.is_random() || self.clients_of(pattern.by).count > 1;
        self.has_jitter() || is_routed || self.traffic.iter().any(is_drawn)
    }

    /// What lanes share for a tier, by what a parameter is for.
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

/// Some of the traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// When requests come.
    pub shape: Shape,
    /// The time at which it begins.
    pub from: u64,
    /// What each request costs.
    pub cost: u32,
    /// The group that sends it, if it is not the scenario's clients.
    pub by: Option<Name>,
}

impl Pattern {
    /// From time zero, at a cost of 1.
    pub const fn new(shape: Shape) -> Self {
        Self { shape, from: 0, cost: 1, by: None }
    }
}

/// When requests come, counted from where a pattern begins. What has a duration
/// has no request at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are what the text says")]
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
    /// Evenly, at a rate that goes from one to another: `ramp 1/s..50/s for 60s`.
    Ramp { low: Rate, high: Rate, duration: u64 },
    /// Evenly, with pauses: `onoff 10/s on 2s off 3s for 30s`.
    OnOff { rate: Rate, on: u64, off: u64, duration: u64 },
    /// Evenly, at a rate that swings between two, beginning at the lower: `sine
    /// 1/s..20/s period 1d for 2d`.
    Sine { low: Rate, high: Rate, period: u64, duration: u64 },
    /// At random, with waits that are mostly short and sometimes very long: `pareto
    /// 5/s shape 1.5 for 60s`. The shape is in hundredths, above 100.
    Pareto { rate: Rate, shape: u32, duration: u64 },
}

impl Shape {
    /// Whether its times are drawn at random.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Poisson { .. } | Self::Pareto { .. })
    }
}
