//! States for repeating decisions.

use core::cell::OnceCell;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};

use super::{
    Simulation,
    engines::{
        Engine,
        batch::{self, Work},
    },
    keys::Keys,
    lane::Lane,
    record::Record,
};
use ratelab_scenario::{scenario::Key, traffic::Arrivals};

/// The state of a limiter when it decided.
pub struct StateAt<'a> {
    /// The limiter, with the limit that applied.
    pub policy: &'a Policy,
    /// The state that decided; that of the store if it was not asked.
    pub state: PolicyState,
    /// The outcome of every request, if no state was asked.
    pub answer: Option<Outcome>,
    /// The reading of the server's clock.
    pub shown: u64,
}

/// Approximate memory limit for the saved states of a lane. Small states are saved more often.
const SAVED_BYTES: u64 = 1 << 20;

/// The minimum number of requests between two saved states.
const SHORTEST_INTERVAL: usize = 2_048;

/// States of a lane at intervals. They may never be needed, so they are computed on first use by deciding the
/// lane again.
#[derive(Default)]
pub(super) struct States {
    saved: OnceCell<Saved>,
}

struct Saved {
    /// The number of requests between two states, in the order of decisions.
    interval: usize,
    states: Vec<PolicyState>,
}

/// Returns how many requests lie between two saved states, so that all of them fit: a power of two that divides
/// rows evenly. The states of one tier may be larger than those of another.
fn interval(policies: &[Policy], requests: usize) -> usize {
    let bytes = policies.iter().map(Limiter::state_bytes).max().unwrap_or(1);
    let affordable = (SAVED_BYTES / bytes.max(1)).max(1) as usize;
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL).next_power_of_two()
}

impl Lane {
    /// Returns which requests a layer counts together.
    pub fn key_of(&self, layer: usize) -> Key {
        match &self.engine {
            Engine::Batch(_) => self.sharing.key,
            Engine::Sequential(engine) => engine.key(layer),
        }
    }
}

impl Simulation {
    /// Returns the state of a layer of a lane when it decided an attempt.
    pub(crate) fn before(&self, lane: usize, layer: usize, index: usize) -> Option<StateAt<'_>> {
        let limiter = &self.lanes[lane];
        let arrivals = self.arrivals(lane).filter(|_| index < limiter.record.outcomes.len())?;
        match &limiter.engine {
            Engine::Batch(_) => {
                let slot = limiter.sharing.slot(index, arrivals.client(index));
                self.slot_state(lane, slot, arrivals.time(index), index)
            }
            Engine::Sequential(engine) => engine.before(layer, index, arrivals, &limiter.record),
        }
    }

    /// Returns what a lane's limiter knows about a client on a server at a time, after all attempts before an
    /// index; none if there is no such client or server, or if there are several layers.
    pub fn known_at(
        &self,
        lane: usize,
        (client, server): (u32, u32),
        time: u64,
        end: usize,
    ) -> Option<StateAt<'_>> {
        let limiter = &self.lanes[lane];
        let exists = client < self.senders.clients() && server < limiter.sharing.router.servers;
        if !exists || limiter.layers() > 1 {
            return None;
        }
        match &limiter.engine {
            Engine::Batch(_) => self.slot_state(lane, limiter.sharing.slot_on(client, server), time, end),
            Engine::Sequential(engine) => {
                engine.at_instant((client, server), time, end, self.arrivals(lane)?, &limiter.record)
            }
        }
    }

    /// Returns the state of a slot just before a request, or after all of them: a saved state plus the requests
    /// of the slot since then. This requires that a state depends on nothing else.
    fn slot_state(&self, lane: usize, slot: u32, time: u64, index: usize) -> Option<StateAt<'_>> {
        let (arrivals, limiter) = (self.arrivals(lane)?, &self.lanes[lane]);
        if index > limiter.record.outcomes.len() || slot as usize >= limiter.sharing.slots() {
            return None;
        }
        let (policy, start) = limiter.policy_and_clock(slot, self.scenario.start);
        let (keys, own) = self.own(lane, slot)?;
        let at = |position: usize| keys.as_ref().map_or(position, |keys| keys.order()[position] as usize);
        let end = keys.as_ref().map_or(index.min(own.end), |keys| {
            own.start + keys.order()[own.clone()].partition_point(|other| (*other as usize) < index)
        });
        let (mut from, mut state) = (own.start, policy.fresh());
        // While clients still retry, no position is final.
        if limiter.done || limiter.retries.is_none() {
            let saved = limiter.states.saved.get_or_init(|| self.saved(limiter, arrivals, keys.as_deref()));
            let nearest = (end / saved.interval).min(saved.states.len().saturating_sub(1));
            if let Some(known) = saved.states.get(nearest).filter(|_| nearest * saved.interval > own.start) {
                (from, state) = (nearest * saved.interval, known.clone());
            }
        }
        for other in (from..end).map(at) {
            let _ = policy.take(&mut state, start.saturating_add(arrivals.time(other)), arrivals.cost(other));
        }
        Some(StateAt { policy, state, answer: None, shown: start.saturating_add(time) })
    }

    /// Decides a lane again, and keeps states on the way.
    fn saved(&self, lane: &Lane, arrivals: &Arrivals, keys: Option<&Keys>) -> Saved {
        let requests = arrivals.len();
        let interval = interval(&lane.policies, requests);
        let mut states = Vec::new();
        let mut engine = batch::engine(&lane.policies);
        let (sharing, policies) = (&lane.sharing, &lane.policies);
        let work = Work { arrivals, keys, sharing, policies, start: self.scenario.start };
        let mut record = Record::default();
        for from in (0..requests).step_by(interval) {
            states.extend(engine.state());
            engine.decide(work, from..requests.min(from + interval), &mut record);
        }
        Saved { interval, states }
    }
}
