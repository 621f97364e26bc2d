//! Leaky bucket as a queue: admitted requests wait their turn and start at the
//! rate, so what comes out is even however uneven the arrivals are.
//!
//! - **Rule**: admits as the meter does. An admitted request starts after
//!   `(backlog - undelayed) / rate`, where the backlog is what was there before
//!   it; `capacity` counts the one in service.
//! - **Cost**: 16 bytes for each key, and a division for a request that waits.
//! - **Weakness**: it trades refusals for waiting, and a client that has given up
//!   is still served. `max_wait` bounds the wait.

use crate::{
    algorithm::Algorithm,
    bounds::{CAPACITY, Checks, DRAIN, MAX_WAIT, PERIOD, PolicyError, UNDELAYED},
    bucket::{Bucket, Flow},
    builder::Builder,
    decision::Rule,
    nanoseconds::Nanoseconds,
    settings::Settings,
};

/// The policy: at most `capacity` in the queue, of which `amount` start in each
/// `period`.
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
    /// A queue of `capacity` that serves `amount` in each `period` of nanoseconds.
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
    /// What counts is what is ahead of a request, not its own cost. So fewer
    /// requests of cost 1 pass in a row than the queue holds, and that number is
    /// what remains, while a single one may cost as much as the capacity.
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

    /// This policy for a caller who will not wait longer than this, nor longer
    /// than the policy allows.
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
        Settings::of(Self::ALGORITHM)
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
        let room = self.flow.ceiling(cost)?;
        Some(room.min(self.longest_backlog))
    }

    #[inline]
    fn undelayed(&self) -> Option<u64> {
        Some(self.flow.parts(self.undelayed))
    }

    /// If the queue has room, it was the wait that decided.
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

    /// The policy with its longest backlog worked out.
    fn bounded(self) -> Self {
        let undelayed = self.flow.parts(self.undelayed);
        let served_within = |wait| self.flow.amount().saturating_mul(wait).saturating_add(undelayed);
        Self { longest_backlog: self.max_wait.map_or(u64::MAX, served_within), ..self }
    }
}
