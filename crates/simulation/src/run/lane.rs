//! A lane: one limiter over the arrivals, and what it decided.

use std::rc::Rc;

use ratelab_limiter::{Limiter, Policy, PolicyError};

use super::{
    attempts::Attempts,
    engines::{Engine, Engines, batch::Work, retries::Retries},
    keys::Keys,
    record::Record,
    sharing::Sharing,
    states::States,
};
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Store},
    traffic::Arrivals,
};

/// A limiter, and what it decided.
pub struct Lane {
    /// That of those who have the scenario's limit and, where limits differ, one for each group.
    pub(super) policies: Vec<Policy>,
    pub(super) sharing: Sharing,
    pub(super) store: Store,
    pub(super) engine: Engine,
    pub(super) record: Record,
    /// Another lane that admits as this one does. What that one decided is then this one's
    /// record as well, but for how long requests wait.
    pub(super) leader: Option<usize>,
    /// Where clients retry, they have arrivals of their own in each lane.
    pub(super) retries: Option<Box<dyn Retries>>,
    /// States from which decisions are made again.
    pub(super) states: States,
    pub(super) done: bool,
}

impl Lane {
    pub(super) fn new(
        lane: &scenario::Lane,
        scenario: &Scenario,
        senders: &Rc<Senders>,
        number: usize,
        engines: Engines,
    ) -> Result<Self, PolicyError> {
        let policies = engines.policies(lane, scenario, senders)?;
        let store = lane.store_in(scenario);
        let sharing = Sharing::new(scenario, senders, lane.key, store == Store::Local);
        let engine = engines.engine(lane, scenario, &policies, &sharing, store)?;
        Ok(Self {
            policies,
            sharing,
            store,
            engine,
            record: Record::default(),
            leader: None,
            retries: engines.retries(scenario, number),
            states: States::default(),
            done: false,
        })
    }

    /// The limiter of those who have the scenario's limit.
    pub fn policy(&self) -> &Policy {
        &self.policies[0]
    }

    /// The limiter of a group, by its number among all that send.
    pub fn policy_of(&self, group: usize) -> &Policy {
        self.policies.get(group + 1).unwrap_or(&self.policies[0])
    }

    /// Whose requests it counts together.
    pub const fn key(&self) -> Key {
        self.sharing.key
    }

    /// Where its state lives.
    pub const fn store(&self) -> Store {
        self.store
    }

    /// How many layers a request has to pass: 1, unless the lane is a list of them.
    pub fn layers(&self) -> usize {
        match &self.engine {
            Engine::Batch(_) => 1,
            Engine::Sequential(engine) => engine.layers(),
        }
    }

    /// The server, from 0, that decides about an attempt of the lane.
    pub const fn server(&self, attempt: usize, client: u32) -> u32 {
        self.sharing.router.server(attempt, client)
    }

    /// What it decided.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The attempts of clients that retry.
    pub fn attempts(&self) -> Option<&Attempts> {
        self.retries.as_ref().map(|retries| &*retries.made().attempts)
    }

    /// How many keys it counts requests by.
    pub fn keys(&self) -> u32 {
        self.sharing.senders.keys(self.sharing.key)
    }

    /// Whether each server has states of its own.
    pub const fn is_per_server(&self) -> bool {
        self.sharing.by_server
    }

    /// How many states it has: one for each key and, where servers have their own, for each server.
    pub fn states(&self) -> usize {
        self.sharing.slots()
    }

    /// Which of its attempts share a state.
    pub(crate) const fn sharing(&self) -> &Sharing {
        &self.sharing
    }

    /// The limiter of a slot, and what its clock shows when that of the scenario shows this.
    pub fn policy_and_clock(&self, slot: u32, start: u64) -> (&Policy, u64) {
        let (number, start) = self.sharing.policy_and_clock(&self.policies, start, slot as usize);
        (&self.policies[number], start)
    }

    /// Whether it admits what another lane admits, so that they need not be compared.
    pub(crate) const fn follows(&self) -> bool {
        self.leader.is_some()
    }

    /// Whether requests may wait in it.
    pub(super) fn may_delay(&self) -> bool {
        matches!(self.policy(), Policy::LeakyBucketQueue(_) | Policy::AllOf(_))
    }

    /// Whether each of its states depends on its own requests alone: there is one for each slot.
    pub const fn is_plain(&self) -> bool {
        matches!(self.engine, Engine::Batch(_))
    }

    /// Whether a request may start before an earlier one of its key: each of several states has a
    /// queue of its own.
    pub(crate) const fn may_overtake(&self) -> bool {
        self.sharing.by_server || !self.is_plain()
    }

    /// Whether the same attempts share a state in both lanes, and it lives in the same place.
    fn shares_as(&self, other: &Self) -> bool {
        self.sharing == other.sharing && self.store == other.store
    }

    /// Whether it goes through the same states as another lane that has the same requests.
    pub(crate) fn goes_as(&self, other: &Self) -> bool {
        self.shares_as(other)
            && self.is_plain() == other.is_plain()
            && self.policies.len() == other.policies.len()
            && self.policies.iter().zip(&other.policies).all(|(one, other)| one.admits_as(other))
    }

    /// Whether it has the same limits on states of the same senders as another lane.
    pub(crate) fn is_limited_as(&self, other: &Self) -> bool {
        self.policies == other.policies && self.shares_as(other)
    }

    /// Whether it is another limiter that decides the same, and has the same requests.
    pub(crate) fn is_equivalent_to(&self, other: &Self) -> bool {
        fn requests(lane: &Lane) -> Option<(&[u64], &[u32])> {
            lane.attempts().map(|attempts| (attempts.arrivals.times(), &attempts.requests[..]))
        }
        let [mine, theirs] = [self, other].map(requests);
        let is_same_limiter = !self.may_delay()
            && !other.may_delay()
            && self.shares_as(other)
            && self.policies.iter().zip(&other.policies).all(|(one, other)| one.flows_as(other));
        is_same_limiter && self.policy().algorithm() != other.policy().algorithm() && mine == theirs
    }

    /// Decides about the next requests, at most `budget`.
    pub(super) fn advance(&mut self, traffic: &Arrivals, keys: Option<&Keys>, start: u64, budget: usize) {
        match self.retries.take() {
            None => self.decide(traffic, keys, start, budget),
            Some(mut retries) => {
                self.done = retries.advance(self, traffic, start, budget);
                self.retries = Some(retries);
            }
        }
    }

    pub(super) fn decide(&mut self, arrivals: &Arrivals, keys: Option<&Keys>, start: u64, budget: usize) {
        let Self { engine, record, policies, sharing, .. } = self;
        let end = arrivals.len().min(record.decided.saturating_add(budget));
        let range = record.decided..end;
        match engine {
            Engine::Batch(engine) => {
                engine.decide(Work { arrivals, keys, sharing, policies, start }, range, record);
            }
            Engine::Sequential(engine) => engine.decide(arrivals, range, record),
        }
        self.done = end == arrivals.len();
    }
}
