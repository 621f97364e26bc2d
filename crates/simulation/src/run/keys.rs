//! Requests by who shares a state. Those of different keys never meet, so a run goes through
//! them key by key: the state of one key stays where the processor can reach it, and rows are
//! long.

use core::ops::Range;

use crate::traffic::Arrivals;

/// The requests of a lane, key by key, each key's in the order they came.
#[derive(Debug)]
pub(crate) struct Keys {
    /// Their numbers in the lane.
    order: Vec<u32>,
    /// Where the requests of each key end, and those of the next begin.
    ends: Vec<u32>,
    /// Their times and costs in this order; no costs if each is 1.
    times: Vec<u64>,
    costs: Vec<u32>,
}

impl Keys {
    /// Sorted by counting: in time by the number of requests and keys.
    pub(crate) fn new(arrivals: &Arrivals, keys: usize, key: impl Fn(usize) -> u32) -> Self {
        let mut ends = vec![0u32; keys + 1];
        (0..arrivals.len()).for_each(|index| ends[key(index) as usize + 1] += 1);
        for key in 1..ends.len() {
            ends[key] += ends[key - 1];
        }
        let mut order = vec![0; arrivals.len()];
        let mut times = vec![0; arrivals.len()];
        let mut costs = vec![0; arrivals.costs().len()];
        // Each begins where the one before it ends, and moves to its own end.
        for index in 0..arrivals.len() {
            let end = &mut ends[key(index) as usize];
            let place = *end as usize;
            *end += 1;
            order[place] = index as u32;
            times[place] = arrivals.time(index);
            if let Some(cost) = costs.get_mut(place) {
                *cost = arrivals.cost(index);
            }
        }
        ends.pop();
        Self { order, ends, times, costs }
    }

    /// The numbers in the lane of all requests, key by key.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// When they came, in the same order.
    pub(crate) fn times(&self) -> &[u64] {
        &self.times
    }

    /// What they cost, in the same order; empty if each costs 1.
    pub(crate) fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// The places of a key's requests.
    pub(crate) fn of(&self, key: usize) -> Range<usize> {
        let start = key.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[key] as usize
    }

    /// The key of the request at a place.
    pub(crate) fn key_at(&self, place: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= place)
    }
}
