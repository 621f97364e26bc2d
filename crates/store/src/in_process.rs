//! The store in this process.

use std::sync::Arc;

use ratelab_limiter::Policy;

use crate::{
    answer::{Answer, Failure, OnFailure, Origin},
    clock,
    shards::{Place, Shards},
    unavailable::try_again,
};

/// The greatest number of keys unless another is set: about 100 MB.
const MAX_KEYS: usize = 1_000_000;

/// A limiter with a state for each client, in this process. Clones share their states.
///
/// States are spread over many locks, so that threads seldom wait for each other. Clients whose budget is full again
/// are dropped now and then, a part at a time. The number of keys is [bounded](Self::max_keys).
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
    shards: Arc<Shards>,
    when_full: WhenFull,
}

/// What happens to the requests of new clients while a store has its greatest number of keys, none of which is idle.
/// Clients that are stored keep their states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenFull {
    /// They share one state: together they get the budget of one client.
    Share,
    /// They are denied. The answer's origin is a [failure](Origin::Failure).
    Deny,
}

impl InProcess {
    /// Returns a store with no clients.
    pub fn new(policy: impl Into<Policy>) -> Self {
        let policy = policy.into();
        let shards = Arc::new(Shards::new(&policy, MAX_KEYS));
        Self { policy: Arc::new(policy), shards, when_full: WhenFull::Share }
    }

    /// Sets the greatest number of keys, and what happens to the requests of new clients when it is reached. By default
    /// there are a million, and then new clients share one state. An all-of has a key for each limiter.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::{InProcess, WhenFull};
    ///
    /// let clients = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?).max_keys(2, WhenFull::Deny);
    /// assert!(["ada", "grace"].iter().all(|client| clients.check(client).outcome.admits()));
    /// let answer = clients.check("alan");
    /// assert!(answer.is_unavailable());
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    ///
    /// Clients that it already has are forgotten.
    #[must_use]
    pub fn max_keys(self, keys: usize, when_full: WhenFull) -> Self {
        Self { shards: Arc::new(Shards::new(&self.policy, keys)), when_full, ..self }
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
        match self.is_joined() {
            true => self.check_parts(key, &self.no_parts(), cost),
            false => self.decide(Place { tag: key, parts: None }, cost),
        }
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
        assert_eq!(parts.len(), self.policy.members().len(), "a part for each limiter");
        self.decide(Place { tag: tag.as_ref(), parts: Some(parts) }, cost)
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
        let (key, now) = (key.as_ref(), clock::now());
        let states = self.shards.shard(key);
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
        let (key, now) = (key.as_ref(), clock::now());
        let mut states = self.shards.shard(key);
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
        let key = key.as_ref();
        let mut states = self.shards.shard(key);
        Ok(match self.is_joined() {
            true => states.members.reset(key),
            false => states.clients.reset(key),
        })
    }

    /// Removes all clients.
    pub fn reset_all(&self) {
        self.shards.reset_all();
    }

    /// Returns the number of stored keys. A client that has its whole budget need not be stored.
    ///
    /// ```
    /// # use ratelab_limiter::{Gcra, SECOND};
    /// # use ratelab_store::InProcess;
    /// let clients = InProcess::new(Gcra::new(2, 1, 60 * SECOND)?);
    /// let _ = (clients.check("ada"), clients.check("grace"), clients.peek("alan", 1));
    /// assert_eq!(clients.stored_keys(), 2);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn stored_keys(&self) -> usize {
        self.shards.stored_keys()
    }

    /// Reports whether there are several limiters, each with its own state.
    fn is_joined(&self) -> bool {
        matches!(*self.policy, Policy::AllOf(_))
    }

    fn decide(&self, place: Place<'_>, cost: u32) -> Answer {
        let now = clock::now();
        let decision = match (self.shards.for_request(place, now), self.when_full) {
            (Some(mut states), _) => states.decide(place, now, cost),
            (None, WhenFull::Share) => {
                let no_parts = self.no_parts();
                let shared = Place { tag: b"", parts: place.parts.map(|_| &no_parts[..]) };
                self.shards.overflow().decide(shared, now, cost)
            }
            (None, WhenFull::Deny) => return self.full(cost, now),
        };
        Answer { decision, origin: Origin::InProcess }
    }

    /// The parts of a request in which every limiter counts by the tag itself.
    fn no_parts(&self) -> Vec<&'static [u8]> {
        vec![b""; self.policy.members().len()]
    }

    fn full(&self, cost: u32, now: u64) -> Answer {
        let failure = Failure::Refused("it has its greatest number of keys".to_owned());
        let decision = try_again(&self.policy, cost, now);
        Answer { decision, origin: Origin::Failure(failure, OnFailure::Closed) }
    }
}
