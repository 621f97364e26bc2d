//! The most that passes in any interval of a length, and where.
//!
//! A limit is each key's own, so what is sought is the most that any one client got, or any
//! one group where a lane counts by group. Of a queue it is what started that counts, not what
//! was admitted.

use std::rc::Rc;

use crate::run::{Keys, Kind, Lane, Simulation};
use ratelab_scenario::{scenario::Key, traffic::Arrivals};

/// The most that one client got in any interval of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// How much, in requests of cost 1.
    pub cost: u64,
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
    /// Who got it: a client, unless the lane counts otherwise.
    pub key: u32,
}

/// Something that started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Whose request it was: a client's, unless the lane counts otherwise.
    pub key: u32,
    /// When it started.
    pub time: u64,
    /// What it cost.
    pub cost: u32,
}

/// What started in a lane, key by key, each in the order of time.
pub struct Starts<'run> {
    lane: &'run Lane,
    arrivals: &'run Arrivals,
    /// The requests, key by key; nothing where there is but one.
    keys: Option<Rc<Keys>>,
    /// When delayed requests started, by their numbers in the lane, where there are several keys.
    late: Vec<u64>,
    /// All of them, sorted, where those of one key may not start in the order they came.
    listed: Option<Vec<Start>>,
}

impl<'run> Starts<'run> {
    /// Those of a lane, once the run is done.
    pub fn new(run: &'run Simulation, lane: usize) -> Option<Self> {
        Self::by(run, lane, run.lanes()[lane].key())
    }

    /// The same by another key: layers of one lane have keys of their own.
    pub fn by(run: &'run Simulation, lane: usize, key: Key) -> Option<Self> {
        let arrivals = run.arrivals(lane).filter(|_| run.is_done())?;
        let limiter = &run.lanes()[lane];
        let mut sharing = limiter.sharing().by_key();
        sharing.key = key;
        let keys = run.keys(lane, &sharing);
        let late = keys.as_ref().map_or(Vec::new(), |_| limiter.record().late());
        let mut starts = Self { lane: limiter, arrivals, keys, late, listed: None };
        // Queues of several keys taken together start in any order too.
        if !limiter.record().releases().is_empty() && (limiter.may_overtake() || key != limiter.key()) {
            let mut listed: Vec<Start> = starts.iter().collect();
            listed.sort_unstable_by_key(|start| (start.key, start.time));
            starts.listed = Some(listed);
        }
        Some(starts)
    }

    /// One after the other.
    pub fn iter(&self) -> StartsIter<'_> {
        self.for_keys(None)
    }

    /// Those of the keys from one to another.
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
        // Where all requests are of one key, it is the first, and others have none.
        let alone = if first == 0 { 0 } else { self.arrivals.len() };
        let position = self.keys.as_ref().map_or(alone, |keys| keys.range(first).start);
        let until = last.map_or(self.arrivals.len(), |last| self.end_of(last));
        StartsIter { starts: self, position, until, key: first, end: self.end_of(first), released: 0 }
    }

    /// Where the requests of a key end.
    fn end_of(&self, key: usize) -> usize {
        self.keys.as_ref().map_or(self.arrivals.len(), |keys| keys.range(key).end)
    }
}

/// What started, one after the other.
#[derive(Clone)]
pub struct StartsIter<'a> {
    starts: &'a Starts<'a>,
    position: usize,
    /// Where it ends.
    until: usize,
    /// The key whose requests are at this position, and where they end.
    key: usize,
    end: usize,
    /// How many delayed requests came before, where there is but one key.
    released: usize,
}

impl StartsIter<'_> {
    /// The number in the lane, time and cost of the request at this position.
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
            // What costs nothing overtakes the others in a queue, and adds to no sum.
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

/// The most that one client got between two instants at most this far apart, both
/// included. Of several positions with as much, the first. The starts are in the order
/// in which [`Starts`] gives them.
pub fn most_in_any(starts: impl Iterator<Item = Start> + Clone, interval: u64) -> Most {
    // Two walks through the same, one behind the other: nothing between has to be kept.
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
