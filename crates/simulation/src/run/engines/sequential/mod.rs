//! The engine for decisions that depend on more than the requests of one state: layers, slow or unavailable
//! stores, and clocks that differ. It decides one request after the other, in time order.

mod stored_state;

use core::ops::Range;

use ratelab_limiter::{Algorithm, Outcome, Policy, PolicyError};

use self::stored_state::{At, StoredState};
use super::{
    super::{record::Record, sharing::Sharing, state_at::StateAt},
    retries::{Attempt, Decider, Making},
};
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Servers, Store, Tier},
    traffic::Arrivals,
};

/// The maximum number of states in memory where clients retry; beyond that, states without requests are not
/// created.
const MOST_STATES: usize = 1 << 22;

/// An engine that decides one request after the other, in time order.
pub(crate) trait Sequential {
    /// Returns the number of layers.
    fn layers(&self) -> usize;

    /// Returns which requests a layer counts together.
    fn key(&self, layer: usize) -> Key;

    /// Decides these requests, which come next, and records the outcomes.
    fn decide(&mut self, arrivals: &Arrivals, range: Range<usize>, record: &mut Record);

    /// Lets clients make this many attempts, and returns whether there are no more.
    fn attempt(&mut self, making: Making<'_>, count: usize) -> bool;

    /// Returns the state of a layer when it decided an attempt.
    fn before(
        &self,
        layer: usize,
        attempt: usize,
        arrivals: &Arrivals,
        record: &Record,
    ) -> Option<StateAt<'_>>;

    /// Returns what it would know for a hypothetical request: at a time, by a client to a server, after all
    /// attempts before an index.
    fn at_instant(
        &self,
        sender: (u32, u32),
        time: u64,
        end: usize,
        arrivals: &Arrivals,
        record: &Record,
    ) -> Option<StateAt<'_>>;
}

/// One or several limiters, with all states.
pub(super) struct SequentialEngine {
    layers: Vec<Layer>,
    /// Whether a request that one layer denies is charged to none.
    all_or_none: bool,
    store: Store,
    sharing: Sharing,
    start: u64,
}

/// One of several limiters that a request has to pass, the outermost first.
struct Layer {
    policies: Vec<Policy>,
    key: Key,
    states: Vec<Option<Box<StoredState>>>,
}

impl SequentialEngine {
    /// Returns the engine of a lane that needs this one.
    pub(super) fn boxed(
        lane: &scenario::Lane,
        scenario: &Scenario,
        sharing: &Sharing,
        store: Store,
    ) -> Result<Option<Box<dyn Sequential>>, PolicyError> {
        let has_keys = lane.members.iter().any(|member| member.key != Key::Client);
        let is_layered = lane.algorithm == Algorithm::Layers || has_keys;
        if !is_layered && !needs_order(scenario, store) && !has_too_many_states(scenario, sharing) {
            return Ok(None);
        }
        let layers = if is_layered { &lane.members[..] } else { core::slice::from_ref(lane) };
        let layers = layers.iter().map(|layer| Layer::new(layer, scenario, &sharing.senders));
        Ok(Some(Box::new(Self {
            layers: layers.collect::<Result<_, _>>()?,
            all_or_none: lane.algorithm != Algorithm::Layers,
            store,
            sharing: sharing.clone(),
            start: scenario.start,
        })))
    }

    /// Decides an attempt, and records the layer that denies it.
    pub(super) fn take(
        &mut self,
        attempt: usize,
        time: u64,
        client: u32,
        cost: u32,
        record: &mut Record,
    ) -> Outcome {
        let at = self.at(attempt, time, client, cost);
        if self.all_or_none {
            let (outcome, refusing) = self.together(client, &at);
            if self.layers.len() > 1 {
                record.push_refusing(refusing);
            }
            return outcome;
        }
        let (outcome, refused) = self.in_order(client, &at);
        if self.layers.len() > 1 {
            record.push_refusal(refused);
        }
        outcome
    }

    /// Returns a request as its server sees it.
    fn at(&self, attempt: usize, time: u64, client: u32, cost: u32) -> At {
        self.at_server(self.sharing.router.server(attempt, client), time, cost)
    }

    fn at_server(&self, server: u32, time: u64, cost: u32) -> At {
        let clock = self.start.saturating_add(time);
        let shown = clock.saturating_add_signed(self.sharing.clock(server));
        At { time, clock, shown, server: server as usize, cost }
    }

    /// Asks the layers in order: each is charged before the next is asked, and the first denial ends it. The
    /// layers behind it only learn the time.
    fn in_order(&mut self, client: u32, at: &At) -> (Outcome, Option<usize>) {
        let (store, senders) = (self.store, &self.sharing.senders);
        let (mut all, mut refused) = (Outcome::Allowed, None);
        for (number, layer) in self.layers.iter_mut().enumerate() {
            let (policy, stored) = layer.policy_and_state(senders, client);
            let outcome = stored.outcome_for(policy, store, at);
            stored.conclude(policy, store, at, refused.is_none().then_some(outcome));
            if refused.is_none() {
                all = all.and(outcome);
                refused = (!outcome.admits()).then_some(number);
            }
        }
        (all, refused)
    }

    /// Asks all layers, and charges them if all admit the request. Also returns those that deny it, one bit each.
    fn together(&mut self, client: u32, at: &At) -> (Outcome, u16) {
        let (store, senders) = (self.store, &self.sharing.senders);
        let (mut all, mut refusing) = (Outcome::Allowed, 0);
        for (number, layer) in self.layers.iter_mut().enumerate() {
            let (policy, stored) = layer.policy_and_state(senders, client);
            let outcome = stored.outcome_for(policy, store, at);
            all = all.and(outcome);
            refusing |= u16::from(!outcome.admits()) << number;
        }
        // A single limiter may count denied requests.
        let concluded = (self.layers.len() == 1 || all.admits()).then_some(all);
        for layer in &mut self.layers {
            let (policy, stored) = layer.policy_and_state(senders, client);
            stored.conclude(policy, store, at, concluded);
        }
        (all, refusing)
    }

    /// Returns the minimum wait after which an attempt that was just denied would pass, as its server sees it.
    /// This uses the current states; an explanation of any attempt restores earlier ones.
    pub(super) fn wait(&mut self, attempt: usize, time: u64, client: u32, cost: u32) -> Option<u64> {
        let at = self.at(attempt, time, client, cost);
        let (store, senders) = (self.store, &self.sharing.senders);
        wait_of_layers(self.layers.iter_mut().map(|layer| {
            let (policy, stored) = layer.policy_and_state(senders, client);
            stored.wait(policy, store, &at)
        }))
    }

    /// Returns what a layer knows when a request comes, after all attempts before an index: those of its key
    /// are decided again.
    fn known(
        &self,
        number: usize,
        client: u32,
        at: &At,
        end: usize,
        arrivals: &Arrivals,
        record: &Record,
    ) -> Option<StateAt<'_>> {
        let (layer, senders, store) = (self.layers.get(number)?, &self.sharing.senders, self.store);
        let (policy, key) = (layer.policy(senders, client), senders.key(layer.key, client));
        let mut stored = StoredState::fresh(policy);
        for other in (0..end).filter(|other| senders.key(layer.key, arrivals.client(*other)) == key) {
            let at = self.at(other, arrivals.time(other), arrivals.client(other), arrivals.cost(other));
            let outcome = stored.outcome_for(policy, store, &at);
            let is_charged = record.is_charged(other, number, !self.all_or_none);
            stored.conclude(policy, store, &at, is_charged.then_some(outcome));
        }
        let _ = stored.outcome_for(policy, store, at);
        let deciding = stored.deciding(policy, store, at).map(|state| state.clone());
        let (state, answer) = match deciding {
            Ok(state) => (state, None),
            Err(outcome) => (stored.common().clone(), Some(outcome)),
        };
        Some(StateAt { policy, state, answer, shown: at.shown })
    }
}

impl Sequential for SequentialEngine {
    fn decide(&mut self, arrivals: &Arrivals, range: Range<usize>, record: &mut Record) {
        for index in range {
            let time = arrivals.time(index);
            let outcome = self.take(index, time, arrivals.client(index), arrivals.cost(index), record);
            record.push(time, outcome);
        }
    }

    fn before(
        &self,
        layer: usize,
        attempt: usize,
        arrivals: &Arrivals,
        record: &Record,
    ) -> Option<StateAt<'_>> {
        let client = arrivals.client(attempt);
        let at = self.at(attempt, arrivals.time(attempt), client, arrivals.cost(attempt));
        self.known(layer, client, &at, attempt, arrivals, record)
    }

    fn at_instant(
        &self,
        (client, server): (u32, u32),
        time: u64,
        end: usize,
        arrivals: &Arrivals,
        record: &Record,
    ) -> Option<StateAt<'_>> {
        let at = self.at_server(server, time, 1);
        self.known(0, client, &at, end, arrivals, record)
    }

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn key(&self, layer: usize) -> Key {
        self.layers[layer].key
    }

    fn attempt(&mut self, making: Making<'_>, count: usize) -> bool {
        making.make(count, self)
    }
}

impl Decider for SequentialEngine {
    fn take(&mut self, at: Attempt, record: &mut Record) -> Outcome {
        self.take(at.number, at.time, at.client, at.cost, record)
    }

    fn wait(&mut self, at: Attempt) -> Option<u64> {
        self.wait(at.number, at.time, at.client, at.cost)
    }
}

impl Layer {
    fn new(lane: &scenario::Lane, scenario: &Scenario, senders: &Senders) -> Result<Self, PolicyError> {
        let tiers = senders.groups().iter().map(|group| group.tier);
        let tiers: Vec<Tier> = if senders.has_tiers() { tiers.collect() } else { vec![Tier::default()] };
        let policies = tiers.iter().map(|tier| lane.policy_of(scenario, tier));
        Ok(Self { policies: policies.collect::<Result<_, _>>()?, key: lane.key, states: Vec::new() })
    }

    fn policy(&self, senders: &Senders, client: u32) -> &Policy {
        let group = if self.policies.len() > 1 { senders.group(client) } else { 0 };
        &self.policies[group]
    }

    /// Returns the policy and the state for a client.
    fn policy_and_state(&mut self, senders: &Senders, client: u32) -> (&Policy, &mut StoredState) {
        let group = if self.policies.len() > 1 { senders.group(client) } else { 0 };
        let (policy, key) = (&self.policies[group], senders.key(self.key, client) as usize);
        if self.states.len() <= key {
            self.states.resize(key + 1, None);
        }
        (policy, self.states[key].get_or_insert_with(|| Box::new(StoredState::fresh(policy))))
    }
}

/// Returns the wait, which is the Retry-After, of a request that has to pass several layers: the longest of their
/// waits, or none if a layer never admits it. An all-of does the same for its members, which share one state
/// and one clock.
pub(crate) fn wait_of_layers(waits: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    waits.into_iter().try_fold(0, |longest, wait| Some(wait?.max(longest)))
}

/// Returns whether states depend on more than their own requests in sequence: because of the store, or because
/// a clock cannot be expressed as an offset.
fn needs_order(scenario: &Scenario, store: Store) -> bool {
    let Servers { clocks, count, .. } = &scenario.servers;
    let of_servers = || clocks.iter().filter(|clock| clock.server < *count);
    match store {
        Store::Shared => of_servers().next().is_some(),
        Store::Local => of_servers().any(|clock| scenario.start.checked_add_signed(clock.ahead).is_none()),
        Store::Race { .. } | Store::Sync { .. } | Store::Down { .. } => true,
    }
}

fn has_too_many_states(scenario: &Scenario, sharing: &Sharing) -> bool {
    !scenario.has_same_requests() && sharing.slots() > MOST_STATES
}
