//! Any limiter at work, with the states of all clients.

use core::ops::Range;

use ratelab_limiter::{IN_WORD, Limiter, Policy, PolicyError, PolicyState, Row, TakeRows};

use super::{
    extras::{self, Memory, Saves},
    record::Record,
};
use crate::traffic::Arrivals;

/// The most requests that a limiter gets before it is the next lane's turn: few enough to
/// stay in the processor's cache for that lane.
pub(super) const LONGEST_ROW: usize = 16_384;

/// Any limiter that is being run. Only the work per request is compiled for each limiter.
pub(super) trait Running: Memory {
    /// Decides about these requests, the next ones, and records it.
    fn decide(&mut self, arrivals: &Arrivals, start: u64, range: Range<usize>, record: &mut Record);

    /// Saves all states as they are.
    fn save(&mut self);
}

pub(super) struct Runner<L: Limiter> {
    pub(super) limiter: L,
    pub(super) states: Vec<L::State>,
    pub(super) saves: Saves<L::State>,
}

/// A policy, ready to run for this many clients.
pub(super) fn runner(policy: &Policy, clients: u32) -> Result<Box<dyn Running>, PolicyError> {
    Ok(match policy {
        Policy::FixedWindow(limiter) => Runner::boxed(limiter, clients),
        Policy::SlidingWindowLog(limiter) => Runner::boxed(limiter, clients),
        Policy::SlidingWindowCounter(limiter) => Runner::boxed(limiter, clients),
        Policy::TokenBucket(limiter) => Runner::boxed(limiter, clients),
        Policy::LeakyBucketMeter(limiter) => Runner::boxed(limiter, clients),
        Policy::LeakyBucketQueue(limiter) => Runner::boxed(limiter, clients),
        Policy::Gcra(limiter) => Runner::boxed(limiter, clients),
        Policy::AllOf(limiter) => extras::run_all_of(limiter, clients)?,
    })
}

impl<L> Runner<L>
where
    L: TakeRows + 'static,
    L::State: Into<PolicyState>,
{
    pub(super) fn boxed(limiter: &L, clients: u32) -> Box<dyn Running> {
        let states = vec![limiter.fresh(); clients as usize];
        Box::new(Self { limiter: limiter.clone(), states, saves: Saves::default() })
    }
}

impl<L> Running for Runner<L>
where
    L: TakeRows,
    L::State: Into<PolicyState>,
{
    /// A row at a time.
    fn decide(&mut self, arrivals: &Arrivals, start: u64, range: Range<usize>, record: &mut Record) {
        let Self { limiter, states, .. } = self;
        let Record { outcomes, releases } = record;
        let (clients, costs) = (arrivals.clients(), arrivals.costs());
        // Only what costs nothing, or is of another client, overtakes in a queue.
        let is_ordered = clients.is_empty() && costs.is_empty();
        let row = |range: Range<usize>| Row {
            start,
            times: &arrivals.times()[range.clone()],
            costs: if costs.is_empty() { costs } else { &costs[range] },
        };
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + LONGEST_ROW);
            let row = row(from..to);
            outcomes.extend(to - from, |words| {
                releases.write(to - from, is_ordered, |starts| {
                    if clients.is_empty() {
                        limiter.take_row(&mut states[0], row, words, starts);
                    } else {
                        take_each_of(limiter, states, &clients[from..to], row, words, starts);
                    }
                });
            });
            from = to;
        }
    }

    fn save(&mut self) {
        self.saves.save(&self.states);
    }
}

/// Decides about requests of several clients.
fn take_each_of<L: TakeRows>(
    limiter: &L,
    states: &mut [L::State],
    clients: &[u32],
    row: Row<'_>,
    words: &mut Vec<u64>,
    starts: &mut Vec<u64>,
) {
    let mut word = Vec::with_capacity(1);
    for (index, client) in clients.iter().enumerate() {
        if index.is_multiple_of(IN_WORD) {
            words.push(0);
        }
        let costs = row.costs.get(index..index + 1).unwrap_or_default();
        let row = Row { times: &row.times[index..index + 1], costs, ..row };
        limiter.take_each(&mut states[*client as usize], row, &mut word, starts);
        if let Some((last, outcome)) = words.last_mut().zip(word.pop()) {
            *last |= outcome << (2 * (index % IN_WORD));
        }
    }
}
