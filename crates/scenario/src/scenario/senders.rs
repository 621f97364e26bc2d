//! The senders of a scenario: its groups and their clients, numbered consecutively.

use super::{Clients, Group, Key, Name, Scenario, Tier};

/// A group, or the clients without a group, with their numbers in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderGroup {
    /// The name of the group; none for the clients without a group.
    pub name: Option<Name>,
    /// The number of clients and their shares.
    pub clients: Clients,
    /// Their limit.
    pub tier: Tier,
    /// The number of the first client.
    pub first: u32,
}

/// All clients that send requests, in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Senders(Vec<SenderGroup>);

impl Senders {
    /// Returns the clients without a group, if they send anything or there are no groups, then the groups.
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

    /// Returns only the clients without a group.
    pub fn alone(clients: Clients) -> Self {
        Self(vec![SenderGroup { name: None, clients, tier: Tier::default(), first: 0 }])
    }

    /// Returns the groups, in the order of their clients' numbers.
    pub fn groups(&self) -> &[SenderGroup] {
        &self.0
    }

    /// Returns the total number of clients.
    pub fn clients(&self) -> u32 {
        self.0.last().map_or(0, |last| last.first.saturating_add(last.clients.count))
    }

    /// Returns the number of a client's group.
    #[inline]
    pub fn group(&self, client: u32) -> usize {
        if self.0.len() == 1 { 0 } else { self.0.partition_point(|group| group.first <= client).max(1) - 1 }
    }

    /// Returns the number of the group with this name.
    pub fn named(&self, name: Option<Name>) -> usize {
        self.0.iter().position(|group| group.name == name).unwrap_or(0)
    }

    /// Returns whether any group has its own limit.
    pub fn has_tiers(&self) -> bool {
        self.0.iter().any(|group| group.tier != Tier::default())
    }

    /// Returns the number of keys of this kind.
    pub fn keys(&self, key: Key) -> u32 {
        match key {
            Key::Client => self.clients(),
            Key::Group => self.0.len() as u32,
            Key::Everybody => 1,
        }
    }

    /// Returns the key of a client's requests.
    #[inline]
    pub fn key(&self, key: Key, client: u32) -> u32 {
        match key {
            Key::Client => client,
            Key::Group => self.group(client) as u32,
            Key::Everybody => 0,
        }
    }

    /// Returns the group whose limit applies to a key; none for the limit of the scenario.
    pub fn group_of_key(&self, kind: Key, key: u32) -> Option<usize> {
        match kind {
            Key::Client => Some(self.group(key)),
            Key::Group => Some(key as usize),
            Key::Everybody => None,
        }
    }
}
