//! The state of one key, wherever it lives: in a store that all servers ask, in each of them, or
//! both. What is known when a request comes, what decides about it, and what is written then.

use std::collections::VecDeque;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};

use ratelab_scenario::scenario::{Fallback, Store, Write};

/// A request, as a server sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// When it comes, in the scenario's time.
    pub(super) time: u64,
    /// The limiters' clock, if it is right.
    pub(super) clock: u64,
    /// What the server's clock shows.
    pub(super) shown: u64,
    /// Which server.
    pub(super) server: usize,
    pub(super) cost: u32,
}

/// The state of one key under a store.
#[derive(Clone, Debug)]
pub(super) struct StoredState {
    /// That of the store; where servers sync, what all of them know.
    common: PolicyState,
    /// That of each server which has one.
    own: Vec<Option<PolicyState>>,
    /// What is still to be written, soonest first, each with its time.
    writes: VecDeque<(u64, Written)>,
    /// What was charged since servers last synced: when on the clock of the server, and how much.
    since: Vec<(u64, u32)>,
    /// When that was.
    last_sync: u64,
}

#[derive(Clone, Debug)]
enum Written {
    State(PolicyState),
    Charge { clock: u64, cost: u32 },
}

/// Who decides about a request.
enum Decides {
    /// The common state.
    Common,
    /// The server's own.
    Own,
    /// Nobody: everything gets this answer.
    Nobody(Outcome),
}

impl StoredState {
    pub(super) fn fresh(policy: &Policy) -> Self {
        let common = policy.fresh();
        Self { common, own: Vec::new(), writes: VecDeque::new(), since: Vec::new(), last_sync: 0 }
    }

    /// What the request gets, on what is known when it comes.
    pub(super) fn look(&mut self, policy: &Policy, store: Store, at: &At) -> Outcome {
        self.learn(policy, store, at);
        match self.deciding(policy, store, at) {
            Ok(state) => policy.outcome(&policy.advance(state, at.shown), at.cost),
            Err(outcome) => outcome,
        }
    }

    /// The state that decides, or else the answer that everything gets.
    pub(super) fn deciding(
        &mut self,
        policy: &Policy,
        store: Store,
        at: &At,
    ) -> Result<&mut PolicyState, Outcome> {
        match decides(store, at) {
            Decides::Common => Ok(&mut self.common),
            Decides::Nobody(outcome) => Err(outcome),
            Decides::Own => {
                if self.own.len() <= at.server {
                    self.own.resize(at.server + 1, None);
                }
                let begins = if matches!(store, Store::Sync { .. }) { &self.common } else { &policy.fresh() };
                Ok(self.own[at.server].get_or_insert_with(|| begins.clone()))
            }
        }
    }

    /// Charges what was looked at for this answer, or nothing if the request is refused elsewhere.
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
            // Whoever reads shows the store the time.
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

    /// That of the store, or what all servers know.
    pub(super) const fn common(&self) -> &PolicyState {
        &self.common
    }

    /// The least wait after which the request would pass, as the server that decides sees it.
    pub(super) fn wait(&mut self, policy: &Policy, store: Store, at: &At) -> Option<u64> {
        // What is written without delay is known at once.
        self.learn(policy, store, at);
        let state = self.deciding(policy, store, at).ok()?;
        policy.retry_after(state, &policy.advance(state, at.shown), at.cost)
    }

    /// Brings what is known to the time of a request: writes that have arrived, and what the
    /// other servers charged before the last sync.
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

    /// All servers know everything that was charged up to now.
    fn sync(&mut self, policy: &Policy) {
        for (clock, cost) in self.since.drain(..) {
            policy.charge_anyway(&mut self.common, clock, cost);
        }
        self.own.clear();
    }
}

/// Who decides about a request under a store.
fn decides(store: Store, at: &At) -> Decides {
    match store {
        Store::Shared | Store::Race { .. } => Decides::Common,
        Store::Local | Store::Sync { .. } => Decides::Own,
        Store::Down { from, to, fallback } if (from..to).contains(&at.time) => match fallback {
            Fallback::Open => Decides::Nobody(Outcome::Allowed),
            Fallback::Closed => Decides::Nobody(Outcome::Denied),
            Fallback::Local => Decides::Own,
        },
        Store::Down { .. } => Decides::Common,
    }
}
