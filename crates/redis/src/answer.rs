//! What a store answers: the core's decision, and who made it.

use core::{fmt, ops::Deref};

use ratelab_limiter::{Decision, Headers, NameError, Policy};
#[cfg(feature = "async")]
use ratelab_limiter::{Limiter, Outcome};

/// A decision, and who made it. Everything of a [`Decision`] can be read from it directly.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a limiter limits nothing unless its answer is obeyed"]
pub struct Answer {
    /// The decision, as the core makes it.
    pub decision: Decision,
    /// Who made it.
    pub origin: Origin,
}

impl Answer {
    /// The HTTP response to it, under a name for the policy.
    pub fn headers(&self, policy: &Policy, name: &str) -> Result<Headers, NameError> {
        Headers::new(policy, &self.decision, name)
    }
}

impl Deref for Answer {
    type Target = Decision;

    fn deref(&self) -> &Decision {
        &self.decision
    }
}

/// Who made a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The state in Redis.
    Redis,
    /// The state in this process, which is where this store keeps it.
    InProcess,
    /// Nobody: Redis failed, and the caller chose what happens then.
    Failure(Failure, OnFailure),
}

/// What happens to a request when Redis does not answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnFailure {
    /// It is denied: the limit is kept, and clients suffer.
    #[default]
    Closed,
    /// It is allowed and charged to nobody: clients are served, and nothing is limited.
    Open,
    /// It is decided by the same policy on a state in this process, which begins unused with each failure and
    /// is forgotten when Redis is back. Several processes have a whole limit each.
    InProcess,
}

/// Why Redis gave no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It did not answer before the deadline. It may charge the request all the same.
    Late,
    /// It cannot be reached, or the connection broke.
    Unreachable(String),
    /// It answered with an error: it is out of memory, it is loading, a slot has no server.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("Redis did not answer before the deadline"),
            Self::Unreachable(reason) => write!(f, "Redis cannot be reached: {reason}"),
            Self::Refused(reason) => write!(f, "Redis refused: {reason}"),
        }
    }
}

impl core::error::Error for Failure {}

/// The decision about a request that nobody decides about: that of an unused state, with this outcome.
#[cfg(feature = "async")]
pub(crate) fn undecided(policy: &Policy, now: u64, cost: u32, is_open: bool) -> Decision {
    let unused = policy.peek(&policy.fresh(), now, cost);
    let (outcome, remaining) =
        if is_open { (Outcome::Allowed, unused.remaining) } else { (Outcome::Denied, 0) };
    // When Redis is back, nobody knows: a client may try again at once, which a header rounds to a second.
    Decision { outcome, remaining, retry_after: Some(0), ..unused }
}
