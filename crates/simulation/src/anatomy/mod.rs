//! A limiter at any instant: what it holds, what came, and what one more request would get.
//!
//! As with [`crate::explain`], the client's state is made again from the last one that was saved,
//! and the limiter decides: nothing here repeats a rule.

mod about;
mod mechanism;
mod words;
mod worst;

use ratelab_limiter::{Algorithm, Decision, Limiter, Policy, PolicyState};

pub(crate) use self::words::{decimals, instant};
pub use self::{
    about::{Twin, pace, rule, twins},
    mechanism::{Bucket, Entry, Mechanism, Member},
    words::Told,
    worst::Worst,
};
use crate::{
    run::{Counts, Kind, Simulation},
    traffic::Arrivals,
};

/// The most instants and the most waiting requests that an anatomy lists.
pub const MOST_LISTED: usize = 256;
/// The most requests of others that are passed over to find one of the client.
const FARTHEST: usize = 100_000;

/// A limiter at an instant, as one client finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// The instant, in the scenario's time.
    pub time: u64,
    /// The client whose state it is.
    pub client: u32,
    /// What became of the client's requests at this very instant.
    pub came: Counts,
    /// What the limiter held just before them.
    pub before: Mechanism,
    /// What it holds after them.
    pub now: Mechanism,
    /// What one more request of cost 1 would get.
    pub decision: Decision,
    /// When that request would pass, if it is refused and ever would.
    pub would_pass: Option<u64>,
    /// The client's last instant with a request before this one.
    pub earlier: Option<u64>,
    /// The client's next instant with a request.
    pub later: Option<u64>,
    /// What came in the time that the limiter looks back on, the newest [`MOST_LISTED`] instants,
    /// the oldest first.
    pub recent: Vec<Recent>,
    /// Of a queue: how long each admitted request that has not started still waits, the next
    /// first; the first [`MOST_LISTED`].
    pub waiting: Vec<u64>,
    /// How many wait in all.
    pub waiting_count: usize,
}

/// What came at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recent {
    /// How long ago.
    pub age: u64,
    /// What was admitted, in requests of cost 1.
    pub admitted: u64,
    /// How many were denied.
    pub denied: u32,
}

impl Simulation {
    /// A lane's limiter at an instant of the scenario, once the run is done.
    pub fn anatomy(&self, lane: usize, client: u32, time: u64) -> Option<Anatomy> {
        let arrivals = self.arrivals(lane).filter(|_| self.is_done())?;
        let policy = self.lanes()[lane].policy();
        let now = self.scenario().start.saturating_add(time);
        let first = arrivals.first_at(time);
        let end = time.checked_add(1).map_or(arrivals.len(), |next| arrivals.first_at(next));
        let before = self.state_of(lane, client, first)?;
        let mut after = before.clone();
        let mut came = Counts::default();
        for index in (first..end).filter(|index| arrivals.client(*index) == client) {
            count(&mut came, self.lanes()[lane].record().outcomes().get(index));
            let _ = policy.take(&mut after, now, arrivals.cost(index));
        }
        let decision = policy.peek(&after, now, 1);
        let refused = decision.retry_after.filter(|_| !decision.outcome.admits());
        // The wait counts from the limiter's clock, which may be ahead.
        let wait = refused.and_then(|wait| wait.checked_add(decision.at - now));
        let at_now = Mechanism::of(policy, &after, now);
        let waits = self.waits_at(lane, client, time, end);
        Some(Anatomy {
            time,
            client,
            came,
            before: Mechanism::of(policy, &before, now),
            recent: self.recent(lane, client, time, end, at_now.reach()),
            now: at_now,
            decision,
            would_pass: wait.and_then(|wait| time.checked_add(wait)),
            earlier: nearest(arrivals, client, (0..first).rev()),
            later: nearest(arrivals, client, end..arrivals.len()),
            waiting_count: waits.len(),
            waiting: waits.into_iter().rev().take(MOST_LISTED).collect(),
        })
    }

    /// What a lane's limiter holds for a client at an instant, after all requests before a time.
    pub(crate) fn mechanism(&self, lane: usize, client: u32, before: u64, at: u64) -> Option<Mechanism> {
        let (state, now) = self.state_at(lane, client, before, at)?;
        Some(Mechanism::of(self.lanes()[lane].policy(), &state, now))
    }

    /// How many requests of cost 1 of a client would pass at an instant, after all those before it.
    pub(crate) fn remaining_at(&self, lane: usize, client: u32, at: u64) -> Option<u32> {
        let (state, now) = self.state_at(lane, client, at, at)?;
        Some(self.lanes()[lane].policy().peek(&state, now, 0).remaining)
    }

    /// A client's state after all requests before a time, and the limiter's clock at an instant.
    fn state_at(&self, lane: usize, client: u32, before: u64, at: u64) -> Option<(PolicyState, u64)> {
        let first = self.arrivals(lane).filter(|_| self.is_done())?.first_at(before);
        Some((self.state_of(lane, client, first)?, self.scenario().start.saturating_add(at)))
    }

    /// What a client's requests before a number came to, instant by instant, no longer ago than
    /// this.
    fn recent(&self, lane: usize, client: u32, time: u64, end: usize, reach: u64) -> Vec<Recent> {
        let Some(arrivals) = self.arrivals(lane).filter(|_| reach > 0) else { return Vec::new() };
        let outcomes = self.lanes()[lane].record().outcomes();
        let mut recent: Vec<Recent> = Vec::new();
        for index in (0..end).rev().filter(|index| arrivals.client(*index) == client) {
            let age = time - arrivals.time(index);
            if age > reach {
                break;
            }
            if recent.last().is_none_or(|last| last.age != age) {
                if recent.len() == MOST_LISTED {
                    break;
                }
                recent.push(Recent { age, admitted: 0, denied: 0 });
            }
            let Some(last) = recent.last_mut() else { break };
            match outcomes.get(index) {
                Kind::Denied => last.denied += 1,
                _ => last.admitted += u64::from(arrivals.cost(index)),
            }
        }
        recent.reverse();
        recent
    }

    /// How long those still wait that a queue admitted before a number, the last first. They
    /// start in the order they came, but for what costs nothing.
    fn waits_at(&self, lane: usize, client: u32, time: u64, end: usize) -> Vec<u64> {
        let at = &self.lanes()[lane];
        let Some(arrivals) =
            self.arrivals(lane).filter(|_| at.policy().algorithm() == Algorithm::LeakyBucketQueue)
        else {
            return Vec::new();
        };
        let own =
            (0..end).rev().filter(|index| arrivals.client(*index) == client && arrivals.cost(*index) > 0);
        let started = own.filter_map(|index| at.record().started(index, arrivals.time(index)));
        started.take_while(|start| *start > time).map(|start| start - time).collect()
    }
}

fn count(counts: &mut Counts, kind: Kind) {
    match kind {
        Kind::Allowed => counts.allowed += 1,
        Kind::Denied => counts.denied += 1,
        Kind::Delayed => counts.delayed += 1,
    }
}

/// The time of the first of these requests that is the client's.
fn nearest(arrivals: &Arrivals, client: u32, indexes: impl Iterator<Item = usize>) -> Option<u64> {
    indexes.take(FARTHEST).find(|index| arrivals.client(*index) == client).map(|index| arrivals.time(index))
}

/// The members of an all-of with their states.
fn members<'a>(policy: &'a Policy, state: &'a PolicyState) -> Option<(&'a [Policy], &'a [PolicyState])> {
    match (policy, state) {
        (Policy::AllOf(all), PolicyState::Members(states)) => Some((all.members(), states)),
        _ => None,
    }
}
