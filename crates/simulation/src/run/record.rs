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
    /// How many are decided: more than there are outcomes of, while these are put in order.
    pub(super) decided: usize,
    /// Which layer refused each, counted from one, 0 if none did; empty if there are no layers.
    pub(super) refused_by: Vec<u8>,
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

    /// How many of each there are.
    pub fn counts(&self) -> Counts {
        self.count(0..self.outcomes.len())
    }

    /// How many of each in a range of requests.
    pub fn count(&self, range: Range<usize>) -> Counts {
        self.outcomes.count(range)
    }

    /// The layer that refused a request, from 0, if there are layers and one did.
    pub fn refused_by(&self, index: usize) -> Option<usize> {
        usize::from(*self.refused_by.get(index)?).checked_sub(1)
    }

    /// Whether a layer was charged for a request, as far as its limiter charges for such an answer: every layer is for
    /// what all let pass. What one refuses is charged to it and to those before it where layers are asked in order, and
    /// to none where they are asked together.
    pub(crate) fn is_charged(&self, index: usize, layer: usize, is_in_order: bool) -> bool {
        self.refused_by(index).is_none_or(|refusing| is_in_order && layer <= refusing)
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

    /// Notes the layer that refused the next request, from 0, if one did.
    pub(super) fn push_refusal(&mut self, layer: Option<usize>) {
        let from_one = layer.and_then(|layer| u8::try_from(layer + 1).ok());
        self.refused_by.push(from_one.unwrap_or(0));
    }

    /// When each delayed request started, by its number; nothing if none was delayed.
    pub(crate) fn late(&self) -> Vec<u64> {
        let mut late = vec![0; if self.releases.is_empty() { 0 } else { self.outcomes.len() }];
        self.outcomes.each_delayed().zip(self.releases.iter()).for_each(|(index, start)| late[index] = start);
        late
    }

    /// Adds the outcomes of the next requests, which `write` writes as words and starts.
    #[inline]
    pub(super) fn extend(
        &mut self,
        count: usize,
        is_ordered: bool,
        write: impl FnOnce(&mut Vec<u64>, &mut Vec<u64>),
    ) {
        let Self { outcomes, releases, decided, .. } = self;
        outcomes.extend(count, |words| releases.write(count, is_ordered, |starts| write(words, starts)));
        *decided += count;
    }
}
