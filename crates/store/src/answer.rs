//! The answer of a store: a decision, and its origin.

use core::{fmt, ops::Deref};

use ratelab_limiter::{Decision, Headers, NameError, Policy};

/// A decision, and its origin. It dereferences to the [`Decision`].
///
/// ```
/// use ratelab_limiter::{Gcra, Outcome, SECOND};
/// use ratelab_store::{InProcess, Origin};
///
/// let clients = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
/// let answer = clients.check("ada");
/// assert_eq!((answer.outcome, answer.remaining), (Outcome::Allowed, 19));
/// assert_eq!(answer.origin, Origin::InProcess);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a limiter limits nothing unless its answer is used"]
pub struct Answer {
    /// The decision.
    pub decision: Decision,
    /// The state it was made on.
    pub origin: Origin,
}

impl Answer {
    /// Returns the HTTP headers for the decision, with a name for the policy. The status is 503 if the store failed
    /// and is [closed](OnFailure::Closed) then: the client is not to blame.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::InProcess;
    ///
    /// let clients = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
    /// let headers = clients.check("ada").headers(clients.policy(), "api")?;
    /// assert_eq!((headers.status, headers.remaining), (200, 0));
    /// assert_eq!(clients.check("ada").headers(clients.policy(), "api")?.status, 429);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NameError`] if the name has a character that is not printable ASCII.
    pub fn headers(&self, policy: &Policy, name: &str) -> Result<Headers, NameError> {
        let mut headers = Headers::new(policy, &self.decision, name)?;
        if self.is_unavailable() {
            headers.status = 503;
        }
        Ok(headers)
    }

    /// Reports whether the request was denied because the store failed, and not because of its limit.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::{Failure, Fallback, OnFailure};
    ///
    /// let fallback = Fallback::new(Gcra::new(1, 1, 60 * SECOND)?, OnFailure::Closed);
    /// let answer = fallback.answer(Err(Failure::Late), 1, |local| local.check("ada"));
    /// assert!(answer.is_unavailable());
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn is_unavailable(&self) -> bool {
        matches!(self.origin, Origin::Failure(_, OnFailure::Closed)) && !self.decision.outcome.admits()
    }
}

impl Deref for Answer {
    type Target = Decision;

    fn deref(&self) -> &Decision {
        &self.decision
    }
}

/// The state that a decision was made on.
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{InProcess, Origin};
///
/// let clients = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
/// assert_eq!(clients.check("ada").origin, Origin::InProcess);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: a service that logs or counts origins must handle each.
pub enum Origin {
    /// A state outside this process, such as one in Redis.
    Remote,
    /// A state in this process.
    InProcess,
    /// A denial of a state outside this process that still stands: see [`DenyCache`](crate::DenyCache).
    DenyCache,
    /// None: the store failed, and the decision is the configured one.
    Failure(Failure, OnFailure),
}

/// What happens to a request when a store fails. There is no default: only you know whether your clients or your limit
/// matter more.
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{Failure, Fallback, OnFailure};
///
/// let admits = |on_failure| {
///     let fallback = Fallback::new(Gcra::new(1, 1, 60 * SECOND).expect("a policy"), on_failure);
///     let mut answers = (0..3).map(|_| fallback.answer(Err(Failure::Late), 1, |local| local.check("ada")));
///     core::array::from_fn(|_| answers.next().expect("three answers").outcome.admits())
/// };
/// assert_eq!(admits(OnFailure::Closed), [false, false, false]);
/// assert_eq!(admits(OnFailure::Open), [true, true, true]);
/// assert_eq!(admits(OnFailure::InProcess), [true, false, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the tests prove the outcome of every choice.
pub enum OnFailure {
    /// It is denied with status 503, and a `Retry-After` that differs between clients: the limit holds, and clients
    /// are not served.
    Closed,
    /// It is allowed and not charged: clients are served, and nothing is limited.
    Open,
    /// It is decided by the same policy on a state in this process. It starts unused, and is not cleared when the store
    /// is back. Each process allows the full limit.
    InProcess,
}

/// Why a store made no decision.
///
/// ```
/// use ratelab_store::Failure;
///
/// let failure = Failure::Refused("out of memory".to_owned());
/// assert_eq!(failure.to_string(), "the store refused: out of memory");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// It did not reply before the deadline. It may still charge the request.
    Late,
    /// It cannot be reached, or the connection broke.
    Unreachable(String),
    /// It replied with an error: it is out of memory or loading, or a slot of a cluster has no server.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("the store did not reply before the deadline"),
            Self::Unreachable(reason) => write!(f, "the store cannot be reached: {reason}"),
            Self::Refused(reason) => write!(f, "the store refused: {reason}"),
        }
    }
}

impl core::error::Error for Failure {}
