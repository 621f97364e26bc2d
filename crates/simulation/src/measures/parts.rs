//! Parts of a lane: the outcomes by group, by server and by layer.

use ratelab_limiter::{Limiter, bounds::WINDOW};

use super::window::{Most, Starts, most_in_any};
use crate::run::{Counts, Kind, Simulation};
use ratelab_scenario::scenario::{Key, Rate};

/// The outcomes of one part of a lane's attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The number of attempts with each outcome. For a layer, its own decisions about those that reached it.
    pub counts: Counts,
    /// The number of requests behind these attempts, for a group.
    pub requests: u32,
}

/// The maximum that one client got in any window of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// The amount and the time range.
    pub most: Most,
    /// The limit that applied.
    pub limit: Rate,
    /// The upper bound for such a window, if there is one.
    pub bound: Option<u128>,
    /// Whether it exceeds what the limiter should allow. This only applies to limiters that count in such
    /// windows.
    pub is_over: bool,
}

impl Peak {
    /// Returns whether it is a larger multiple of its limit than another.
    fn is_above(&self, other: &Self) -> bool {
        let share = |one: &Self, other: &Self| u128::from(one.most.cost) * u128::from(other.limit.amount);
        share(self, other) > share(other, self)
    }
}

/// How many attempts the layers of a lane refuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// For each layer; empty if the lane has only one.
    pub each: Vec<u64>,
    /// Those that several refuse.
    pub by_several: u64,
}

impl Simulation {
    /// Returns the maximum that one client of a lane got in any window of its limit; where limits differ, the
    /// largest multiple of a limit.
    pub fn peak(&self, lane: usize) -> Peak {
        let peaks = (0..self.peak_groups(lane)).map(|group| self.peak_of(lane, group));
        let highest = peaks.reduce(|highest, next| if next.is_above(&highest) { next } else { highest });
        highest.unwrap_or_else(|| self.peak_of(lane, 0))
    }

    /// Returns the maximum without its limit.
    pub fn most(&self, lane: usize) -> Most {
        self.peak(lane).most
    }

    /// Returns the peak of the groups with the same limit; of all groups where a lane counts all clients
    /// together.
    fn peak_of(&self, lane: usize, group: usize) -> Peak {
        let key = self.lanes()[lane].key();
        let keys = (self.peak_groups(lane) > 1).then(|| self.keys_of(key, group)).flatten();
        self.peak_within(lane, group, key, keys)
    }

    /// Returns the maximum that one client of a group got, by the group's index among the senders. Where a lane
    /// counts several clients together, it is the part that the group got.
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
        // Without any admitted request, it is the bound for the clients of these keys.
        let key = if most.cost > 0 { most.key } else { keys.map_or(0, |keys| keys.0) };
        let policy = limiter.policy_of(group);
        let limit = Rate { amount: policy.limit(), period };
        let is_window = policy.settings().number(&WINDOW) == Some(period);
        let is_over = is_window && most.cost > limit.amount.into();
        Peak { most, limit, bound: self.bound(lane, key, period - 1), is_over }
    }

    /// Returns the rate of a group in a lane: that of its tier, or the scenario's.
    pub fn rate_of(&self, lane: usize, group: usize) -> Rate {
        let is_own = self.lanes()[lane].key() != Key::Everybody;
        let tier = self.senders().groups().get(group).filter(|_| is_own);
        tier.and_then(|group| group.tier.limit).unwrap_or(self.scenario().limit)
    }

    /// Returns how many groups have separate peaks in a lane: one, if all have the same limit.
    fn peak_groups(&self, lane: usize) -> usize {
        let is_one = !self.senders().has_tiers() || self.lanes()[lane].key() == Key::Everybody;
        if is_one { 1 } else { self.senders().groups().len() }
    }

    /// Returns the first and the last key of a group; none if all are counted together.
    fn keys_of(&self, kind: Key, group: usize) -> Option<(u32, u32)> {
        let own = self.senders().groups().get(group)?;
        match kind {
            Key::Client => Some((own.first, own.first + own.clients.count.max(1) - 1)),
            Key::Group => Some((group as u32, group as u32)),
            Key::Everybody => None,
        }
    }

    /// Returns the outcomes of each group in a lane, once the run is done.
    pub fn by_group(&self, lane: usize) -> Vec<Part> {
        let group = |_: usize, client: u32| self.senders().group(client);
        let mut parts = self.parts(lane, self.senders().groups().len(), group);
        if let Some(traffic) = self.traffic() {
            (0..traffic.len())
                .for_each(|index| parts[self.senders().group(traffic.client(index))].requests += 1);
        }
        parts
    }

    /// Returns the outcomes at each server.
    pub fn by_server(&self, lane: usize) -> Vec<Part> {
        let limiter = &self.lanes()[lane];
        let servers = self.scenario().servers.count.max(1) as usize;
        self.parts(lane, servers, |attempt, client| limiter.server(attempt, client) as usize)
    }

    /// Returns the decisions of each layer of a lane, if it has several: those that it denied, and those that
    /// it passed on. Every member of an all-of decides about every request.
    pub fn by_layer(&self, lane: usize) -> Vec<Part> {
        let record = self.lanes()[lane].record();
        let layers = self.lanes()[lane].layers();
        let mut parts = vec![Part::default(); if layers > 1 { layers } else { 0 }];
        for attempt in 0..if parts.is_empty() { 0 } else { record.outcomes().len() } {
            for (layer, part) in parts.iter_mut().enumerate() {
                if let Some(admits) = record.layer_admits(attempt, layer) {
                    part.counts.add(if admits { Kind::Allowed } else { Kind::Denied });
                }
            }
        }
        parts
    }

    /// Returns how many attempts each layer of a lane refuses, if it has several.
    pub fn refusals(&self, lane: usize) -> Refusals {
        let (record, layers) = (self.lanes()[lane].record(), self.lanes()[lane].layers());
        let mut refusals = Refusals { each: vec![0; if layers > 1 { layers } else { 0 }], by_several: 0 };
        for attempt in 0..if layers > 1 { record.outcomes().len() } else { 0 } {
            let mut several = 0;
            for (layer, refused) in refusals.each.iter_mut().enumerate() {
                let refuses = u64::from(record.layer_admits(attempt, layer) == Some(false));
                *refused += refuses;
                several += refuses;
            }
            refusals.by_several += u64::from(several > 1);
        }
        refusals
    }

    /// Returns the attempts of a lane in `count` parts.
    fn parts(&self, lane: usize, count: usize, part: impl Fn(usize, u32) -> usize) -> Vec<Part> {
        let mut parts = vec![Part::default(); count.max(1)];
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
