//! Any limiter at work, on the state of one slot after the other.

use core::ops::Range;

use ratelab_limiter::{Limiter, Policy, PolicyError, PolicyState, Row, TakeRows};

use super::{
    extras::{self, More},
    keys::Keys,
    record::Record,
};
use crate::traffic::Arrivals;

/// The most requests that a limiter gets before it is the next lane's turn: few enough to
/// stay in the processor's cache for that lane.
pub(super) const LONGEST_ROW: usize = 16_384;

/// Rows shorter than this go one request after the other: a row has to be prepared.
const SHORTEST_ROW: usize = 6;

/// The requests of a lane in the order in which they are decided.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) arrivals: &'a Arrivals,
    /// Slot by slot, if there are several.
    pub(super) keys: Option<&'a Keys>,
    /// For each slot, which of the limiters is its, and what its clock shows at time zero.
    pub(super) slot: &'a dyn Fn(usize) -> (usize, u64),
}

/// Any limiter that is being run. Only the work per request is compiled for each limiter.
pub(super) trait Running: More {
    /// Decides about the requests at these places, the next ones, and records it.
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record);

    /// The state of the slot that is being decided about.
    fn state(&self) -> PolicyState;
}

pub(super) struct Runner<L: Limiter> {
    /// One for each tier.
    pub(super) limiters: Vec<L>,
    state: L::State,
    /// States of all slots, where requests are not decided slot by slot.
    pub(super) states: Vec<Option<L::State>>,
    words: Vec<u64>,
    starts: Vec<u64>,
}

/// The policies of a lane, one for each tier, ready to run.
pub(super) fn runner(policies: &[Policy]) -> Result<Box<dyn Running>, PolicyError> {
    macro_rules! of {
        ($variant:ident) => {
            Runner::boxed(policies.iter().filter_map(|policy| match policy {
                Policy::$variant(limiter) => Some(limiter.clone()),
                _ => None,
            }))
        };
    }
    Ok(match &policies[0] {
        Policy::FixedWindow(_) => of!(FixedWindow),
        Policy::SlidingWindowLog(_) => of!(SlidingWindowLog),
        Policy::SlidingWindowCounter(_) => of!(SlidingWindowCounter),
        Policy::TokenBucket(_) => of!(TokenBucket),
        Policy::LeakyBucketMeter(_) => of!(LeakyBucketMeter),
        Policy::LeakyBucketQueue(_) => of!(LeakyBucketQueue),
        Policy::Gcra(_) => of!(Gcra),
        Policy::AllOf(_) => return extras::run_all_of(policies),
    })
}

impl<L> Runner<L>
where
    L: TakeRows + 'static,
    L::State: Into<PolicyState>,
{
    pub(super) fn boxed(limiters: impl Iterator<Item = L>) -> Box<dyn Running> {
        let limiters: Vec<L> = limiters.collect();
        let state = limiters[0].fresh();
        Box::new(Self { limiters, state, states: Vec::new(), words: Vec::new(), starts: Vec::new() })
    }

    /// All of it is of one slot: outcomes are in the order of the requests.
    fn decide_all(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        let Self { limiters, state, .. } = self;
        let (arrivals, costs) = (work.arrivals, work.arrivals.costs());
        let (limiter, start) = (work.slot)(0);
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let costs = if costs.is_empty() { costs } else { &costs[from..to] };
            let row = Row { start, times: &arrivals.times()[from..to], costs };
            // Only what costs nothing overtakes in a queue.
            record.extend(to - from, costs.is_empty(), |words, starts| {
                limiters[limiter].take_row(state, row, words, starts);
            });
            from = to;
        }
    }

    /// Slot by slot: outcomes are put to where their requests are.
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

    fn decide_row(
        &mut self,
        limiter: usize,
        start: u64,
        keys: &Keys,
        range: Range<usize>,
        record: &mut Record,
        all: usize,
    ) {
        let Self { limiters, state, words, starts, .. } = self;
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

impl<L> Running for Runner<L>
where
    L: TakeRows + 'static,
    L::State: Into<PolicyState>,
{
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        match work.keys {
            None => self.decide_all(work, range, record),
            Some(keys) => self.decide_each(work, keys, range, record),
        }
    }

    fn state(&self) -> PolicyState {
        self.state.clone().into()
    }
}
