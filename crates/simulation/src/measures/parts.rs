//! A lane in parts: what became of the attempts of each group, of each server, at each layer.

use ratelab_limiter::{Limiter, bounds::WINDOW};

use super::window::{Most, Starts, most_in_any};
use crate::run::{Counts, Kind, Simulation};
use ratelab_scenario::scenario::{Key, Rate};

/// What came of one part of a lane's attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// How many of each outcome. Of a layer, what it decided itself about those that came to it.
    pub counts: Counts,
    /// How many requests of the traffic they are attempts at: those of a group.
    pub requests: u32,
}

/// The most that one client got in any window of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// How much, and where.
    pub most: Most,
    /// The limit that applied.
    pub limit: Rate,
    /// The most that could ever be admitted in such a window, if there is such a bound.
    pub bound: Option<u128>,
    /// Whether it is more than the limiter should allow: only one that counts in such windows can be accused.
    pub is_over: bool,
}

impl Peak {
    /// Whether it is more of its limit than another is.
    fn is_above(&self, other: &Self) -> bool {
        let share = |one: &Self, other: &Self| u128::from(one.most.cost) * u128::from(other.limit.amount);
        share(self, other) > share(other, self)
    }
}

impl Simulation {
    /// The most that one client of a lane got in any window of its limit; where limits differ, the most
    /// of it.
    pub fn peak(&self, lane: usize) -> Peak {
        let peaks = (0..self.peak_groups(lane)).map(|group| self.peak_of(lane, group));
        let highest = peaks.reduce(|highest, next| if next.is_above(&highest) { next } else { highest });
        highest.unwrap_or_else(|| self.peak_of(lane, 0))
    }

    /// That alone, without the limit it is held to.
    pub fn most(&self, lane: usize) -> Most {
        self.peak(lane).most
    }

    /// The same of those groups that have one limit; where a lane counts everybody together, of all.
    fn peak_of(&self, lane: usize, group: usize) -> Peak {
        let key = self.lanes()[lane].key();
        let keys = (self.peak_groups(lane) > 1).then(|| self.keys_of(key, group)).flatten();
        self.peak_within(lane, group, key, keys)
    }

    /// The most that one client of a group got, by the group's number among all that send. Where a lane
    /// counts several clients together, it is what those of the group got of it.
    pub fn peak_of_group(&self, lane: usize, group: usize) -> Peak {
        let key = match self.lanes()[lane].key() {
            Key::Client => Key::Client,
            Key::Group | Key::Everybody => Key::Group,
        };
        self.peak_within(lane, group, key, self.keys_of(key, group))
    }

    fn peak_within(&self, lane: usize, group: usize, kind: Key, keys: Option<(u32, u32)>) -> Peak {
        let limiter = &self.lanes()[lane];
        let period = self.rate_of(lane, group).period;
        let starts = Starts::by(self, lane, kind);
        let most = starts.map_or(Most::default(), |starts| most_in_any(starts.for_keys(keys), period - 1));
        // Where nobody got anything, it is the bound of those who could have.
        let key = if most.cost > 0 { most.key } else { keys.map_or(0, |keys| keys.0) };
        let policy = limiter.policy_of(group);
        let limit = Rate { amount: policy.limit(), period };
        let is_window = policy.settings().number(&WINDOW) == Some(period);
        let is_over = is_window && most.cost > limit.amount.into();
        Peak { most, limit, bound: self.bound(lane, key, period - 1), is_over }
    }

    /// The rate that applies to a group in a lane: its tier's, or the scenario's.
    pub fn rate_of(&self, lane: usize, group: usize) -> Rate {
        let is_own = self.lanes()[lane].key() != Key::Everybody;
        let tier = self.senders().groups().get(group).filter(|_| is_own);
        tier.and_then(|group| group.tier.limit).unwrap_or(self.scenario().limit)
    }

    /// How many groups have a peak of their own in a lane: one, if all have the same limit.
    fn peak_groups(&self, lane: usize) -> usize {
        let is_one = !self.senders().has_tiers() || self.lanes()[lane].key() == Key::Everybody;
        if is_one { 1 } else { self.senders().groups().len() }
    }

    /// The first and the last key of a group; none if all are counted together.
    fn keys_of(&self, kind: Key, group: usize) -> Option<(u32, u32)> {
        let own = self.senders().groups().get(group)?;
        match kind {
            Key::Client => Some((own.first, own.first + own.clients.count.max(1) - 1)),
            Key::Group => Some((group as u32, group as u32)),
            Key::Everybody => None,
        }
    }

    /// What came of the attempts of each group in a lane, once the run is done.
    pub fn by_group(&self, lane: usize) -> Vec<Part> {
        let group = |_: usize, client: u32| self.senders().group(client);
        let mut parts = self.parts(lane, self.senders().groups().len(), group);
        if let Some(traffic) = self.traffic() {
            (0..traffic.len())
                .for_each(|index| parts[self.senders().group(traffic.client(index))].requests += 1);
        }
        parts
    }

    /// What came of the attempts at each server.
    pub fn by_server(&self, lane: usize) -> Vec<Part> {
        let limiter = &self.lanes()[lane];
        let servers = self.scenario().servers.count.max(1) as usize;
        self.parts(lane, servers, |attempt, client| limiter.server(attempt, client) as usize)
    }

    /// What each layer of a lane decided, if it has several: those that it refused, and those that it let on.
    pub fn by_layer(&self, lane: usize) -> Vec<Part> {
        let record = self.lanes()[lane].record();
        let layers = self.lanes()[lane].layers();
        let mut parts = vec![Part::default(); if layers > 1 { layers } else { 0 }];
        for attempt in 0..if parts.is_empty() { 0 } else { record.outcomes().len() } {
            let refused_by = record.refused_by(attempt).unwrap_or(layers);
            for (layer, part) in parts.iter_mut().enumerate().take(refused_by + 1) {
                part.counts.add(if layer == refused_by { Kind::Denied } else { Kind::Allowed });
            }
        }
        parts
    }

    /// The attempts of a lane in so many parts.
    fn parts(&self, lane: usize, count_of: usize, part: impl Fn(usize, u32) -> usize) -> Vec<Part> {
        let mut parts = vec![Part::default(); count_of.max(1)];
        let (Some(arrivals), record) = (self.arrivals(lane), self.lanes()[lane].record()) else {
            return parts;
        };
        for attempt in 0..record.outcomes().len() {
            let index = part(attempt, arrivals.client(attempt));
            parts[index].counts.add(record.outcomes().get(attempt));
        }
        parts
    }
}
