//! Requests by who shares a state. Those of different keys never meet, so a run goes through
//! them key by key: the state of one key stays where the processor can reach it, and rows are
//! long.

use core::{cell::RefCell, ops::Range};
use std::rc::Rc;

use super::sharing::Sharing;
use ratelab_scenario::traffic::Arrivals;

/// Requests sorted by who shares a state, for each way in which lanes do.
pub(super) type KnownKeys = RefCell<Vec<(Sharing, Rc<Keys>)>>;

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
    /// Sorted by counting: in time by the number of requests and slots. Times and costs are fetched for the
    /// sorted, since a processor waits less for reading here and there than for writing.
    pub(crate) fn new(arrivals: &Arrivals, sharing: &Sharing) -> Self {
        let slots = sharing.slots_of(arrivals);
        let mut ends = vec![0u32; sharing.slots() + 1];
        slots.iter().for_each(|slot| ends[*slot as usize + 1] += 1);
        for slot in 1..ends.len() {
            ends[slot] += ends[slot - 1];
        }
        let mut order = vec![0; slots.len()];
        // Each begins where the one before it ends, and moves to its own end.
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

    /// The positions of a key's requests.
    pub(crate) fn range(&self, key: usize) -> Range<usize> {
        let start = key.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[key] as usize
    }

    /// How many keys there are.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The key of the request at a position.
    pub(super) fn key_at(&self, position: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= position)
    }
}
