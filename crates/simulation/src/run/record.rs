//! What one lane decided.

use core::ops::Range;

use super::{
    outcomes::{Counts, Kind, Outcomes},
    releases::Releases,
};

/// What one lane decided.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) outcomes: Outcomes,
    /// When each delayed request started.
    pub(super) releases: Releases,
}

impl Record {
    /// The outcomes.
    pub const fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// When each delayed request started, in the order they came.
    pub const fn releases(&self) -> &Releases {
        &self.releases
    }

    /// How many of each in a range of requests.
    pub fn count(&self, range: Range<usize>) -> Counts {
        self.outcomes.count(range)
    }

    /// When an admitted request that came at this time started; `None` if it was
    /// refused.
    pub fn started(&self, index: usize, time: u64) -> Option<u64> {
        match self.outcomes.get(index) {
            Kind::Allowed => Some(time),
            Kind::Denied => None,
            Kind::Delayed => self.releases.get(self.outcomes.before(index).1 as usize),
        }
    }
}
