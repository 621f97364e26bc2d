//! Records outcomes that come one by one, from another lane, or slot by slot and out of order.

use ratelab_limiter::{Outcome, batch::OUTCOMES_PER_WORD as IN_WORD};

use super::{
    LONGEST_ROW,
    outcomes::{IN_BLOCK, Kind, LOWER, Outcomes},
    record::Record,
    sharing::Sharing,
};
use ratelab_scenario::traffic::Arrivals;

/// When delayed requests start, slot by slot.
#[derive(Default)]
pub(crate) struct Waiting {
    pub(crate) starts: Vec<u64>,
    /// The start of each slot; empty before any request is delayed.
    begins: Vec<u32>,
}

impl Waiting {
    /// Begins a slot.
    pub(crate) fn begin(&mut self, slot: usize) {
        if let Some(begin) = self.begins.get_mut(slot) {
            *begin = self.starts.len() as u32;
        }
    }

    /// Ends the latest slot. The first slot with delayed requests begins where all of them do.
    pub(crate) fn end(&mut self, slots: usize) {
        if self.begins.is_empty() && !self.starts.is_empty() {
            self.begins = vec![0; slots];
        }
    }

    /// Takes the next one of a slot.
    fn take(&mut self, slot: u32) -> Option<u64> {
        let next = self.begins.get_mut(slot as usize)?;
        *next += 1;
        self.starts.get(*next as usize - 1).copied()
    }
}

/// The number of words for the outcomes of a row.
const IN_ROW: usize = LONGEST_ROW / IN_WORD;

impl Record {
    /// Copies the decisions of another lane that are known so far.
    pub(crate) fn follow(&mut self, other: &Self) {
        // Outcomes that are decided key by key are known once all are.
        if other.outcomes.len() > self.outcomes.len() {
            self.outcomes.follow(&other.outcomes);
        }
        self.decided = other.decided;
    }

    /// Adds the outcome of the next request.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, outcome: Outcome) {
        self.outcomes.push(outcome.into());
        self.decided += 1;
        if let Outcome::Delayed(wait) = outcome {
            self.releases.write(1, false, |starts| starts.push(time.saturating_add(wait)));
        }
    }

    /// Reserves memory for outcomes in any order.
    pub(crate) fn begin_scattered(&mut self, requests: usize) {
        if self.decided == 0 {
            self.outcomes.words.resize(requests.div_ceil(IN_WORD), 0);
        }
    }

    /// Adds the outcomes of these requests.
    pub(crate) fn scatter(&mut self, requests: &[u32], words: &[u64]) {
        for (requests, word) in requests.chunks(IN_WORD).zip(words) {
            self.outcomes.put(requests, *word);
        }
        self.decided += requests.len();
    }

    /// Adds the outcome of one request.
    #[inline]
    pub(crate) fn scatter_one(&mut self, request: u32, outcome: Outcome) {
        match outcome {
            Outcome::Allowed => self.decided += 1,
            outcome => self.scatter(&[request], &[Kind::from(outcome) as u64]),
        }
    }

    /// Counts the scattered outcomes, once all have been added, and lists the starts in arrival order: those of
    /// one slot are already in that order.
    pub(crate) fn end_scattered(&mut self, arrivals: &Arrivals, sharing: &Sharing, mut waiting: Waiting) {
        self.outcomes.length = arrivals.len();
        self.outcomes.add_totals();
        let slot = |request: usize| sharing.slot(request, arrivals.client(request));
        for (number, words) in self.outcomes.words.chunks(IN_ROW).enumerate() {
            self.releases.write(LONGEST_ROW, false, |starts| {
                each_delayed(words, |position| {
                    starts.extend(waiting.take(slot(number * LONGEST_ROW + position)));
                });
            });
        }
    }
}

/// Calls a function with every position of a delayed request.
#[inline]
fn each_delayed(words: &[u64], mut visit: impl FnMut(usize)) {
    for (number, word) in words.iter().enumerate() {
        let mut left = word >> 1 & LOWER;
        while left != 0 {
            visit(number * IN_WORD + left.trailing_zeros() as usize / 2);
            left &= left - 1;
        }
    }
}

impl Outcomes {
    /// Adds one outcome.
    #[inline]
    pub(crate) fn push(&mut self, kind: Kind) {
        let position = self.length % IN_WORD;
        if self.length.is_multiple_of(IN_BLOCK) {
            let total = self.before(self.length);
            self.totals.push(total);
        }
        if position == 0 {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= (kind as u64) << (2 * position);
        }
        self.length += 1;
    }

    /// Writes the outcomes of a word to their positions. Most are allowed, which is the initial value.
    #[inline]
    fn put(&mut self, positions: &[u32], word: u64) {
        let mut left = (word | word >> 1) & LOWER;
        while left != 0 {
            let shift = left.trailing_zeros();
            left &= left - 1;
            let (position, pair) = (positions[shift as usize / 2] as usize, word >> shift & 3);
            self.words[position / IN_WORD] |= pair << (2 * (position % IN_WORD));
        }
    }
}
