//! Leaky bucket as a queue: admitted requests wait for their turn and start at the rate, so
//! the output is even however uneven the arrivals are.
//!
//! - **Rule**: admits as the meter does. An admitted request starts after
//!   `(backlog - undelayed) / rate`, where the backlog is the amount before it; `capacity`
//!   includes the request in service.
//! - **Cost**: 16 bytes for each key, and a division for a request that waits.
//! - **Weakness**: it replaces denials by waiting, and serves clients that have given up.
//!   `max_wait` bounds the wait.

use crate::{
    algorithm::Algorithm,
    bounds::{CAPACITY, Checks, DRAIN, MAX_WAIT, PERIOD, PolicyError, UNDELAYED},
    bucket::{Bucket, Flow},
    builder::Builder,
    decision::Rule,
    nanoseconds::Nanoseconds,
    settings::Settings,
};

/// The policy: at most `capacity` in the queue, of which `amount` start in each `period`.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{LeakyBucketQueue, Limiter, Outcome, SECOND};
///
/// let limiter = LeakyBucketQueue::with_capacity(3).rate(1, Duration::from_secs(1))?;
/// assert_eq!(limiter, LeakyBucketQueue::new(3, 1, SECOND)?);
/// let mut state = limiter.fresh();
/// assert_eq!(limiter.take(&mut state, 0, 1), Outcome::Allowed);
/// assert_eq!(limiter.take(&mut state, 0, 1), Outcome::Delayed(SECOND));
///
/// // A caller that waits at most half a second.
/// assert_eq!(limiter.within(Duration::from_millis(500)).take(&mut state, 0, 1), Outcome::Denied);
/// // The same bound for every caller, and two requests that start at once.
/// let bounded = limiter.undelayed(1)?.max_wait(Some(SECOND / 2))?;
/// assert!(bounded.to_string().ends_with("undelayed=1 max_wait=500000000"));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeakyBucketQueue {
    flow: Flow,
    amount: u64,
    period: u64,
    undelayed: u32,
    max_wait: Option<u64>,
    /// The backlog behind which a request still starts within `max_wait`.
    longest_backlog: u64,
}

impl LeakyBucketQueue {
    /// Returns a queue of `capacity` that serves `amount` in each `period`, which is in
    /// nanoseconds or a `Duration`.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn new(capacity: u64, amount: u64, period: impl Into<Nanoseconds>) -> Result<Self, PolicyError> {
        let period = period.into();
        Checks::all(|checks| Self::checked([capacity, amount, period.fit(&PERIOD, checks)], checks))
    }

    /// Starts a [`Builder`] with the number of requests that the queue holds.
    pub const fn with_capacity(requests: u64) -> Builder<Self> {
        Builder::new(requests)
    }

    pub(crate) fn checked([capacity, amount, period]: [u64; 3], checks: &mut Checks) -> Self {
        let flow = Flow::new(&CAPACITY, capacity, &DRAIN, amount, period, checks);
        Self { flow, amount, period, undelayed: 0, max_wait: None, longest_backlog: u64::MAX }
    }

    /// Sets how many requests may be ahead of one that still starts at once.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::OutOfRange`] if it is more than the capacity.
    pub fn undelayed(self, requests: u64) -> Result<Self, PolicyError> {
        Checks::all(|checks| self.checked_undelayed(requests, checks))
    }

    pub(crate) fn checked_undelayed(self, requests: u64, checks: &mut Checks) -> Self {
        let capacity = self.flow.capacity().into();
        let because = Some("at this capacity");
        let undelayed = UNDELAYED.check_requests_within(requests, capacity, because, checks);
        Self { undelayed, ..self }.bounded()
    }

    /// Sets the longest wait: a request that would wait longer is denied.
    ///
    /// The wait depends on what is ahead of a request, not on its own cost. So fewer requests
    /// of cost 1 pass in a row than the queue holds, and that number is reported as remaining,
    /// while a single request may cost as much as the capacity.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::OutOfRange`] if it is more than `u64::MAX` nanoseconds.
    pub fn max_wait(self, wait: Option<impl Into<Nanoseconds>>) -> Result<Self, PolicyError> {
        let wait = wait.map(Into::into);
        Checks::all(|checks| {
            let wait = wait.map(|wait| wait.fit(&MAX_WAIT, checks));
            self.checked_max_wait(wait, checks)
        })
    }

    pub(crate) fn checked_max_wait(self, nanoseconds: Option<u64>, checks: &mut Checks) -> Self {
        let max_wait = nanoseconds.map(|wait| MAX_WAIT.check(wait, checks));
        Self { max_wait, ..self }.bounded()
    }

    /// Returns this policy for a caller that waits no longer than this, nor longer than the
    /// policy allows.
    #[must_use]
    pub fn within(&self, wait: impl Into<Nanoseconds>) -> Self {
        let wait = wait.into().saturated();
        let max_wait = Some(self.max_wait.map_or(wait, |longest| longest.min(wait)));
        Self { max_wait, ..*self }.bounded()
    }
}

impl Bucket for LeakyBucketQueue {
    const ALGORITHM: Algorithm = Algorithm::LeakyBucketQueue;

    fn configured(&self) -> Settings {
        Settings::for_algorithm(Self::ALGORITHM)
            .with(&CAPACITY, self.flow.capacity())
            .with(&DRAIN, self.amount)
            .with(&PERIOD, self.period)
            .with(&UNDELAYED, self.undelayed)
            .with_some(&MAX_WAIT, self.max_wait)
    }

    #[inline]
    fn flow(&self) -> &Flow {
        &self.flow
    }

    /// A longest wait is one more bound on the backlog ahead of a request. As a backlog it
    /// costs a comparison; as a time it would cost a division for each request.
    #[inline]
    fn ceiling(&self, cost: u32) -> Option<u64> {
        let ceiling = self.flow.ceiling(cost)?;
        Some(ceiling.min(self.longest_backlog))
    }

    #[inline]
    fn undelayed(&self) -> Option<u64> {
        Some(self.flow.parts(self.undelayed))
    }

    /// If the request fits the queue, the wait decided.
    fn rule(&self, backlog: u64, cost: u32) -> Rule {
        let (unit, capacity) = (self.flow.unit(), self.flow.capacity());
        let fits = self.flow.ceiling(cost).is_some_and(|ceiling| backlog <= ceiling);
        match self.max_wait {
            Some(max_wait) if fits => {
                Rule::Wait { backlog, unit, undelayed: self.undelayed, amount: self.flow.amount(), max_wait }
            }
            _ => Rule::Bucket { backlog, unit, cost, capacity },
        }
    }
}

impl LeakyBucketQueue {
    /// The flow, if the wait has no bound.
    pub(crate) fn plain_flow(&self) -> Option<&Flow> {
        self.max_wait.is_none().then_some(&self.flow)
    }

    /// An upper bound on the wait of an admitted request.
    pub(crate) fn longest_wait(&self) -> u64 {
        let drain = self.flow.steps_to_drain(self.flow.capacity_parts()).unwrap_or(u64::MAX);
        self.max_wait.map_or(drain, |longest| longest.min(drain))
    }

    /// The policy with its longest backlog.
    fn bounded(self) -> Self {
        let undelayed = self.flow.parts(self.undelayed);
        let served_within = |wait| self.flow.amount().saturating_mul(wait).saturating_add(undelayed);
        Self { longest_backlog: self.max_wait.map_or(u64::MAX, served_within), ..self }
    }
}
