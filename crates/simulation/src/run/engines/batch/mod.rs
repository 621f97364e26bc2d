//! Limiters that decide many requests of one state at once.

mod attempts;
mod by_slot;

use core::ops::Range;

use ratelab_limiter::{
    Policy, PolicyState,
    batch::{Batch, TakeBatch},
};
use ratelab_scenario::traffic::Arrivals;

use self::{attempts::OnSlots, by_slot::AtWork};
use super::{
    super::{LONGEST_ROW, keys::Keys, record::Record, sharing::Sharing},
    retries::{Making, Slots},
};

/// Decides a row: receives the index of the limiter, the requests and their clients, and buffers for outcomes
/// and starts.
type TakeRow<'a> = &'a mut dyn FnMut(usize, Batch<'_>, &[u32], &mut Vec<u64>, &mut Vec<u64>);

/// The requests of a lane, in the order of decisions.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    pub(crate) arrivals: &'a Arrivals,
    /// Slot by slot, if they are grouped.
    pub(crate) keys: Option<&'a Keys>,
    pub(crate) sharing: &'a Sharing,
    pub(crate) policies: &'a [Policy],
    /// The reading of a right clock at time zero.
    pub(crate) start: u64,
}

impl Work<'_> {
    /// Returns the index of the limiter of a slot, and the reading of its clock at time zero.
    pub(super) fn slot(&self, slot: usize) -> (usize, u64) {
        self.sharing.policy_and_clock(self.policies, self.start, slot)
    }

    /// Passes over requests that are not grouped by slot, in rows.
    pub(super) fn each_row(&self, range: Range<usize>, record: &mut Record, take: TakeRow<'_>) {
        let (arrivals, costs) = (self.arrivals, self.arrivals.costs());
        let (limiter, start) = self.slot(0);
        // Only requests without cost, or of another client, overtake in a queue.
        let is_ordered = costs.is_empty() && arrivals.clients().is_empty();
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let row = Batch {
                start,
                times: &arrivals.times()[from..to],
                costs: if costs.is_empty() { costs } else { &costs[from..to] },
            };
            let clients = arrivals.clients().get(from..to).unwrap_or_default();
            record.extend(to - from, is_ordered, |words, starts| take(limiter, row, clients, words, starts));
            from = to;
        }
    }
}

/// A limiter that decides many requests at once. Only the work per request is compiled for each limiter.
pub(crate) trait BatchEngine {
    /// Decides the requests at these positions, which come next, and records the outcomes.
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record);

    /// Lets clients make this many attempts, and returns whether there are no more. An engine for runs without
    /// retries makes none.
    fn attempt(&mut self, _: Slots<'_>, _: Making<'_>, _: usize) -> bool {
        true
    }

    /// Returns the state of the current slot, for repeating decisions.
    fn state(&self) -> Option<PolicyState> {
        None
    }
}

/// A limiter, with those of other tiers.
pub(super) struct Runner<L: TakeBatch> {
    limiter: L,
    tiers: Vec<L>,
    work: AtWork<L::State>,
}

/// Returns the engine for the policies of a lane, one for each tier.
pub(crate) fn engine(policies: &[Policy]) -> Box<dyn BatchEngine> {
    match &policies[0] {
        Policy::FixedWindow(limiter) => Runner::boxed(limiter, policies),
        Policy::SlidingWindowLog(limiter) => Runner::boxed(limiter, policies),
        Policy::SlidingWindowCounter(limiter) => Runner::boxed(limiter, policies),
        Policy::TokenBucket(limiter) => Runner::boxed(limiter, policies),
        Policy::LeakyBucketMeter(limiter) => Runner::boxed(limiter, policies),
        Policy::LeakyBucketQueue(limiter) => Runner::boxed(limiter, policies),
        Policy::Gcra(limiter) => Runner::boxed(limiter, policies),
        Policy::AllOf(limiter) => Runner::boxed(limiter, policies),
    }
}

impl<L> Runner<L>
where
    L: TakeBatch + FromPolicy + 'static,
    L::State: Into<PolicyState>,
{
    fn boxed(limiter: &L, policies: &[Policy]) -> Box<dyn BatchEngine> {
        let tiers: Vec<L> = policies[1..].iter().filter_map(L::from_policy).collect();
        // The first slot belongs to the first tier.
        let work = AtWork::new(tiers.first().unwrap_or(limiter).fresh());
        Box::new(Self { limiter: limiter.clone(), tiers, work })
    }
}

impl<L> BatchEngine for Runner<L>
where
    L: TakeBatch + FromPolicy + 'static,
    L::State: Into<PolicyState>,
{
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        match work.keys {
            Some(keys) => self.decide_by_slot(work, keys, range, record),
            None => work.each_row(range, record, &mut |limiter, row, _, words, starts| {
                let (limiter, work) = self.tier(limiter);
                limiter.take_batch(&mut work.state, row, words, starts);
            }),
        }
    }

    fn attempt(&mut self, slots: Slots<'_>, making: Making<'_>, count: usize) -> bool {
        making.make(count, &mut OnSlots::new(self, slots))
    }

    fn state(&self) -> Option<PolicyState> {
        Some(self.work.state.clone().into())
    }
}

impl<L: TakeBatch> Runner<L> {
    /// Returns the limiter of a tier, the first being the scenario's, and its states.
    pub(super) fn tier(&mut self, tier: usize) -> (&L, &mut AtWork<L::State>) {
        let Self { limiter, tiers, work } = self;
        (tier.checked_sub(1).map_or(limiter, |tier| &tiers[tier]), work)
    }

    /// Returns the limiter and the state of the only slot.
    #[inline(always)]
    pub(super) fn only(&mut self) -> (&L, &mut L::State) {
        (&self.limiter, &mut self.work.state)
    }
}

/// A limiter that can be extracted from a policy.
pub(super) trait FromPolicy: Sized {
    fn from_policy(policy: &Policy) -> Option<Self>;
}

macro_rules! of_policy {
    ($($variant:ident),*) => {
        $(impl FromPolicy for ratelab_limiter::$variant {
            fn from_policy(policy: &Policy) -> Option<Self> {
                if let Policy::$variant(limiter) = policy { Some(limiter.clone()) } else { None }
            }
        })*
    };
}

of_policy!(
    FixedWindow,
    SlidingWindowLog,
    SlidingWindowCounter,
    TokenBucket,
    LeakyBucketMeter,
    LeakyBucketQueue,
    Gcra,
    AllOf
);
