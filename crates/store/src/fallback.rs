//! Decisions while a remote store makes none.

use core::hash::BuildHasher;
use std::hash::RandomState;

use ratelab_limiter::{Decision, Limiter, Outcome, Policy, SECOND};

use crate::{
    answer::{Answer, Failure, OnFailure, Origin},
    clock,
    in_process::InProcess,
};

/// The shortest and the longest time after which a client should try again while the store is closed.
const TRY_AGAIN: (u64, u64) = (SECOND, 5 * SECOND);

/// Turns the result of a remote store, a decision or a failure, into an [`Answer`].
///
/// ```
/// use ratelab_limiter::{Gcra, Policy, SECOND};
/// use ratelab_store::{Failure, Fallback, OnFailure, Origin};
///
/// let fallback = Fallback::new(Policy::from(Gcra::new(1, 1, 60 * SECOND)?), OnFailure::Open);
/// let answer = fallback.answer(Err(Failure::Late), 1, |local| local.check("ada"));
/// assert!(answer.outcome.admits());
/// assert_eq!(answer.origin, Origin::Failure(Failure::Late, OnFailure::Open));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Debug)]
pub struct Fallback {
    on_failure: OnFailure,
    substitute: InProcess,
}

impl Fallback {
    /// Returns a fallback for a store with this policy.
    pub fn new(policy: impl Into<Policy>, on_failure: OnFailure) -> Self {
        Self { on_failure, substitute: InProcess::new(policy) }
    }

    /// Returns the decision, or the one that the fallback was made for. `in_process` is only called for
    /// [`OnFailure::InProcess`]. Its states are never cleared: they age by the rule of the policy, so a store that
    /// fails now and then does not give a client another budget each time.
    pub fn answer(
        &self,
        decided: Result<Decision, Failure>,
        cost: u32,
        in_process: impl FnOnce(&InProcess) -> Answer,
    ) -> Answer {
        let failure = match decided {
            Ok(decision) => return Answer { decision, origin: Origin::Remote },
            Err(failure) => failure,
        };
        let decision = match self.on_failure {
            OnFailure::InProcess => in_process(&self.substitute).decision,
            OnFailure::Open => self.unused(cost),
            OnFailure::Closed => try_again(self.substitute.policy(), cost, clock::now()),
        };
        Answer { decision, origin: Origin::Failure(failure, self.on_failure) }
    }

    /// The decision on an unused state, but admitted whatever the cost.
    fn unused(&self, cost: u32) -> Decision {
        let policy = self.substitute.policy();
        let unused = policy.peek(&policy.fresh(), clock::now(), cost);
        Decision { outcome: Outcome::Allowed, retry_after: Some(0), ..unused }
    }
}

/// A denial that is not due to the limit, and whose end is unknown. Clients try again at different times, so that they
/// do not all come back at once.
pub(crate) fn try_again(policy: &Policy, cost: u32, now: u64) -> Decision {
    let (shortest, longest) = TRY_AGAIN;
    let jitter = RandomState::new().hash_one(0_u8) % (longest - shortest + 1);
    let unused = policy.peek(&policy.fresh(), now, cost);
    Decision { outcome: Outcome::Denied, remaining: 0, retry_after: Some(shortest + jitter), ..unused }
}
