//! A limiter at any instant: what it holds, what came, and what one more request would get.
//!
//! As with [`ratelab_simulation::explain`], the state is made again from the last one that was saved, and the
//! limiter decides: nothing here repeats a rule.

mod about;
mod mechanism;
mod words;
mod worst;

use crate::Report;
use ratelab_limiter::{Algorithm, Decision, Limiter, Policy, PolicyState};

pub use self::{
    about::{Equivalent, equivalents, pace, rule},
    mechanism::{Bucket, Entry, Mechanism, Member},
    words::AnatomyText,
    worst::Worst,
};
pub(crate) use self::{mechanism::number, words::decimals};
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::run::{Counts, Kind, Simulation};

/// The most instants and the most waiting requests that an anatomy lists.
pub const MOST_LISTED: usize = 256;
/// The most requests of others that are passed over to find one of the client.
const FARTHEST: usize = 100_000;

/// A limiter at an instant, as one client finds it on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// The instant, in the scenario's time.
    pub time: u64,
    /// The client whose state it is.
    pub client: u32,
    /// The server that has it, from 0, if each has its own.
    pub server: Option<u32>,
    /// The limiter, with the limit that applies to the client.
    pub policy: Policy,
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

impl Report {
    /// A lane's limiter at an instant of the scenario, once the run is done, as a client finds it on a
    /// server. Nothing where several layers decide, or a store does not answer, or where the state is ahead
    /// of the server's clock.
    pub fn anatomy(&self, lane: usize, client: u32, server: u32, time: u64) -> Option<Anatomy> {
        let arrivals = self.arrivals(lane).filter(|_| self.is_done())?;
        let first = arrivals.first_at(time);
        let end = time.checked_add(1).map_or(arrivals.len(), |next| arrivals.first_at(next));
        let before = self.known_at(lane, (client, server), time, first)?;
        let after = self.known_at(lane, (client, server), time, end)?;
        let (policy, now) = (after.policy, after.shown);
        let decision = policy.peek(&after.state, now, 1);
        let is_ahead = decision.at > now && !self.lanes()[lane].is_plain();
        if after.answer.is_some() || is_ahead {
            return None;
        }
        let refused = decision.retry_after.filter(|_| !decision.outcome.admits());
        // The wait counts from the limiter's clock, which may be ahead.
        let wait = refused.and_then(|wait| wait.checked_add(decision.at - now));
        let at_now = Mechanism::new(policy, &after.state, now);
        let own = Own { run: self, lane, client, server: self.is_divided_at(lane, time).then_some(server) };
        let mut came = Counts::default();
        let kinds = (first..end).filter(|index| own.has(*index));
        kinds.for_each(|index| came.add(self.lanes()[lane].record().outcomes().get(index)));
        let waits = own.waits_at(time, end);
        Some(Anatomy {
            time,
            client,
            server: own.server,
            policy: policy.clone(),
            came,
            before: Mechanism::new(policy, &before.state, now),
            recent: own.recent(time, end, at_now.reach()),
            now: at_now,
            decision,
            would_pass: wait.and_then(|wait| time.checked_add(wait)),
            earlier: own.nearest((0..first).rev()),
            later: own.nearest(end..arrivals.len()),
            waiting_count: waits.len(),
            waiting: waits.into_iter().rev().take(MOST_LISTED).collect(),
        })
    }

    /// Whether each of several servers decides on a state of its own at a time.
    fn is_divided_at(&self, lane: usize, time: u64) -> bool {
        let is_own = match self.lanes()[lane].store() {
            Store::Local | Store::Sync { .. } => true,
            Store::Down { from, to, fallback } => fallback == Fallback::Local && (from..to).contains(&time),
            Store::Shared | Store::Race { .. } => false,
        };
        is_own && self.scenario().servers.count > 1
    }

    /// What a lane's limiter holds for the first client on the first server at an instant, after all requests
    /// before a time.
    pub(crate) fn mechanism(&self, lane: usize, before: u64, at: u64) -> Option<Mechanism> {
        let first = self.arrivals(lane).filter(|_| self.is_done())?.first_at(before);
        let known = self.known_at(lane, (0, 0), at, first)?;
        Some(Mechanism::new(known.policy, &known.state, known.shown))
    }

    /// How many requests of cost 1 would pass there at an instant, after all those before it.
    pub(crate) fn remaining_at(&self, lane: usize, at: u64) -> Option<u32> {
        let first = self.arrivals(lane).filter(|_| self.is_done())?.first_at(at);
        let known = self.known_at(lane, (0, 0), at, first)?;
        Some(known.policy.peek(&known.state, known.shown, 0).remaining)
    }
}

/// The attempts that come to one state: those of a key and, where each server has its own, of one server.
struct Own<'run> {
    run: &'run Simulation,
    lane: usize,
    client: u32,
    /// The server, if the state is its own.
    server: Option<u32>,
}

impl Own<'_> {
    /// Whether an attempt is one of them.
    fn has(&self, index: usize) -> bool {
        let (lane, senders) = (&self.run.lanes()[self.lane], self.run.senders());
        let Some(arrivals) = self.run.arrivals(self.lane) else { return false };
        let (key, client) = (lane.key_of(0), arrivals.client(index));
        senders.key(key, client) == senders.key(key, self.client)
            && self.server.is_none_or(|server| lane.server(index, client) == server)
    }

    /// What came before a number, instant by instant, no longer ago than this.
    fn recent(&self, time: u64, end: usize, reach: u64) -> Vec<Recent> {
        let Some(arrivals) = self.run.arrivals(self.lane).filter(|_| reach > 0) else { return Vec::new() };
        let outcomes = self.run.lanes()[self.lane].record().outcomes();
        let mut recent: Vec<Recent> = Vec::new();
        for index in (0..end).rev() {
            let age = time - arrivals.time(index);
            if age > reach {
                break;
            }
            if !self.has(index) {
                continue;
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

    /// How long those still wait that a queue admitted before a number, the last first. On one state they
    /// start in the order they came, but for what costs nothing.
    fn waits_at(&self, time: u64, end: usize) -> Vec<u64> {
        let at = &self.run.lanes()[self.lane];
        let Some(arrivals) =
            self.run.arrivals(self.lane).filter(|_| at.policy().algorithm() == Algorithm::LeakyBucketQueue)
        else {
            return Vec::new();
        };
        let own = (0..end).rev().filter(|index| self.has(*index) && arrivals.cost(*index) > 0);
        let started = own.filter_map(|index| at.record().started(index, arrivals.time(index)));
        let left = |start: &u64| *start > time;
        let mut waits: Vec<u64> =
            if at.is_plain() { started.take_while(left).collect() } else { started.filter(left).collect() };
        waits.iter_mut().for_each(|start| *start -= time);
        waits.sort_unstable_by(|one, other| other.cmp(one));
        waits
    }

    /// The time of the first of these attempts.
    fn nearest(&self, indexes: impl Iterator<Item = usize>) -> Option<u64> {
        let arrivals = self.run.arrivals(self.lane)?;
        indexes.take(FARTHEST).find(|index| self.has(*index)).map(|index| arrivals.time(index))
    }
}

/// The members of an all-of with their states.
fn members<'a>(policy: &'a Policy, state: &'a PolicyState) -> Option<(&'a [Policy], &'a [PolicyState])> {
    match (policy, state) {
        (Policy::AllOf(all), PolicyState::Members(states)) => Some((all.members(), states)),
        _ => None,
    }
}
