//! The maximum that passes in any interval of a given length, and where.
//!
//! A limit applies to each key, so this finds the maximum that any one client got, or any one group where a
//! lane counts by group. For a queue, requests count when they start, not when they are admitted.

use std::rc::Rc;

use crate::run::{Keys, Kind, Lane, Simulation};
use ratelab_scenario::{scenario::Key, traffic::Arrivals};

/// The maximum that one client got in any interval of a given length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// The amount, in requests of cost 1.
    pub cost: u64,
    /// When the first request of it started.
    pub from: u64,
    /// When the last request of it started.
    pub to: u64,
    /// The key that got it: a client, unless the lane counts otherwise.
    pub key: u32,
}

/// A request that started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Its key: a client, unless the lane counts otherwise.
    pub key: u32,
    /// When it started.
    pub time: u64,
    /// Its cost.
    pub cost: u32,
}

/// The requests that started in a lane, key by key, each in time order.
pub struct Starts<'run> {
    lane: &'run Lane,
    arrivals: &'run Arrivals,
    /// The requests by key; none if there is only one key.
    keys: Option<Rc<Keys>>,
    /// When delayed requests started, by their index in the lane, where there are several keys.
    late: Vec<u64>,
    /// All of them, sorted, where requests of one key may start out of order.
    listed: Option<Vec<Start>>,
}

impl<'run> Starts<'run> {
    /// Returns the requests that started in a lane, once the run is done.
    pub fn new(run: &'run Simulation, lane: usize) -> Option<Self> {
        Self::by(run, lane, run.lanes()[lane].key())
    }

    /// Groups them by another key, because the layers of a lane may have different keys.
    pub fn by(run: &'run Simulation, lane: usize, key: Key) -> Option<Self> {
        let arrivals = run.arrivals(lane).filter(|_| run.is_done())?;
        let limiter = &run.lanes()[lane];
        let mut sharing = limiter.sharing().by_key();
        sharing.key = key;
        let keys = run.keys(lane, &sharing);
        let late = keys.as_ref().map_or(Vec::new(), |_| limiter.record().late());
        let mut starts = Self { lane: limiter, arrivals, keys, late, listed: None };
        // Combined queues of several keys also start requests out of order.
        if !limiter.record().releases().is_empty() && (limiter.may_overtake() || key != limiter.key()) {
            let mut listed: Vec<Start> = starts.iter().collect();
            listed.sort_unstable_by_key(|start| (start.key, start.time));
            starts.listed = Some(listed);
        }
        Some(starts)
    }

    /// Iterates over all of them.
    pub fn iter(&self) -> StartsIter<'_> {
        self.for_keys(None)
    }

    /// Iterates over those of a range of keys.
    pub fn for_keys(&self, keys: Option<(u32, u32)>) -> StartsIter<'_> {
        let (first, last) = keys.map_or((0, None), |(first, last)| (first as usize, Some(last as usize)));
        if let Some(listed) = &self.listed {
            let before = |key: usize| listed.partition_point(|start| (start.key as usize) < key);
            let until = last.map_or(listed.len(), |last| before(last + 1));
            return StartsIter {
                starts: self,
                position: before(first),
                until,
                key: first,
                end: 0,
                released: 0,
            };
        }
        // If all requests have one key, it is the first, and others have none.
        let alone = if first == 0 { 0 } else { self.arrivals.len() };
        let position = self.keys.as_ref().map_or(alone, |keys| keys.range(first).start);
        let until = last.map_or(self.arrivals.len(), |last| self.end_of(last));
        StartsIter { starts: self, position, until, key: first, end: self.end_of(first), released: 0 }
    }

    /// Returns the end of a key's requests.
    fn end_of(&self, key: usize) -> usize {
        self.keys.as_ref().map_or(self.arrivals.len(), |keys| keys.range(key).end)
    }
}

/// An iterator over requests that started.
#[derive(Clone)]
pub struct StartsIter<'a> {
    starts: &'a Starts<'a>,
    position: usize,
    /// The end position.
    until: usize,
    /// The key at this position, and the end of its requests.
    key: usize,
    end: usize,
    /// The number of delayed requests so far, where there is only one key.
    released: usize,
}

impl StartsIter<'_> {
    /// Returns the index in the lane, the time and the cost of the request at this position.
    #[inline]
    fn request(&mut self) -> (usize, u64, u32) {
        let Starts { arrivals, keys, .. } = self.starts;
        let position = self.position;
        let Some(keys) = keys else { return (position, arrivals.time(position), arrivals.cost(position)) };
        while position >= self.end {
            self.key += 1;
            self.end = self.starts.end_of(self.key);
        }
        let cost = keys.costs().get(position).copied().unwrap_or(1);
        (keys.order()[position] as usize, keys.times()[position], cost)
    }
}

impl Iterator for StartsIter<'_> {
    type Item = Start;

    fn next(&mut self) -> Option<Start> {
        if let Some(listed) = &self.starts.listed {
            let position = self.position;
            self.position += 1;
            return listed[..self.until].get(position).copied();
        }
        let record = self.starts.lane.record();
        while self.position < self.until.min(record.outcomes().len()) {
            let (index, arrived, cost) = self.request();
            self.position += 1;
            // A request without cost overtakes others in a queue, and adds nothing to a sum.
            if cost == 0 {
                continue;
            }
            let time = match record.outcomes().get(index) {
                Kind::Denied => continue,
                Kind::Allowed => arrived,
                Kind::Delayed if self.starts.keys.is_none() => {
                    self.released += 1;
                    record.releases().get(self.released - 1)?
                }
                Kind::Delayed => self.starts.late[index],
            };
            return Some(Start { key: self.key as u32, time, cost });
        }
        None
    }
}

/// Returns the maximum that one client got between two instants at most this far apart, both included; the
/// first such interval if there are several. The starts must be in the order of [`Starts`].
pub fn most_in_any(starts: impl Iterator<Item = Start> + Clone, interval: u64) -> Most {
    // Two passes over the same requests, one behind the other, so that nothing has to be stored in between.
    let mut trailing = starts.clone();
    let mut oldest = trailing.next();
    let (mut sum, mut most) = (0, Most::default());
    for start in starts {
        let left = |first: &Start| first.key != start.key || start.time - first.time > interval;
        while let Some(first) = oldest.filter(left) {
            sum -= u64::from(first.cost);
            oldest = trailing.next();
        }
        sum += u64::from(start.cost);
        if sum > most.cost {
            let from = oldest.map_or(start.time, |first| first.time);
            most = Most { cost: sum, from, to: start.time, key: start.key };
        }
    }
    most
}
