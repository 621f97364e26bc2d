//! Finds the requests of one kind in a time range one by one, such as the denied ones in a column of pixels.

use crate::run::{Kind, Outcomes, Simulation};

/// One of several requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth {
    /// Its index in the lane.
    pub request: usize,
    /// The number of such requests.
    pub total: usize,
}

impl Simulation {
    /// Returns the n-th request of a kind, from 0, between two instants, the second one exclusive. It is found
    /// by binary search.
    pub fn nth_of_kind(&self, lane: usize, kind: Kind, from: u64, to: u64, n: usize) -> Option<Nth> {
        let arrivals = self.arrivals(lane)?;
        let outcomes = self.lanes()[lane].record().outcomes();
        let [first, end] = [from, to].map(|time| arrivals.first_at(time).min(outcomes.len()));
        let before = before(outcomes, kind, first);
        let total = self::before(outcomes, kind, end).checked_sub(before)?;
        if n >= total {
            return None;
        }
        let (mut low, mut high) = (first, end);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self::before(outcomes, kind, middle) - before > n {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(Nth { request: low, total })
    }
}

/// Returns how many of a kind come before an index.
fn before(outcomes: &Outcomes, kind: Kind, index: usize) -> usize {
    let (denied, delayed) = outcomes.before(index);
    match kind {
        Kind::Denied => denied as usize,
        Kind::Delayed => delayed as usize,
        Kind::Allowed => index - denied as usize - delayed as usize,
    }
}
