//! The requests of one kind in a stretch of time, such as the denied ones in a column of pixels,
//! one after the other.

use crate::run::{Kind, Outcomes, Simulation};

/// One of several requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth {
    /// Its number in the lane.
    pub request: usize,
    /// How many there are.
    pub total: usize,
}

impl Simulation {
    /// The n-th request of a kind, from 0, between two instants, the second one exclusive. However
    /// many there are, it is found by halving.
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

/// How many of a kind come before an index.
fn before(outcomes: &Outcomes, kind: Kind, index: usize) -> usize {
    let (denied, delayed) = outcomes.before(index);
    match kind {
        Kind::Denied => denied as usize,
        Kind::Delayed => delayed as usize,
        Kind::Allowed => index - denied as usize - delayed as usize,
    }
}
