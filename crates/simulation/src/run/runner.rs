//! Any limiter at work, on the state of one slot after the other.

use core::ops::Range;

use ratelab_limiter::{
    Limiter, Policy, PolicyError, PolicyState,
    batch::{Batch, TakeBatch},
};

use super::{
    extras::{self, Divided, More, OfPolicy, Scratch},
    keys::Keys,
    record::Record,
    sharing::Sharing,
};
use ratelab_scenario::traffic::Arrivals;

/// The most requests that a limiter gets before it is the next lane's turn: few enough to
/// stay in the processor's cache for that lane.
pub(super) const LONGEST_ROW: usize = 16_384;

/// The requests of a lane in the order in which they are decided.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) arrivals: &'a Arrivals,
    /// Slot by slot, if they are sorted.
    pub(super) keys: Option<&'a Keys>,
    pub(super) sharing: &'a Sharing,
    pub(super) policies: &'a [Policy],
    /// What a right clock shows at time zero.
    pub(super) start: u64,
}

impl Work<'_> {
    /// Which of the limiters is that of a slot, and what its clock shows at time zero.
    pub(super) fn slot(&self, slot: usize) -> (usize, u64) {
        extras::slot_of(self.sharing, self.policies, self.start, slot)
    }
}

/// Any limiter that is being run. Only the work per request is compiled for each limiter.
pub(super) trait Running: More {
    /// Decides about the requests at these places, the next ones, and records it.
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record);
}

pub(super) struct Runner<L: Limiter> {
    pub(super) limiter: L,
    pub(super) scratch: Scratch<L>,
}

/// The policies of a lane, one for each tier, ready to run for so many slots.
pub(super) fn runner(policies: &[Policy], slots: usize) -> Result<Box<dyn Running>, PolicyError> {
    let mut running = match &policies[0] {
        Policy::FixedWindow(limiter) => Runner::boxed(limiter, slots),
        Policy::SlidingWindowLog(limiter) => Runner::boxed(limiter, slots),
        Policy::SlidingWindowCounter(limiter) => Runner::boxed(limiter, slots),
        Policy::TokenBucket(limiter) => Runner::boxed(limiter, slots),
        Policy::LeakyBucketMeter(limiter) => Runner::boxed(limiter, slots),
        Policy::LeakyBucketQueue(limiter) => Runner::boxed(limiter, slots),
        Policy::Gcra(limiter) => Runner::boxed(limiter, slots),
        Policy::AllOf(limiter) => extras::run_all_of(limiter)?,
    };
    extras::run_tiers(&mut *running, policies);
    Ok(running)
}

impl<L> Runner<L>
where
    L: TakeBatch + OfPolicy + 'static,
    L::State: Into<PolicyState>,
{
    pub(super) fn boxed(limiter: &L, slots: usize) -> Box<dyn Running> {
        Box::new(Self { limiter: limiter.clone(), scratch: Scratch::of(limiter, slots) })
    }
}

impl<L> Running for Runner<L>
where
    L: TakeBatch + OfPolicy + 'static,
    L::State: Into<PolicyState>,
{
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        if let Some(keys) = work.keys {
            return self.decide_each(work, keys, range, record);
        }
        let (arrivals, costs) = (work.arrivals, work.arrivals.costs());
        let (limiter, start) = work.slot(0);
        // Only what costs nothing, or is of another client, overtakes in a queue.
        let is_ordered = costs.is_empty() && arrivals.clients().is_empty();
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let row = Batch {
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
