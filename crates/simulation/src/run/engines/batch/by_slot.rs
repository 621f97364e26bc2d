//! Decides the requests of several slots, slot by slot.

use core::{mem::take, ops::Range};

use ratelab_limiter::{
    Outcome,
    batch::{Batch, TakeBatch},
};

use super::{
    super::super::{LONGEST_ROW, keys::Keys, record::Record, recording::Waiting},
    Runner, Work,
};

/// Shorter rows are decided request by request, because a row has to be prepared.
const SHORTEST_ROW: usize = 6;

/// The current states, and a buffer for outcomes.
pub(crate) struct AtWork<S> {
    /// The state of the current slot.
    pub(crate) state: S,
    /// The states of all slots, where requests are not decided slot by slot.
    pub(crate) states: Vec<Option<S>>,
    /// The outcomes of a row.
    words: Vec<u64>,
    waiting: Waiting,
}

impl<S> AtWork<S> {
    pub(super) fn new(state: S) -> Self {
        Self { state, states: Vec::new(), words: Vec::new(), waiting: Waiting::default() }
    }
}

impl<L: TakeBatch> Runner<L> {
    /// Decides the requests at these positions, which come next, and records the outcomes.
    pub(super) fn decide_by_slot(
        &mut self,
        work: Work<'_>,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
    ) {
        record.begin_scattered(work.arrivals.len());
        let mut from = range.start;
        let mut slot = keys.key_at(from);
        while from < range.end {
            let own = keys.range(slot);
            if !own.is_empty() {
                let to = own.end.min(range.end);
                let (limiter, start) = work.slot(slot);
                if from == own.start {
                    let (limiter, work) = self.tier(limiter);
                    work.state = limiter.fresh();
                    work.waiting.begin(slot);
                }
                if to - from < SHORTEST_ROW {
                    self.decide_few(limiter, start, keys, from..to, record);
                } else {
                    self.decide_row(limiter, start, keys, from..to, record);
                }
                self.work.waiting.end(keys.len());
                from = to;
            }
            slot += 1;
        }
        if range.end == work.arrivals.len() {
            record.end_scattered(work.arrivals, work.sharing, take(&mut self.work.waiting));
        }
    }

    fn decide_row(
        &mut self,
        limiter: usize,
        start: u64,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
    ) {
        let (limiter, AtWork { state, words, waiting, .. }) = self.tier(limiter);
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let costs = keys.costs().get(from..to).unwrap_or_default();
            let row = Batch { start, times: &keys.times()[from..to], costs };
            words.clear();
            limiter.take_batch(state, row, words, &mut waiting.starts);
            record.scatter(&keys.order()[from..to], words);
            from = to;
        }
    }

    fn decide_few(
        &mut self,
        limiter: usize,
        start: u64,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
    ) {
        let (limiter, AtWork { state, waiting, .. }) = self.tier(limiter);
        for position in range {
            let (time, cost) = (keys.times()[position], keys.costs().get(position).copied().unwrap_or(1));
            let outcome = limiter.take(state, start.saturating_add(time), cost);
            if let Outcome::Delayed(wait) = outcome {
                waiting.starts.push(time.saturating_add(wait));
            }
            record.scatter_one(keys.order()[position], outcome);
        }
    }
}
