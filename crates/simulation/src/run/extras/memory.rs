//! Saved states, from which any decision can be made again.

use ratelab_limiter::{Limiter, Policy, PolicyState};

use super::super::{Simulation, lane::Lane, runner::Runner};

/// Memory that the saved states of a lane may take, about. More states are saved
/// where they are small.
const SAVED_BYTES: u64 = 1 << 20;

/// Requests between two saved states, at least.
const SHORTEST_INTERVAL: usize = 2_048;

/// How many requests may lie between two saved states, so that all of them fit: as many as
/// go into rows without a rest.
pub(in super::super) fn interval(policy: &Policy, clients: u32, requests: usize) -> usize {
    let all = policy.state_bytes().saturating_mul(clients.into());
    let affordable = (SAVED_BYTES / all).max(1) as usize;
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL).next_power_of_two()
}

/// What a limiter that is being run remembers.
pub(in super::super) trait Memory {
    /// A client's state as it was saved with the given number.
    fn saved(&self, number: usize, client: u32) -> PolicyState;

    /// How long a client that was just refused would have to wait.
    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64>;
}

/// All clients' states, one time after the other.
pub(in super::super) struct Saves<S>(Vec<S>);

impl<S> Default for Saves<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: Clone> Saves<S> {
    pub(in super::super) fn save(&mut self, states: &[S]) {
        self.0.extend_from_slice(states);
    }
}

impl<L> Memory for Runner<L>
where
    L: Limiter,
    L::State: Into<PolicyState>,
{
    fn saved(&self, number: usize, client: u32) -> PolicyState {
        self.saves.0[number * self.states.len() + client as usize].clone().into()
    }

    fn wait(&self, client: u32, now: u64, cost: u32) -> Option<u64> {
        let state = &self.states[client as usize];
        self.limiter.retry_after(state, &self.limiter.advance(state, now), cost)
    }
}

impl Simulation {
    /// The state of the client that made a request, just before it.
    pub fn state_before(&self, lane: usize, index: usize) -> Option<PolicyState> {
        let client = self.arrivals(lane).filter(|arrivals| index < arrivals.len())?.client(index);
        self.state_of(lane, client, index).filter(|_| index < self.lanes[lane].record.outcomes.len())
    }

    /// A client's state just before a request of anybody, or after all of them: one that was
    /// saved, and the client's requests since.
    pub fn state_of(&self, lane: usize, client: u32, index: usize) -> Option<PolicyState> {
        let arrivals = self.arrivals(lane)?;
        let Lane { policy, record, leader, .. } = &self.lanes[lane];
        let Lane { interval, running, .. } = &self.lanes[leader.unwrap_or(lane)];
        if index > record.outcomes.len() || client >= self.scenario.clients.count {
            return None;
        }
        // States are saved before a request, so there is none after the last one.
        let Some(last) = record.outcomes.len().checked_sub(1) else { return Some(policy.fresh()) };
        let number = index.min(last) / interval;
        let mut state = running.saved(number, client);
        for other in (number * interval..index).filter(|other| arrivals.client(*other) == client) {
            let now = self.scenario.start.saturating_add(arrivals.time(other));
            let _ = policy.take(&mut state, now, arrivals.cost(other));
        }
        Some(state)
    }
}
