//! A limiter at any instant: its state, its recent requests, and its decision about one more request.
//!
//! As in [`ratelab_simulation::explain`], the state is restored from the last one that was saved, and the limiter
//! itself decides: no rule is repeated here.

mod about;
mod mechanism;
mod words;

use crate::Report;
use ratelab_limiter::{Algorithm, Decision, Limiter, Policy};

pub(crate) use self::words::decimals;
pub use self::{
    about::{Equivalent, equivalents, pace, rule},
    mechanism::{Bucket, Entry, Mechanism, Member},
    words::AnatomyText,
};
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::run::{Counts, Kind, Simulation};

/// The largest number of instants and of waiting requests that an anatomy lists.
pub const MOST_LISTED: usize = 256;
/// The largest number of other clients' requests to skip in search of one of the client.
const FARTHEST: usize = 100_000;

/// A limiter at an instant, as seen by one client on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// The instant, in the scenario's time.
    pub time: u64,
    /// The client whose state it is.
    pub client: u32,
    /// The server with the state, from 0, if each server has its own.
    pub server: Option<u32>,
    /// The limiter with the limit that applies to the client.
    pub policy: Policy,
    /// The outcomes of the client's requests at exactly this instant.
    pub came: Counts,
    /// The state just before these requests.
    pub before: Mechanism,
    /// The state after them.
    pub now: Mechanism,
    /// The decision about one more request of cost 1.
    pub decision: Decision,
    /// The time at which that request would pass, if it is refused and ever would.
    pub would_pass: Option<u64>,
    /// The time of the client's last request before this instant.
    pub earlier: Option<u64>,
    /// The time of the client's next request.
    pub later: Option<u64>,
    /// The requests within the time that the limiter looks back on, oldest first: the newest [`MOST_LISTED`]
    /// instants.
    pub recent: Vec<Recent>,
    /// For a queue: the remaining wait of each admitted request that has not started, shortest first; the first
    /// [`MOST_LISTED`].
    pub waiting: Vec<u64>,
    /// The total number of waiting requests.
    pub waiting_count: usize,
}

/// The requests at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recent {
    /// Their age.
    pub age: u64,
    /// The amount admitted, in requests of cost 1.
    pub admitted: u64,
    /// The number denied.
    pub denied: u32,
}

impl Report {
    /// Returns a lane's limiter at an instant of the scenario as a client sees it on a server, once the run is done.
    /// `None` if several layers decide, if the store is down, or if the state is ahead of the server's clock.
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
        // The wait is relative to the limiter's clock, which may be ahead.
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

    /// Returns whether each of several servers decides on its own state at a time.
    fn is_divided_at(&self, lane: usize, time: u64) -> bool {
        let is_own = match self.lanes()[lane].store() {
            Store::Local | Store::Sync { .. } => true,
            Store::Down { from, to, fallback } => fallback == Fallback::Local && (from..to).contains(&time),
            Store::Shared | Store::Race { .. } => false,
        };
        is_own && self.scenario().servers.count > 1
    }

    /// Returns the state that a lane's limiter has for the first client on the first server at an instant, after all
    /// requests before a time.
    pub(crate) fn mechanism(&self, lane: usize, before: u64, at: u64) -> Option<Mechanism> {
        let first = self.arrivals(lane).filter(|_| self.is_done())?.first_at(before);
        let known = self.known_at(lane, (0, 0), at, first)?;
        Some(Mechanism::new(known.policy, &known.state, known.shown))
    }
}

/// The attempts that reach one state: those of a key and, if each server has its own state, of one server.
struct Own<'run> {
    run: &'run Simulation,
    lane: usize,
    client: u32,
    /// The server, if it has its own state.
    server: Option<u32>,
}

impl Own<'_> {
    /// Returns whether an attempt is one of them.
    fn has(&self, index: usize) -> bool {
        let (lane, senders) = (&self.run.lanes()[self.lane], self.run.senders());
        let Some(arrivals) = self.run.arrivals(self.lane) else { return false };
        let (key, client) = (lane.key_of(0), arrivals.client(index));
        senders.key(key, client) == senders.key(key, self.client)
            && self.server.is_none_or(|server| lane.server(index, client) == server)
    }

    /// Returns the requests before an index by instant, no older than `reach`.
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

    /// Returns the remaining waits of the requests that a queue admitted before an index, last first. On one state
    /// they start in the order of arrival, except those that cost nothing.
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

    /// Returns the time of the first of these attempts.
    fn nearest(&self, indexes: impl Iterator<Item = usize>) -> Option<u64> {
        let arrivals = self.run.arrivals(self.lane)?;
        indexes.take(FARTHEST).find(|index| self.has(*index)).map(|index| arrivals.time(index))
    }
}
