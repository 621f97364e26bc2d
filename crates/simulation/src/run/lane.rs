//! A lane: one limiter over the arrivals, and what it decided.

use ratelab_limiter::{Limiter, Policy, PolicyError};

use super::{
    attempts::Attempts,
    extras::{self, Reacting},
    record::Record,
    runner::{Running, runner},
};
use crate::{scenario::Scenario, traffic::Arrivals};

/// A limiter, and what it decided.
pub struct Lane {
    pub(super) policy: Policy,
    pub(super) clients: u32,
    pub(super) running: Box<dyn Running>,
    pub(super) record: Record,
    /// Requests between two saved states; none before the first request.
    pub(super) interval: usize,
    /// Another lane that admits as this one does. What that one decided is then this one's
    /// record as well, but for how long requests wait.
    pub(super) leader: Option<usize>,
    /// Where clients retry, they have arrivals of their own in each lane.
    pub(super) reacting: Option<Reacting>,
    pub(super) done: bool,
}

impl Lane {
    pub(super) fn new(policy: Policy, scenario: &Scenario, number: usize) -> Result<Self, PolicyError> {
        let clients = scenario.clients.count;
        Ok(Self {
            running: runner(&policy, clients)?,
            policy,
            clients,
            record: Record::default(),
            interval: 0,
            leader: None,
            reacting: Reacting::new(scenario, number),
            done: false,
        })
    }

    /// The limiter.
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What it decided.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The attempts of clients that retry.
    pub fn attempts(&self) -> Option<&Attempts> {
        self.reacting.as_ref().map(Reacting::attempts)
    }

    /// Whether it admits what another lane admits, so that they need not be compared.
    pub(crate) const fn follows(&self) -> bool {
        self.leader.is_some()
    }

    /// Whether requests may wait in it.
    pub(super) const fn may_delay(&self) -> bool {
        matches!(self.policy, Policy::LeakyBucketQueue(_) | Policy::AllOf(_))
    }

    /// Whether it is another limiter that decides the same, and has the same requests.
    pub(crate) fn is_twin_of(&self, other: &Self) -> bool {
        fn requests(lane: &Lane) -> Option<(&[u64], &[u32])> {
            lane.attempts().map(|attempts| (attempts.arrivals.times(), &attempts.requests[..]))
        }
        let [mine, theirs] = [self, other].map(requests);
        let is_same_limiter = !self.may_delay() && !other.may_delay() && self.policy.flows_as(&other.policy);
        is_same_limiter && self.policy.algorithm() != other.policy.algorithm() && mine == theirs
    }

    /// Decides about the next requests, at most `budget`.
    pub(super) fn advance(&mut self, traffic: &Arrivals, start: u64, budget: usize) {
        if self.interval == 0 {
            self.interval = extras::interval(&self.policy, self.clients, traffic.len());
        }
        match self.reacting.take() {
            None => self.decide(traffic, start, budget),
            Some(mut reacting) => {
                reacting.advance(self, traffic, start, budget);
                self.reacting = Some(reacting);
            }
        }
    }

    fn decide(&mut self, traffic: &Arrivals, start: u64, budget: usize) {
        let from = self.record.outcomes.len();
        let end = traffic.len().min(from.saturating_add(budget));
        self.decide_until(traffic, start, end);
        self.done = end == traffic.len();
    }

    /// Decides about all requests up to this one, and saves states on the way.
    pub(super) fn decide_until(&mut self, arrivals: &Arrivals, start: u64, end: usize) {
        let Self { running, record, interval, .. } = self;
        let mut from = record.outcomes.len();
        while from < end {
            let since_save = from % *interval;
            if since_save == 0 {
                running.save();
            }
            let to = end.min(from.saturating_add(*interval - since_save));
            running.decide(arrivals, start, from..to, record);
            from = to;
        }
    }
}
