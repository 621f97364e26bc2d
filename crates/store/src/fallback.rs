//! Decisions while a remote store makes none.

use std::sync::atomic::{AtomicBool, Ordering};

use ratelab_limiter::{Decision, Limiter, Outcome, Policy};

use crate::{
    answer::{Answer, Failure, OnFailure, Origin},
    clock,
    in_process::InProcess,
};

/// Turns the result of a remote store, a decision or a failure, into an [`Answer`].
///
/// ```
/// use ratelab_limiter::{Gcra, Policy, SECOND};
/// use ratelab_store::{Failure, Fallback, OnFailure, Origin};
///
/// let fallback = Fallback::new(Policy::from(Gcra::new(1, 1, 60 * SECOND)?));
/// let answer = fallback.answer(OnFailure::Open, Err(Failure::Late), 1, |local| local.check("ada"));
/// assert!(answer.outcome.admits());
/// assert_eq!(answer.origin, Origin::Failure(Failure::Late, OnFailure::Open));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Debug)]
pub struct Fallback {
    substitute: InProcess,
    is_failing: AtomicBool,
}

impl Fallback {
    /// Returns a fallback for a store with this policy.
    pub fn new(policy: impl Into<Policy>) -> Self {
        Self { substitute: InProcess::new(policy), is_failing: AtomicBool::new(false) }
    }

    /// Returns the decision, or the one that `on_failure` chooses. `in_process` is only called for
    /// [`OnFailure::InProcess`], with a store that starts unused with each failure.
    pub fn answer(
        &self,
        on_failure: OnFailure,
        decided: Result<Decision, Failure>,
        cost: u32,
        in_process: impl FnOnce(&InProcess) -> Answer,
    ) -> Answer {
        let was_failing = self.is_failing.swap(decided.is_err(), Ordering::Relaxed);
        let failure = match decided {
            Ok(decision) => {
                if was_failing {
                    self.substitute.reset_all();
                }
                return Answer { decision, origin: Origin::Remote };
            }
            Err(failure) => failure,
        };
        let decision = match on_failure {
            OnFailure::InProcess => in_process(&self.substitute).decision,
            other => undecided(self.substitute.policy(), cost, other == OnFailure::Open),
        };
        Answer { decision, origin: Origin::Failure(failure, on_failure) }
    }
}

/// The decision without a state: that of an unused state, with this outcome.
fn undecided(policy: &Policy, cost: u32, is_open: bool) -> Decision {
    let unused = policy.peek(&policy.fresh(), clock::now(), cost);
    let (outcome, remaining) =
        if is_open { (Outcome::Allowed, unused.remaining) } else { (Outcome::Denied, 0) };
    // The end of the failure is unknown: a client may retry at once, which a header rounds up to a second.
    Decision { outcome, remaining, retry_after: Some(0), ..unused }
}
