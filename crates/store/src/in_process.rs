//! The store in this process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ratelab_limiter::{Keyed, Policy};

use crate::{
    answer::{Answer, Failure, Origin},
    clock,
};

/// Idle keys that are not worth looking for.
const FEW: usize = 1_024;

/// A limiter with a state for each client, in this process. Clones share their states.
///
/// ```
/// use ratelab_limiter::{Gcra, Outcome, SECOND};
/// use ratelab_store::InProcess;
///
/// let clients = InProcess::new(Gcra::new(2, 1, 60 * SECOND)?); // two at once, one more each minute
/// assert_eq!(clients.check("ada").outcome, Outcome::Allowed);
/// assert_eq!(clients.check("ada").remaining, 0);
/// assert_eq!(clients.check("ada").outcome, Outcome::Denied);
/// assert_eq!(clients.check("grace").outcome, Outcome::Allowed);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InProcess {
    policy: Arc<Policy>,
    states: Arc<Mutex<States>>,
}

#[derive(Debug)]
struct States {
    clients: Keyed<Policy, Vec<u8>>,
    /// How many keys there were when idle ones were last dropped.
    kept: usize,
}

impl InProcess {
    /// A store with no clients.
    pub fn new(policy: impl Into<Policy>) -> Self {
        let policy = policy.into();
        let states = States { clients: Keyed::new(policy.clone()), kept: 0 };
        Self { policy: Arc::new(policy), states: Arc::new(Mutex::new(states)) }
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Decides about a request of cost 1.
    pub fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.check_cost(key, 1)
    }

    /// Decides about a request of any cost.
    pub fn check_cost(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let mut states = self.states();
        let now = clock::now();
        states.drop_idle(now);
        let decision = states.clients.check_cost(key.as_ref(), now, cost);
        Answer { decision, origin: Origin::InProcess }
    }

    /// The decision that a request would get. It changes nothing.
    pub fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let decision = self.states().clients.peek(key.as_ref(), clock::now(), cost);
        Answer { decision, origin: Origin::InProcess }
    }

    /// Returns an amount that a client was charged, the latest first. It never fails here, as it can elsewhere.
    pub fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        self.states().clients.refund(key.as_ref(), clock::now(), amount.into());
        Ok(())
    }

    /// Removes a client, and reports whether it was stored. It never fails here, as it can elsewhere.
    pub fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        Ok(self.states().clients.reset(key.as_ref()))
    }

    /// Removes all clients.
    pub fn reset_all(&self) {
        self.states().clients.reset_all();
    }

    /// A thread that panicked while it held the lock left complete states behind: each is written at once.
    fn states(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl States {
    /// Drops clients whose budget is full again, once there are twice as many as after the last time, so that
    /// the cost for each check stays small.
    fn drop_idle(&mut self, now: u64) {
        if self.clients.stored_keys() > 2 * self.kept + FEW {
            self.clients.evict_idle(now);
            self.kept = self.clients.stored_keys();
        }
    }
}
