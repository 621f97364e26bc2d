//! Requests of several slots, decided slot by slot.

use core::{mem::take, ops::Range};

use ratelab_limiter::{
    Limiter, Outcome,
    batch::{Batch, TakeBatch},
};

use super::super::{
    keys::Keys,
    record::Record,
    runner::{LONGEST_ROW, Runner, Work},
};
use super::recording::Waiting;

/// Rows shorter than this go one request after the other: a row has to be prepared.
const SHORTEST_ROW: usize = 6;

/// What a limiter has besides its policy while it is run.
pub(in super::super) struct Scratch<L: Limiter> {
    /// The limiters of other tiers.
    pub(super) tiers: Vec<L>,
    pub(super) work: AtWork<L::State>,
}

/// The states that are being decided about, and room for outcomes.
pub(super) struct AtWork<S> {
    /// Of the slot that is being decided about.
    pub(super) state: S,
    /// Those of all slots, where requests are not decided slot by slot.
    pub(super) states: Vec<Option<S>>,
    /// Outcomes of a row.
    words: Vec<u64>,
    waiting: Waiting,
}

impl<L: Limiter> Scratch<L> {
    pub(in super::super) fn of(limiter: &L, _: usize) -> Self {
        let (states, words, waiting) = (Vec::new(), Vec::new(), Waiting::default());
        let work = AtWork { state: limiter.fresh(), states, words, waiting };
        Self { tiers: Vec::new(), work }
    }
}

impl<L: Limiter> Runner<L> {
    /// The limiter of a tier, of which the first is the scenario's, and what it works on.
    pub(super) fn of_tier(&mut self, tier: usize) -> (&L, &mut AtWork<L::State>) {
        let Self { limiter, scratch: Scratch { tiers, work } } = self;
        (tier.checked_sub(1).map_or(limiter, |tier| &tiers[tier]), work)
    }
}

/// A limiter that decides about requests of several slots.
pub(in super::super) trait Divided {
    /// Decides about the requests at these places, the next ones, and records it.
    fn decide_each(&mut self, work: Work<'_>, keys: &Keys, range: Range<usize>, record: &mut Record);

    /// Decides about a row of one slot. That of several clients is sorted before.
    fn take_row(
        &mut self,
        limiter: usize,
        row: Batch<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    );
}

impl<L: TakeBatch> Divided for Runner<L> {
    fn take_row(
        &mut self,
        limiter: usize,
        row: Batch<'_>,
        _: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let (limiter, work) = self.of_tier(limiter);
        limiter.take_batch(&mut work.state, row, words, starts);
    }

    fn decide_each(&mut self, work: Work<'_>, keys: &Keys, range: Range<usize>, record: &mut Record) {
        record.begin_scattered(work.arrivals.len());
        let mut from = range.start;
        let mut slot = keys.key_at(from);
        while from < range.end {
            let of_slot = keys.of(slot);
            if !of_slot.is_empty() {
                let to = of_slot.end.min(range.end);
                let (limiter, start) = work.slot(slot);
                if from == of_slot.start {
                    let (limiter, work) = self.of_tier(limiter);
                    work.state = limiter.fresh();
                    work.waiting.begin(slot);
                }
                if to - from < SHORTEST_ROW {
                    self.decide_few(limiter, start, keys, from..to, record);
                } else {
                    self.decide_row(limiter, start, keys, from..to, record);
                }
                self.scratch.work.waiting.end(keys.len());
                from = to;
            }
            slot += 1;
        }
        if range.end == work.arrivals.len() {
            record.end_scattered(&work, take(&mut self.scratch.work.waiting));
        }
    }
}

impl<L: TakeBatch> Runner<L> {
    fn decide_row(
        &mut self,
        limiter: usize,
        start: u64,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
    ) {
        let (limiter, AtWork { state, words, waiting, .. }) = self.of_tier(limiter);
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
        let (limiter, AtWork { state, waiting, .. }) = self.of_tier(limiter);
        for place in range {
            let (time, cost) = (keys.times()[place], keys.costs().get(place).copied().unwrap_or(1));
            let outcome = limiter.take(state, start.saturating_add(time), cost);
            if let Outcome::Delayed(wait) = outcome {
                waiting.starts.push(time.saturating_add(wait));
            }
            record.scatter_one(keys.order()[place], outcome);
        }
    }
}

impl Keys {
    /// How many keys there are.
    const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The key of the request at a place.
    fn key_at(&self, place: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= place)
    }
}
