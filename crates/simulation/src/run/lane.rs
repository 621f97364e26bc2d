//! One limiter over the arrivals: what it decided, and enough of its states that any
//! of its decisions can be made again.

use core::ops::Range;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};

use super::outcomes::{Counts, Kind, Outcomes};
use crate::traffic::Arrivals;

/// Memory that the saved states of a lane may take, about. More states are saved
/// where they are small.
const SAVED_BYTES: usize = 8 << 20;

/// Requests between two saved states, at least.
const SHORTEST_INTERVAL: usize = 512;

/// What one lane decided.
#[derive(Clone, Debug, Default)]
pub struct Record {
    outcomes: Outcomes,
    /// When each delayed request started, in the order they came.
    releases: Vec<u64>,
}

impl Record {
    /// Adds a decision that was made at this time.
    #[inline]
    pub(super) fn push(&mut self, time: u64, outcome: Outcome) {
        self.extend(&[time], |_, _| outcome);
    }

    /// Adds the decisions about requests that came at these times.
    #[inline]
    fn extend(&mut self, times: &[u64], mut decide: impl FnMut(usize, u64) -> Outcome) {
        let Self { outcomes, releases } = self;
        let mut requests = times.iter().enumerate();
        outcomes.extend(times.len(), || {
            let Some((index, &time)) = requests.next() else { return Kind::Denied };
            let outcome = decide(index, time);
            if let Outcome::Delayed(wait) = outcome {
                releases.push(time.saturating_add(wait));
            }
            outcome.into()
        });
    }

    /// The outcomes.
    pub const fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// When the last of those that were delayed started.
    pub fn last_release(&self) -> Option<u64> {
        self.releases.iter().max().copied()
    }

    /// How many of each in a range of requests.
    pub fn count(&self, range: Range<usize>) -> Counts {
        self.outcomes.count(range)
    }

    /// When each request started, `None` for those that were refused.
    pub fn starts<'a>(&'a self, arrivals: &'a Arrivals) -> impl Iterator<Item = Option<u64>> + 'a {
        let mut releases = self.releases.iter();
        (0..self.outcomes.len()).map(move |index| match self.outcomes.get(index) {
            Kind::Allowed => Some(arrivals.time(index)),
            Kind::Denied => None,
            Kind::Delayed => releases.next().copied(),
        })
    }

    /// When an admitted request that came at this time started; `None` if it was
    /// refused.
    pub fn started(&self, index: usize, time: u64) -> Option<u64> {
        match self.outcomes.get(index) {
            Kind::Allowed => Some(time),
            Kind::Denied => None,
            Kind::Delayed => Some(self.releases[self.outcomes.before(index).1 as usize]),
        }
    }
}

/// A limiter that is being run, whichever it is. Only what is done for every request
/// is compiled for each of them.
pub(super) trait Running {
    /// Decides about these requests.
    fn decide_all(&mut self, arrivals: &Arrivals, start: u64, range: Range<usize>, record: &mut Record);

    /// Decides about one request of a client.
    fn decide(&mut self, client: u32, now: u64, cost: u32) -> Outcome;

    /// How long a client that was just refused would have to wait.
    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64>;

    /// Saves all states as they are.
    fn save(&mut self);

    /// A client's state before one request, made from the states that were saved
    /// with the given number, and from the requests since.
    fn state_before(
        &self,
        saved: usize,
        client: u32,
        requests: &mut dyn Iterator<Item = (u64, u32)>,
    ) -> PolicyState;
}

struct Runner<L: Limiter> {
    limiter: L,
    states: Vec<L::State>,
    saved: Vec<Vec<L::State>>,
}

impl<L> Running for Runner<L>
where
    L: Limiter,
    L::State: Into<PolicyState>,
{
    fn decide_all(&mut self, arrivals: &Arrivals, start: u64, range: Range<usize>, record: &mut Record) {
        let Self { limiter, states, .. } = self;
        let first = range.start;
        let times = &arrivals.times()[range];
        if arrivals.clients().is_empty() && arrivals.costs().is_empty() {
            let state = &mut states[0];
            record.extend(times, |_, time| limiter.take(state, start.saturating_add(time), 1));
            return;
        }
        record.extend(times, |index, time| {
            let (client, cost) = (arrivals.client(first + index), arrivals.cost(first + index));
            limiter.take(&mut states[client as usize], start.saturating_add(time), cost)
        });
    }

    fn decide(&mut self, client: u32, now: u64, cost: u32) -> Outcome {
        self.limiter.take(&mut self.states[client as usize], now, cost)
    }

    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64> {
        self.limiter.peek(&self.states[client as usize], now, cost).retry_after
    }

    fn save(&mut self) {
        self.saved.push(self.states.clone());
    }

    fn state_before(
        &self,
        saved: usize,
        client: u32,
        requests: &mut dyn Iterator<Item = (u64, u32)>,
    ) -> PolicyState {
        let mut state = self.saved[saved][client as usize].clone();
        for (now, cost) in requests {
            let _ = self.limiter.take(&mut state, now, cost);
        }
        state.into()
    }
}

/// A policy, ready to run for so many clients.
pub(super) fn runner(policy: &Policy, clients: u32) -> Box<dyn Running> {
    fn of<L>(limiter: &L, clients: u32) -> Box<dyn Running>
    where
        L: Limiter + 'static,
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
        Policy::AllOf(limiter) => of(limiter, clients),
    }
}

/// How many requests may lie between two saved states, so that all of them fit.
pub(crate) fn interval(policy: &Policy, clients: u32, requests: usize) -> usize {
    let state = 32 + if has_log(policy) { 16 * policy.limit() as usize } else { 0 };
    let all = state.saturating_mul(clients as usize);
    let affordable = (SAVED_BYTES / all).max(1);
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL)
}

fn has_log(policy: &Policy) -> bool {
    match policy {
        Policy::SlidingWindowLog(_) => true,
        Policy::AllOf(all) => all.members().iter().any(has_log),
        _ => false,
    }
}
