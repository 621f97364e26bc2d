//! Requests that are added to others by the hundred: attempts of clients that retry.

use super::super::{Arrivals, push_or};

impl Arrivals {
    /// Adds requests at these times: each by the client and at the cost of one of others.
    pub(crate) fn extend(&mut self, times: &[u64], of: &[u32], others: &Self) {
        let places = || (self.times.len()..).zip(of.iter().map(|other| *other as usize));
        if !others.clients.is_empty() {
            places().for_each(|(place, other)| push_or(&mut self.clients, place, others.clients[other], 0));
        }
        if !others.costs.is_empty() {
            places().for_each(|(place, other)| push_or(&mut self.costs, place, others.costs[other], 1));
        }
        self.times.extend_from_slice(times);
    }

    /// Makes room for as many as there are of others.
    pub(crate) fn reserve(&mut self, others: &Self) {
        self.times.reserve(others.len());
        self.clients.reserve(others.clients.len());
        self.costs.reserve(others.costs.len());
    }
}
