//! A lane: one limiter over the arrivals, and its decisions.

use ratelab_limiter::{Limiter, Policy};

use super::{
    attempts::Attempts,
    engines::{
        Engine,
        batch::Work,
        retries::{Retries, Slots},
    },
    keys::Keys,
    record::Record,
    sharing::Sharing,
    states::States,
};
use ratelab_scenario::{
    scenario::{Key, Store},
    traffic::Arrivals,
};

/// A limiter and its decisions.
pub struct Lane {
    /// The policy for the scenario's limit and, where limits differ, one for each group.
    pub(super) policies: Vec<Policy>,
    pub(super) sharing: Sharing,
    pub(super) store: Store,
    pub(super) engine: Engine,
    pub(super) record: Record,
    /// Another lane that admits the same requests. Its record also applies to this one, except for waits.
    pub(super) leader: Option<usize>,
    /// Where clients retry, they have their own arrivals in each lane.
    pub(super) retries: Option<Box<dyn Retries>>,
    /// States for repeating decisions.
    pub(super) states: States,
    pub(super) done: bool,
}

impl Lane {
    pub(super) fn new(
        policies: Vec<Policy>,
        sharing: Sharing,
        store: Store,
        engine: Engine,
        retries: Option<Box<dyn Retries>>,
    ) -> Self {
        Self {
            policies,
            sharing,
            store,
            engine,
            record: Record::default(),
            leader: None,
            retries,
            states: States::default(),
            done: false,
        }
    }

    /// Returns the policy for the scenario's limit.
    pub fn policy(&self) -> &Policy {
        &self.policies[0]
    }

    /// Returns the policy of a group, by its index among the senders.
    pub fn policy_of(&self, group: usize) -> &Policy {
        self.policies.get(group + 1).unwrap_or(&self.policies[0])
    }

    /// Returns which requests it counts together.
    pub const fn key(&self) -> Key {
        self.sharing.key
    }

    /// Returns which requests a layer counts together.
    pub fn key_of(&self, layer: usize) -> Key {
        match &self.engine {
            Engine::Batch(_) => self.sharing.key,
            Engine::Sequential(engine) => engine.key(layer),
        }
    }

    /// Returns where its state is stored.
    pub const fn store(&self) -> Store {
        self.store
    }

    /// Returns the number of layers that a request has to pass: 1, unless the lane has several.
    pub fn layers(&self) -> usize {
        match &self.engine {
            Engine::Batch(_) => 1,
            Engine::Sequential(engine) => engine.layers(),
        }
    }

    /// Returns the server, from 0, that decides an attempt of the lane.
    pub const fn server(&self, attempt: usize, client: u32) -> u32 {
        self.sharing.router.server(attempt, client)
    }

    /// Returns its decisions.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the attempts of clients that retry.
    pub fn attempts(&self) -> Option<&Attempts> {
        self.retries.as_ref().map(|retries| &*retries.made().attempts)
    }

    /// Returns the number of keys by which it counts requests.
    pub fn keys(&self) -> u32 {
        self.sharing.senders.keys(self.sharing.key)
    }

    /// Returns whether each server has its own states.
    pub const fn is_per_server(&self) -> bool {
        self.sharing.by_server
    }

    /// Returns the number of states: one for each key and, where servers have their own, for each server.
    pub fn states(&self) -> usize {
        self.sharing.slots()
    }

    /// Returns which of its attempts share a state.
    pub(crate) const fn sharing(&self) -> &Sharing {
        &self.sharing
    }

    /// Returns the policy of a slot, and the reading of its clock when the scenario's clock shows `start`.
    pub fn policy_and_clock(&self, slot: u32, start: u64) -> (&Policy, u64) {
        let (number, start) = self.sharing.policy_and_clock(&self.policies, start, slot as usize);
        (&self.policies[number], start)
    }

    /// Returns whether it admits what another lane admits, so that they need not be compared.
    pub(crate) const fn follows(&self) -> bool {
        self.leader.is_some()
    }

    /// Returns whether requests may wait in it.
    pub(super) fn may_delay(&self) -> bool {
        matches!(self.policy(), Policy::LeakyBucketQueue(_) | Policy::AllOf(_))
    }

    /// Returns whether each of its states depends only on its own requests, with one state per slot.
    pub const fn is_plain(&self) -> bool {
        matches!(self.engine, Engine::Batch(_))
    }

    /// Returns whether a request may start before an earlier one of its key, because each of several states has
    /// its own queue.
    pub(crate) const fn may_overtake(&self) -> bool {
        self.sharing.by_server || !self.is_plain()
    }

    /// Returns whether the same attempts share a state in both lanes, and it is stored in the same way.
    fn has_sharing_of(&self, other: &Self) -> bool {
        self.sharing == other.sharing && self.store == other.store
    }

    /// Returns whether it goes through the same states as another lane with the same requests.
    pub(crate) fn has_states_of(&self, other: &Self) -> bool {
        self.has_sharing_of(other)
            && self.is_plain() == other.is_plain()
            && self.policies.len() == other.policies.len()
            && self.policies.iter().zip(&other.policies).all(|(one, other)| one.admits_as(other))
    }

    /// Returns whether it has the same limits for the same senders as another lane.
    pub(crate) fn has_limits_of(&self, other: &Self) -> bool {
        self.policies == other.policies && self.has_sharing_of(other)
    }

    /// Returns whether it is another limiter with the same decisions on the same requests.
    pub(crate) fn is_equivalent_to(&self, other: &Self) -> bool {
        fn requests(lane: &Lane) -> Option<(&[u64], &[u32])> {
            lane.attempts().map(|attempts| (attempts.arrivals.times(), &attempts.requests[..]))
        }
        let [mine, theirs] = [self, other].map(requests);
        let is_same_limiter = !self.may_delay()
            && !other.may_delay()
            && self.has_sharing_of(other)
            && self.policies.iter().zip(&other.policies).all(|(one, other)| one.flows_as(other));
        is_same_limiter && self.policy().algorithm() != other.policy().algorithm() && mine == theirs
    }

    /// Decides up to `budget` further requests.
    pub(super) fn advance(&mut self, traffic: &Arrivals, keys: Option<&Keys>, start: u64, budget: usize) {
        let Self { engine, record, policies, sharing, retries, .. } = self;
        match retries {
            None => self.decide(traffic, keys, start, budget),
            Some(retries) => {
                let slots = Slots::new(sharing, policies, start);
                self.done = retries.advance(engine, slots, record, traffic, budget);
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

    /// Returns these arrivals as it decides them.
    pub(super) fn work<'a>(&'a self, arrivals: &'a Arrivals, keys: Option<&'a Keys>, start: u64) -> Work<'a> {
        Work { arrivals, keys, sharing: &self.sharing, policies: &self.policies, start }
    }
}
