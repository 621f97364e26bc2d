//! What one lane decided.

use core::ops::Range;

use ratelab_limiter::Outcome;

use super::{
    outcomes::{Counts, Kind, Outcomes},
    releases::Releases,
    runner::LONGEST_ROW,
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
    /// While a run goes from key to key, when each delayed request starts, by its number.
    late: Vec<u64>,
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

    /// The layer that refused a request, from 0, if there are layers and one did.
    pub fn refused_by(&self, index: usize) -> Option<usize> {
        usize::from(*self.refused_by.get(index)?).checked_sub(1)
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

    /// When each delayed request started, by its number; nothing if none was delayed.
    pub(crate) fn late(&self) -> Vec<u64> {
        let mut late = vec![0; if self.releases.is_empty() { 0 } else { self.outcomes.len() }];
        self.outcomes.each_delayed().zip(self.releases.iter()).for_each(|(index, start)| late[index] = start);
        late
    }

    /// Takes over what another lane admits and denies, as far as it is known.
    pub(super) fn follow(&mut self, other: &Self) {
        // What goes from key to key is known when all of it is.
        if other.outcomes.len() > self.outcomes.len() {
            self.outcomes.follow(&other.outcomes);
        }
        self.decided = other.decided;
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

    /// Adds the outcome of the next request.
    #[inline]
    pub(super) fn push(&mut self, time: u64, outcome: Outcome) {
        self.outcomes.push(outcome.into());
        self.decided += 1;
        if let Outcome::Delayed(wait) = outcome {
            self.releases.write(1, false, |starts| starts.push(time.saturating_add(wait)));
        }
    }

    /// Makes room for outcomes in any order.
    pub(super) fn begin_scattered(&mut self, requests: usize) {
        if self.decided == 0 {
            self.outcomes.begin_scattered(requests);
        }
    }

    /// Adds the outcomes of these requests: in words, and with the starts of those that wait.
    pub(super) fn scatter(&mut self, requests: &[u32], words: &[u64], starts: &[u64], all: usize) {
        if !starts.is_empty() && self.late.is_empty() {
            self.late = vec![0; all];
        }
        let (mut starts, late) = (starts.iter(), &mut self.late);
        for (requests, word) in requests.chunks(ratelab_limiter::IN_WORD).zip(words) {
            self.outcomes.put(requests, *word, |request| {
                late[request] = starts.next().copied().unwrap_or_default();
            });
        }
        self.decided += requests.len();
    }

    /// Adds the outcome of one request.
    #[inline]
    pub(super) fn scatter_one(&mut self, request: u32, time: u64, outcome: Outcome, all: usize) {
        match outcome {
            Outcome::Allowed => self.decided += 1,
            Outcome::Denied => self.scatter(&[request], &[Kind::from(outcome) as u64], &[], all),
            Outcome::Delayed(wait) => {
                self.scatter(&[request], &[Kind::from(outcome) as u64], &[time.saturating_add(wait)], all);
            }
        }
    }

    /// Counts what was scattered, once all is there, and lists the starts in the order the requests came.
    pub(super) fn end_scattered(&mut self, requests: usize) {
        self.outcomes.end_scattered(requests);
        let late = core::mem::take(&mut self.late);
        if late.is_empty() {
            return;
        }
        let mut left = self.outcomes.count(0..requests).delayed as usize;
        let mut in_order = self.outcomes.each_delayed().map(|request| late[request]);
        while left > 0 {
            let next = left.min(LONGEST_ROW);
            self.releases.write(next, false, |starts| starts.extend(in_order.by_ref().take(next)));
            left -= next;
        }
    }
}
