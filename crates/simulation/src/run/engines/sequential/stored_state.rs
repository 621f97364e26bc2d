//! The state of one key: in a store that all servers use, in each of them, or both. It tracks what is known
//! when a request comes, what decides it, and what is written then.

use std::collections::VecDeque;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};

use ratelab_scenario::scenario::{Fallback, Store, Write};

/// A request as a server sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The arrival time, in the scenario's time.
    pub(super) time: u64,
    /// The reading of a right clock.
    pub(super) clock: u64,
    /// The reading of the server's clock.
    pub(super) shown: u64,
    /// The server.
    pub(super) server: usize,
    pub(super) cost: u32,
}

/// The state of one key in a store.
#[derive(Clone, Debug)]
pub(super) struct StoredState {
    /// The state of the store; where servers sync, what all of them know.
    common: PolicyState,
    /// The state of each server that has one.
    own: Vec<Option<PolicyState>>,
    /// Pending writes with their times, the earliest first.
    writes: VecDeque<(u64, Written)>,
    /// Charges since the last sync: the reading of the server's clock, and the cost.
    since: Vec<(u64, u32)>,
    /// The time of the last sync.
    last_sync: u64,
}

#[derive(Clone, Debug)]
enum Written {
    State(PolicyState),
    Charge { clock: u64, cost: u32 },
}

/// What decides a request.
enum Decides {
    /// The common state.
    Common,
    /// The server's own state.
    Own,
    /// No state: every request gets this outcome.
    Fixed(Outcome),
}

impl StoredState {
    pub(super) fn fresh(policy: &Policy) -> Self {
        let common = policy.fresh();
        Self { common, own: Vec::new(), writes: VecDeque::new(), since: Vec::new(), last_sync: 0 }
    }

    /// Returns the outcome for a request, from what is known when it comes.
    pub(super) fn outcome_for(&mut self, policy: &Policy, store: Store, at: &At) -> Outcome {
        self.learn(policy, store, at);
        match self.deciding(policy, store, at) {
            Ok(state) => policy.outcome(&policy.advance(state, at.shown), at.cost),
            Err(outcome) => outcome,
        }
    }

    /// Returns the state that decides, or else the outcome that every request gets.
    pub(super) fn deciding(
        &mut self,
        policy: &Policy,
        store: Store,
        at: &At,
    ) -> Result<&mut PolicyState, Outcome> {
        match decides(store, at) {
            Decides::Common => Ok(&mut self.common),
            Decides::Fixed(outcome) => Err(outcome),
            Decides::Own => {
                if self.own.len() <= at.server {
                    self.own.resize(at.server + 1, None);
                }
                let begins = if matches!(store, Store::Sync { .. }) { &self.common } else { &policy.fresh() };
                Ok(self.own[at.server].get_or_insert_with(|| begins.clone()))
            }
        }
    }

    /// Charges the state for this outcome, or nothing if the request is denied elsewhere.
    pub(super) fn conclude(&mut self, policy: &Policy, store: Store, at: &At, outcome: Option<Outcome>) {
        let charge = outcome.map_or(0, |outcome| policy.charge(outcome, at.cost));
        let Ok(state) = self.deciding(policy, store, at) else { return };
        let moment = policy.advance(state, at.shown);
        if let Store::Race { latency, write } = store {
            let written = match write {
                Write::Set => {
                    let mut computed = state.clone();
                    policy.settle(&mut computed, moment.clone(), charge);
                    Written::State(computed)
                }
                Write::Increment => Written::Charge { clock: at.shown.saturating_add(latency), cost: charge },
            };
            // A read also advances the store's clock.
            policy.settle(state, moment, 0);
            if charge > 0 {
                self.writes.push_back((at.time.saturating_add(latency), written));
            }
            return;
        }
        policy.settle(state, moment, charge);
        if charge > 0 && matches!(store, Store::Sync { .. }) {
            self.since.push((at.shown, charge));
        }
    }

    /// Returns the state of the store, or what all servers know.
    pub(super) const fn common(&self) -> &PolicyState {
        &self.common
    }

    /// Returns the minimum wait after which the request would pass, as the server that decides sees it.
    pub(super) fn wait(&mut self, policy: &Policy, store: Store, at: &At) -> Option<u64> {
        // A write without delay is visible at once.
        self.learn(policy, store, at);
        let state = self.deciding(policy, store, at).ok()?;
        policy.retry_after(state, &policy.advance(state, at.shown), at.cost)
    }

    /// Applies everything that has become known by the time of a request: completed writes, and charges of
    /// other servers before the last sync.
    fn learn(&mut self, policy: &Policy, store: Store, at: &At) {
        while let Some((_, written)) = self.writes.pop_front_if(|(time, _)| *time <= at.time) {
            match written {
                Written::State(state) => self.common = state,
                Written::Charge { clock, cost } => policy.charge_anyway(&mut self.common, clock, cost),
            }
        }
        if let Store::Sync { every } = store {
            let last_sync = at.clock - at.clock % every;
            if last_sync > self.last_sync {
                self.last_sync = last_sync;
                self.sync(policy);
            }
        }
    }

    /// Makes all charges so far known to all servers.
    fn sync(&mut self, policy: &Policy) {
        for (clock, cost) in self.since.drain(..) {
            policy.charge_anyway(&mut self.common, clock, cost);
        }
        self.own.clear();
    }
}

/// Returns what decides a request in a store.
fn decides(store: Store, at: &At) -> Decides {
    match store {
        Store::Shared | Store::Race { .. } => Decides::Common,
        Store::Local | Store::Sync { .. } => Decides::Own,
        Store::Down { from, to, fallback } if (from..to).contains(&at.time) => match fallback {
            Fallback::Open => Decides::Fixed(Outcome::Allowed),
            Fallback::Closed => Decides::Fixed(Outcome::Denied),
            Fallback::Local => Decides::Own,
        },
        Store::Down { .. } => Decides::Common,
    }
}
