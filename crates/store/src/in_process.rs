//! The store in this process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ratelab_limiter::{Decision, Keyed, Policy};

use crate::{
    answer::{Answer, Failure, Origin},
    clock,
    members::Members,
};

/// The number of keys up to which idle ones are not searched for.
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
    /// The states of a policy with one limiter.
    clients: Keyed<Policy, Vec<u8>>,
    /// The states of an all-of, and those of [`InProcess::check_parts`].
    members: Members,
    /// The number of keys after idle ones were last dropped.
    kept: usize,
}

impl InProcess {
    /// Returns a store with no clients.
    pub fn new(policy: impl Into<Policy>) -> Self {
        let policy = policy.into();
        let members = Members::new(&policy);
        let states = States { clients: Keyed::new(policy.clone()), members, kept: 0 };
        Self { policy: Arc::new(policy), states: Arc::new(Mutex::new(states)) }
    }

    /// Returns the policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Decides a request of cost 1, and charges it if it is admitted.
    pub fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.check_cost(key, 1)
    }

    /// Decides a request of any cost, and charges it if it is admitted.
    ///
    /// ```
    /// # use ratelab_limiter::{Gcra, SECOND};
    /// # use ratelab_store::InProcess;
    /// let clients = InProcess::new(Gcra::new(5, 1, 60 * SECOND)?);
    /// assert_eq!(clients.check_cost("ada", 3).remaining, 2);
    /// assert!(!clients.check_cost("ada", 3).outcome.admits());
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn check_cost(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let key = key.as_ref();
        self.decide(|states, now| match self.is_joined() {
            true => {
                let parts = states.members.no_parts();
                states.members.check(key, &parts, now, cost)
            }
            false => states.clients.check_cost(key, now, cost),
        })
    }

    /// Decides a request that the limiters of an all-of count by different keys, such as a user and its tenant.
    /// `parts` has one key for each limiter, within the tag; an empty one is the tag itself.
    ///
    /// ```
    /// use ratelab_limiter::{AllOf, FixedWindow, Gcra, SECOND};
    /// use ratelab_store::InProcess;
    ///
    /// let user = Gcra::new(2, 1, 3_600 * SECOND)?;
    /// let tenant = FixedWindow::new(3, 25 * 365 * 86_400 * SECOND)?;
    /// let clients = InProcess::new(AllOf::new(vec![user.into(), tenant.into()])?);
    /// let admits = |user: &str| clients.check_parts("acme", &[user.as_bytes(), b""], 1).outcome.admits();
    /// assert_eq!(["ada", "ada", "ada"].map(admits), [true, true, false]); // the user's limit
    /// assert_eq!(["grace", "grace"].map(admits), [true, false]); // the tenant's
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the number of parts is not the number of limiters.
    pub fn check_parts(&self, tag: impl AsRef<[u8]>, parts: &[&[u8]], cost: u32) -> Answer {
        self.decide(|states, now| states.members.check(tag.as_ref(), parts, now, cost))
    }

    /// Returns the decision that a request would get. It changes nothing.
    ///
    /// ```
    /// # use ratelab_limiter::{Gcra, SECOND};
    /// # use ratelab_store::InProcess;
    /// let clients = InProcess::new(Gcra::new(2, 1, 60 * SECOND)?);
    /// assert_eq!(clients.peek("ada", 1).remaining, 2);
    /// assert_eq!(clients.check("ada").remaining, 1);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        let (key, states, now) = (key.as_ref(), self.states(), clock::now());
        let decision = match self.is_joined() {
            true => states.members.peek(key, now, cost),
            false => states.clients.peek(key, now, cost),
        };
        Answer { decision, origin: Origin::InProcess }
    }

    /// Gives back an amount that a client was charged: the latest charges first, never more than it had used.
    ///
    /// ```
    /// # use ratelab_limiter::{Gcra, SECOND};
    /// # use ratelab_store::InProcess;
    /// let clients = InProcess::new(Gcra::new(2, 1, 60 * SECOND)?);
    /// assert_eq!(clients.check_cost("ada", 2).remaining, 0);
    /// clients.refund("ada", 1)?; // the request did half of its work
    /// assert_eq!(clients.peek("ada", 1).remaining, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Never returns one: the signature is that of stores that can fail.
    pub fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        let (key, mut states, now) = (key.as_ref(), self.states(), clock::now());
        match self.is_joined() {
            true => states.members.refund(key, now, amount.into()),
            false => states.clients.refund(key, now, amount.into()),
        }
        Ok(())
    }

    /// Removes a client, and reports whether it was stored.
    ///
    /// ```
    /// # use ratelab_limiter::{Gcra, SECOND};
    /// # use ratelab_store::InProcess;
    /// let clients = InProcess::new(Gcra::new(2, 1, 60 * SECOND)?);
    /// let _ = clients.check("ada");
    /// assert!(clients.reset("ada")? && !clients.reset("ada")?);
    /// let _ = clients.check("grace");
    /// clients.reset_all();
    /// assert_eq!(clients.peek("grace", 1).remaining, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Never returns one: the signature is that of stores that can fail.
    pub fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        let (key, mut states) = (key.as_ref(), self.states());
        Ok(match self.is_joined() {
            true => states.members.reset(key),
            false => states.clients.reset(key),
        })
    }

    /// Removes all clients.
    pub fn reset_all(&self) {
        let mut states = self.states();
        states.clients.reset_all();
        states.members.reset_all();
    }

    /// Reports whether there are several limiters, each with its own state.
    fn is_joined(&self) -> bool {
        matches!(*self.policy, Policy::AllOf(_))
    }

    fn decide(&self, decide: impl FnOnce(&mut States, u64) -> Decision) -> Answer {
        let mut states = self.states();
        let now = clock::now();
        states.drop_idle(now);
        Answer { decision: decide(&mut states, now), origin: Origin::InProcess }
    }

    /// A thread that panicked with the lock left every state complete, or removed it.
    fn states(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl States {
    /// Drops clients whose budget is full again, as soon as there are twice as many as after the last time, so that
    /// the cost of each check stays small.
    fn drop_idle(&mut self, now: u64) {
        if self.stored_keys() > 2 * self.kept + FEW {
            self.clients.evict_idle(now);
            self.members.evict_idle(now);
            self.kept = self.stored_keys();
        }
    }

    fn stored_keys(&self) -> usize {
        self.clients.stored_keys() + self.members.stored_keys()
    }
}
