//! Any limiter at work, on the state of one slot after the other.

use core::ops::Range;

use ratelab_limiter::{Limiter, Policy, PolicyError, PolicyState, Row, TakeRows};

use super::{
    extras::{self, Divided, More, Scratch},
    keys::Keys,
    record::Record,
};
use crate::traffic::Arrivals;

/// The most requests that a limiter gets before it is the next lane's turn: few enough to
/// stay in the processor's cache for that lane.
pub(super) const LONGEST_ROW: usize = 16_384;

/// The requests of a lane in the order in which they are decided.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) arrivals: &'a Arrivals,
    /// Slot by slot, if they are sorted.
    pub(super) keys: Option<&'a Keys>,
    /// For each slot, which of the limiters is its, and what its clock shows at time zero.
    pub(super) slot: &'a dyn Fn(usize) -> (usize, u64),
}

/// Any limiter that is being run. Only the work per request is compiled for each limiter.
pub(super) trait Running: More {
    /// Decides about the requests at these places, the next ones, and records it.
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record);
}

pub(super) struct Runner<L: Limiter> {
    /// One for each tier.
    pub(super) limiters: Vec<L>,
    /// Of the slot that is being decided about.
    pub(super) state: L::State,
    pub(super) scratch: Scratch<L::State>,
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
        Box::new(Self { limiters, state, scratch: Scratch::default() })
    }
}

impl<L> Running for Runner<L>
where
    L: TakeRows + 'static,
    L::State: Into<PolicyState>,
{
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        if let Some(keys) = work.keys {
            return self.decide_each(work, keys, range, record);
        }
        let (arrivals, costs) = (work.arrivals, work.arrivals.costs());
        let (limiter, start) = (work.slot)(0);
        // Only what costs nothing, or is of another client, overtakes in a queue.
        let is_ordered = costs.is_empty() && arrivals.clients().is_empty();
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let row = Row {
                start,
                times: &arrivals.times()[from..to],
                costs: if costs.is_empty() { costs } else { &costs[from..to] },
            };
            record.extend(to - from, is_ordered, |words, starts| {
                self.take_row(limiter, row, arrivals.clients().get(from..to), words, starts);
            });
            from = to;
        }
    }
}
