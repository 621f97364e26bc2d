//! The decisions of one lane.

use core::ops::Range;

use super::{
    outcomes::{Counts, Kind, Outcomes},
    releases::Releases,
};

/// The decisions of one lane.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) outcomes: Outcomes,
    /// When each delayed request started.
    pub(super) releases: Releases,
    /// The number of decisions: more than there are outcomes while these are being sorted.
    pub(super) decided: usize,
    /// The layer that denied each request, from 1, or 0 for none; empty if there are no layers.
    pub(super) refused_by: Vec<u8>,
    /// The members of an all-of that would each have denied the request alone, one bit each; empty if layers are asked
    /// in order.
    pub(super) refusing: Vec<u16>,
}

impl Record {
    /// Returns the outcomes.
    pub const fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// Returns when each delayed request started, in arrival order.
    pub const fn releases(&self) -> &Releases {
        &self.releases
    }

    /// Returns the number of each outcome.
    pub fn counts(&self) -> Counts {
        self.count(0..self.outcomes.len())
    }

    /// Returns the number of each outcome in a range of requests.
    pub fn count(&self, range: Range<usize>) -> Counts {
        self.outcomes.count(range)
    }

    /// Returns the layer that denied a request, from 0, if there are layers and one did.
    pub fn refused_by(&self, index: usize) -> Option<usize> {
        usize::from(*self.refused_by.get(index)?).checked_sub(1)
    }

    /// Returns what a layer decided about a request: whether it admits it. None if the request did not reach it,
    /// because a layer before it denied the request. The members of an all-of are all asked.
    pub fn layer_admits(&self, index: usize, layer: usize) -> Option<bool> {
        match (self.refusing.get(index), self.refused_by(index)) {
            (Some(refusing), _) => Some(refusing >> layer & 1 == 0),
            (None, refused_by) => {
                refused_by.is_none_or(|by| layer <= by).then_some(refused_by != Some(layer))
            }
        }
    }

    /// Returns whether a layer is charged for a request, if its limiter charges for such an outcome. A request
    /// that all layers admit is charged to each. A denied one is charged to the layer that denied it and to
    /// those before it where layers are asked in order, and to none where they are asked together.
    pub(crate) fn is_charged(&self, index: usize, layer: usize, is_in_order: bool) -> bool {
        self.refused_by(index).is_none_or(|refusing| is_in_order && layer <= refusing)
    }

    /// Returns when an admitted request that arrived at this time started; none if it was denied.
    pub fn started(&self, index: usize, time: u64) -> Option<u64> {
        match self.outcomes.get(index) {
            Kind::Allowed => Some(time),
            Kind::Denied => None,
            Kind::Delayed => self.releases.get(self.outcomes.before(index).1 as usize),
        }
    }

    /// Records the members of an all-of that deny the next request, one bit each.
    pub(super) fn push_refusing(&mut self, members: u16) {
        self.refusing.push(members);
        self.push_refusal((members != 0).then_some(members.trailing_zeros() as usize));
    }

    /// Records the layer that denied the next request, from 0, if one did.
    pub(super) fn push_refusal(&mut self, layer: Option<usize>) {
        let from_one = layer.and_then(|layer| u8::try_from(layer + 1).ok());
        self.refused_by.push(from_one.unwrap_or(0));
    }

    /// Returns when each delayed request started, by its index; empty if none was delayed.
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
