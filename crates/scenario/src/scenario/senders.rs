//! The senders of a scenario: its groups with their clients, numbered one after the other.

use super::{Clients, Group, Key, Name, Scenario, Tier};

/// A group, or the clients of no group, as a run numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderGroup {
    /// What they are called; nothing for the clients of no group.
    pub name: Option<Name>,
    /// How many, and who of them sends how much.
    pub clients: Clients,
    /// Their limit.
    pub tier: Tier,
    /// The number of their first client.
    pub first: u32,
}

/// All that send requests, in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Senders(Vec<SenderGroup>);

impl Senders {
    /// The clients of no group, if they send anything or nobody else is there, then the groups.
    pub fn new(scenario: &Scenario) -> Self {
        let groups = scenario.named_groups();
        let sends = groups.is_empty() || scenario.has_others();
        let nameless = sends.then_some((None, scenario.clients, Tier::default()));
        let named = groups.iter().map(|Group { name, clients, tier }| (Some(*name), *clients, *tier));
        let mut first = 0u32;
        let numbered = nameless.into_iter().chain(named).map(|(name, clients, tier)| {
            let group = SenderGroup { name, clients, tier, first };
            first = first.saturating_add(clients.count);
            group
        });
        Self(numbered.collect())
    }

    /// The clients of no group alone.
    pub fn alone(clients: Clients) -> Self {
        Self(vec![SenderGroup { name: None, clients, tier: Tier::default(), first: 0 }])
    }

    /// The groups, in the order of their clients' numbers.
    pub fn groups(&self) -> &[SenderGroup] {
        &self.0
    }

    /// How many clients there are in all.
    pub fn clients(&self) -> u32 {
        self.0.last().map_or(0, |last| last.first.saturating_add(last.clients.count))
    }

    /// The number of the group that a client is of.
    #[inline]
    pub fn group(&self, client: u32) -> usize {
        if self.0.len() == 1 { 0 } else { self.0.partition_point(|group| group.first <= client).max(1) - 1 }
    }

    /// The number of the group with this name.
    pub fn named(&self, name: Option<Name>) -> usize {
        self.0.iter().position(|group| group.name == name).unwrap_or(0)
    }

    /// Whether any group has a limit of its own.
    pub fn has_tiers(&self) -> bool {
        self.0.iter().any(|group| group.tier != Tier::default())
    }

    /// How many keys there are of a kind.
    pub fn keys(&self, key: Key) -> u32 {
        match key {
            Key::Client => self.clients(),
            Key::Group => self.0.len() as u32,
            Key::Everybody => 1,
        }
    }

    /// The key of a client's requests.
    #[inline]
    pub fn key(&self, key: Key, client: u32) -> u32 {
        match key {
            Key::Client => client,
            Key::Group => self.group(client) as u32,
            Key::Everybody => 0,
        }
    }

    /// The group whose limit is that of a key; none for the limit of the scenario.
    pub fn group_of_key(&self, kind: Key, key: u32) -> Option<usize> {
        match kind {
            Key::Client => Some(self.group(key)),
            Key::Group => Some(key as usize),
            Key::Everybody => None,
        }
    }
}
