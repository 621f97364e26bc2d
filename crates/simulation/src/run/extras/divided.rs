//! Requests of several slots, decided slot by slot: outcomes are put to where their requests are.

use core::ops::Range;

use ratelab_limiter::{Row, TakeRows};

use super::super::{
    keys::Keys,
    record::Record,
    runner::{LONGEST_ROW, Runner, Work},
};

/// Rows shorter than this go one request after the other: a row has to be prepared.
const SHORTEST_ROW: usize = 6;

/// Room for the outcomes of a row, and for states side by side.
pub(in super::super) struct Scratch<S> {
    words: Vec<u64>,
    starts: Vec<u64>,
    /// Those of all slots, where requests are not decided slot by slot.
    pub(super) states: Vec<Option<S>>,
}

impl<S> Default for Scratch<S> {
    fn default() -> Self {
        Self { words: Vec::new(), starts: Vec::new(), states: Vec::new() }
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
        row: Row<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    );
}

impl<L: TakeRows> Divided for Runner<L> {
    fn take_row(
        &mut self,
        limiter: usize,
        row: Row<'_>,
        _: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        self.limiters[limiter].take_row(&mut self.state, row, words, starts);
    }

    fn decide_each(&mut self, work: Work<'_>, keys: &Keys, range: Range<usize>, record: &mut Record) {
        let all = work.arrivals.len();
        record.begin_scattered(all);
        let mut from = range.start;
        let mut slot = keys.key_at(from);
        while from < range.end {
            let of_slot = keys.of(slot);
            slot += 1;
            if of_slot.is_empty() {
                continue;
            }
            let (limiter, start) = (work.slot)(slot - 1);
            if from == of_slot.start {
                self.state = self.limiters[limiter].fresh();
            }
            let to = of_slot.end.min(range.end);
            if to - from < SHORTEST_ROW {
                self.decide_few(limiter, start, keys, from..to, record, all);
            } else {
                self.decide_row(limiter, start, keys, from..to, record, all);
            }
            from = to;
        }
        if range.end == all {
            record.end_scattered(all);
        }
    }
}

impl<L: TakeRows> Runner<L> {
    fn decide_row(
        &mut self,
        limiter: usize,
        start: u64,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
        all: usize,
    ) {
        let Self { limiters, state, scratch: Scratch { words, starts, .. }, .. } = self;
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            (words.clear(), starts.clear());
            let costs = keys.costs().get(from..to).unwrap_or_default();
            limiters[limiter].take_row(
                state,
                Row { start, times: &keys.times()[from..to], costs },
                words,
                starts,
            );
            record.scatter(&keys.order()[from..to], words, starts, all);
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
        all: usize,
    ) {
        let Self { limiters, state, .. } = self;
        for place in range {
            let (time, cost) = (keys.times()[place], keys.costs().get(place).copied().unwrap_or(1));
            let outcome = limiters[limiter].take(state, start.saturating_add(time), cost);
            record.scatter_one(keys.order()[place], time, outcome, all);
        }
    }
}
