//! Requests grouped by shared state. Requests of different keys do not affect each other, so a run handles them
//! key by key: the state of one key stays in the processor's cache, and batches are long.

use core::{cell::RefCell, ops::Range};
use std::rc::Rc;

use super::sharing::Sharing;
use ratelab_scenario::traffic::Arrivals;

/// Requests grouped by shared state, for each kind of sharing among the lanes.
pub(super) type KnownKeys = RefCell<Vec<(Sharing, Rc<Keys>)>>;

/// The requests of a lane, key by key, each in arrival order.
#[derive(Debug)]
pub(crate) struct Keys {
    /// Their indices in the lane.
    order: Vec<u32>,
    /// The end of each key's requests, where the next key's begin.
    ends: Vec<u32>,
    /// Their times and costs in this order; no costs if each is 1.
    times: Vec<u64>,
    costs: Vec<u32>,
}

impl Keys {
    /// Sorts by counting, in time proportional to the number of requests and slots. Times and costs are
    /// gathered afterwards, because scattered reads stall a processor less than scattered writes.
    pub(crate) fn new(arrivals: &Arrivals, sharing: &Sharing) -> Self {
        let slots = sharing.slots_of(arrivals);
        let mut ends = vec![0u32; sharing.slots() + 1];
        slots.iter().for_each(|slot| ends[*slot as usize + 1] += 1);
        for slot in 1..ends.len() {
            ends[slot] += ends[slot - 1];
        }
        let mut order = vec![0; slots.len()];
        // Each counter starts at the end of the previous key, and moves to its own end.
        for (index, slot) in slots.iter().enumerate() {
            let end = &mut ends[*slot as usize];
            order[*end as usize] = index as u32;
            *end += 1;
        }
        let times = order.iter().map(|index| arrivals.time(*index as usize)).collect();
        let is_costly = !arrivals.costs().is_empty();
        let costs =
            order.iter().take_while(|_| is_costly).map(|index| arrivals.cost(*index as usize)).collect();
        ends.pop();
        Self { order, ends, times, costs }
    }

    /// Returns the indices in the lane of all requests, key by key.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns their times, in the same order.
    pub(crate) fn times(&self) -> &[u64] {
        &self.times
    }

    /// Returns their costs, in the same order; empty if each is 1.
    pub(crate) fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// Returns the positions of a key's requests.
    pub(crate) fn range(&self, key: usize) -> Range<usize> {
        let start = key.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[key] as usize
    }

    /// Returns the number of keys.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the key of the request at a position.
    pub(super) fn key_at(&self, position: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= position)
    }
}
