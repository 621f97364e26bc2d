//! One limiter over the arrivals: what it decided, and enough of its states that any
//! of its decisions can be made again.

use core::ops::Range;

use ratelab_limiter::{IN_WORD, Limiter, Policy, PolicyState, Row, TakeRows};

use super::{
    outcomes::{Counts, Kind, Outcomes},
    releases::Releases,
};
use crate::traffic::Arrivals;

/// Memory that the saved states of a lane may take, about. More states are saved
/// where they are small.
const SAVED_BYTES: u64 = 1 << 20;

/// Requests between two saved states, at least.
const SHORTEST_INTERVAL: usize = 2_048;

/// Requests that a limiter is given at once, at most, before it is another lane's turn: so
/// few that they are still at hand in the processor's cache for the next one.
pub(super) const LONGEST_ROW: usize = 16_384;

/// What one lane decided.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) outcomes: Outcomes,
    /// When each delayed request started.
    pub(super) releases: Releases,
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

    /// When an admitted request that came at this time started; `None` if it was
    /// refused.
    pub fn started(&self, index: usize, time: u64) -> Option<u64> {
        match self.outcomes.get(index) {
            Kind::Allowed => Some(time),
            Kind::Denied => None,
            Kind::Delayed => self.releases.get(self.outcomes.before(index).1 as usize),
        }
    }
}

/// A limiter that is being run, whichever it is. Only what is done for every request
/// is compiled for each of them.
pub(super) trait Running {
    /// Decides about these requests, the next ones, and records it.
    fn decide(&mut self, arrivals: &Arrivals, start: u64, range: Range<usize>, record: &mut Record);

    /// How long a client that was just refused would have to wait.
    #[cfg(feature = "whole")]
    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64>;

    /// Saves all states as they are.
    #[cfg(feature = "whole")]
    fn save(&mut self);

    /// A client's state as it was saved with the given number.
    #[cfg(feature = "whole")]
    fn saved(&self, number: usize, client: u32) -> PolicyState;
}

struct Runner<L: Limiter> {
    limiter: L,
    states: Vec<L::State>,
    /// All clients' states, one time after the other.
    saved: Vec<L::State>,
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

    #[cfg(feature = "whole")]
    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64> {
        let state = &self.states[client as usize];
        self.limiter.retry_after(state, &self.limiter.advance(state, now), cost)
    }

    #[cfg(feature = "whole")]
    fn save(&mut self) {
        self.saved.extend_from_slice(&self.states);
    }

    #[cfg(feature = "whole")]
    fn saved(&self, number: usize, client: u32) -> PolicyState {
        self.saved[number * self.states.len() + client as usize].clone().into()
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

/// A policy, ready to run for so many clients.
pub(super) fn runner(policy: &Policy, clients: u32) -> Box<dyn Running> {
    fn of<L>(limiter: &L, clients: u32) -> Box<dyn Running>
    where
        L: TakeRows + 'static,
        L::State: Into<PolicyState>,
    {
        let states = vec![limiter.fresh(); clients as usize];
        Box::new(Runner { limiter: limiter.clone(), states, saved: Vec::new() })
    }
    match policy {
        Policy::FixedWindow(limiter) => of(limiter, clients),
        Policy::SlidingWindowLog(limiter) => of(limiter, clients),
        Policy::SlidingWindowCounter(limiter) => of(limiter, clients),
        Policy::TokenBucket(limiter) => of(limiter, clients),
        Policy::LeakyBucketMeter(limiter) => of(limiter, clients),
        Policy::LeakyBucketQueue(limiter) => of(limiter, clients),
        Policy::Gcra(limiter) => of(limiter, clients),
        #[cfg(feature = "whole")]
        Policy::AllOf(limiter) => of(limiter, clients),
        #[cfg(not(feature = "whole"))]
        Policy::AllOf(_) => unreachable!("reading refuses it"),
    }
}

/// How many requests may lie between two saved states, so that all of them fit: as many as
/// go into rows without a rest.
pub(super) fn interval(policy: &Policy, clients: u32, requests: usize) -> usize {
    let all = policy.state_bytes().saturating_mul(clients.into());
    let affordable = (SAVED_BYTES / all).max(1) as usize;
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL).next_power_of_two()
}
