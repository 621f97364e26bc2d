//! Repeats decisions: restores the state that a limiter had when it decided.

use ratelab_limiter::Limiter;

use super::{Simulation, engines::Engine, state_at::StateAt};

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

    /// Returns how many requests of cost 1 by the first client would pass on the first server at a time, after all
    /// requests before it; none until the run is done.
    pub fn remaining_at(&self, lane: usize, time: u64) -> Option<u32> {
        let first = self.arrivals(lane).filter(|_| self.is_done())?.first_at(time);
        let known = self.known_at(lane, (0, 0), time, first)?;
        Some(known.policy.peek(&known.state, known.shown, 0).remaining)
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
            let work = limiter.work(arrivals, keys.as_deref(), self.scenario.start);
            if let Some((at, known)) = limiter.states.before(end, work).filter(|(at, _)| *at > own.start) {
                (from, state) = (at, known.clone());
            }
        }
        for other in (from..end).map(at) {
            let _ = policy.take(&mut state, start.saturating_add(arrivals.time(other)), arrivals.cost(other));
        }
        Some(StateAt { policy, state, answer: None, shown: start.saturating_add(time) })
    }
}
