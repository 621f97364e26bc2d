//! Token bucket: a bucket of tokens that fills at a rate; a request takes its cost.
//!
//! - **Rule**: `level = min(capacity, level + rate * elapsed)`, allow if
//!   `level >= cost`. The state is the amount that is missing, so a full bucket is 0.
//! - **Cost**: 16 bytes for each key, two multiplications.
//! - **Weakness**: in a window of length W it admits `capacity + rate * W`, which
//!   with `capacity = limit` is nearly twice the limit.

use crate::{
    algorithm::Algorithm,
    bounds::{AMOUNT, CAPACITY, CREATED_AT, Checks, INITIAL, PERIOD, PolicyError, REFILL},
    bucket::{Backlog, Bucket, Flow},
    builder::Builder,
    nanoseconds::Nanoseconds,
    options::Refill,
    settings::Settings,
};

/// The policy: at most `capacity` at once, and `amount` more in each `period`.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{Limiter, Outcome, Refill, SECOND, TokenBucket};
///
/// let limiter = TokenBucket::with_capacity(10).rate(5, Duration::from_secs(1))?;
/// assert_eq!(limiter, TokenBucket::new(10, 5, SECOND)?);
/// let mut state = limiter.fresh();
/// assert_eq!(limiter.take(&mut state, 0, 10), Outcome::Allowed);
/// assert_eq!(limiter.check(&mut state, 0, 1).retry_after, Some(SECOND / 5));
///
/// // Five tokens at the end of each second, and none at first.
/// let limiter = TokenBucket::with_refill(Refill::Interval, 10, 5, SECOND)?.initial(0)?.created_at(SECOND / 2);
/// assert_eq!(limiter.peek(&limiter.fresh(), SECOND, 1).retry_after, Some(SECOND / 2));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenBucket {
    flow: Flow,
    amount: u64,
    period: u64,
    initial: u32,
    refill: Refill,
    created_at: u64,
}

impl TokenBucket {
    /// Allows at most `capacity` requests at once, and `amount` more in each `period`, which is
    /// in nanoseconds or a `Duration`.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn new(capacity: u64, amount: u64, period: impl Into<Nanoseconds>) -> Result<Self, PolicyError> {
        Self::with_refill(Refill::Greedy, capacity, amount, period)
    }

    /// Starts a [`Builder`] with the number of tokens that the bucket holds.
    pub const fn with_capacity(tokens: u64) -> Builder<Self> {
        Builder::new(tokens)
    }

    /// As [`Self::new`], with tokens that come back in the given way.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn with_refill(
        refill: Refill,
        capacity: u64,
        amount: u64,
        period: impl Into<Nanoseconds>,
    ) -> Result<Self, PolicyError> {
        let period = period.into();
        Checks::all(|checks| Self::checked(refill, [capacity, amount, period.fit(&PERIOD, checks)], checks))
    }

    pub(crate) fn checked(refill: Refill, [capacity, amount, period]: [u64; 3], checks: &mut Checks) -> Self {
        let step = match refill {
            Refill::Greedy => period,
            Refill::Interval => Self::step_of_a_period(capacity, amount, period, checks),
        };
        let flow = Flow::new(&CAPACITY, capacity, &AMOUNT, amount, step, checks);
        let initial = flow.capacity();
        Self { flow, amount, period, initial, refill, created_at: 0 }
    }

    /// The step of a flow whose steps are whole periods. The longest wait, for as many of them
    /// as fill the bucket, must fit a `u64`.
    fn step_of_a_period(capacity: u64, amount: u64, period: u64, checks: &mut Checks) -> u64 {
        let period = PERIOD.check(period, checks);
        if amount > 0 {
            let most = (u64::MAX / period).saturating_mul(amount);
            let because = Some("with this amount and period at intervals");
            CAPACITY.check_within(capacity, most, because, checks);
        }
        1
    }

    /// Sets the number of tokens that a bucket has at `created_at`; by default it is full.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::OutOfRange`] if it is more than the capacity.
    pub fn initial(self, tokens: u64) -> Result<Self, PolicyError> {
        Checks::all(|checks| self.checked_initial(tokens, checks))
    }

    pub(crate) fn checked_initial(self, tokens: u64, checks: &mut Checks) -> Self {
        let capacity = self.flow.capacity().into();
        let initial = INITIAL.check_requests_within(tokens, capacity, Some("at this capacity"), checks);
        Self { initial, ..self }
    }

    /// Sets the instant from which buckets fill, in nanoseconds. Earlier times count as this
    /// one.
    #[must_use]
    pub const fn created_at(self, instant: u64) -> Self {
        Self { created_at: instant, ..self }
    }
}

impl Builder<TokenBucket> {
    /// Builds a bucket whose tokens come back all at once, `amount` at the end of each `period`.
    ///
    /// ```
    /// use core::time::Duration;
    /// use ratelab_limiter::{Limiter, SECOND, TokenBucket};
    ///
    /// let limiter = TokenBucket::with_capacity(10).rate_at_intervals(5, Duration::from_secs(1))?;
    /// let mut state = limiter.fresh();
    /// assert!(limiter.take(&mut state, 0, 10).admits());
    /// assert!(!limiter.take(&mut state, SECOND - 1, 1).admits());
    /// assert!(limiter.take(&mut state, SECOND, 5).admits());
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn rate_at_intervals(
        self,
        amount: u64,
        period: impl Into<Nanoseconds>,
    ) -> Result<TokenBucket, PolicyError> {
        TokenBucket::with_refill(Refill::Interval, self.size(), amount, period)
    }
}

impl Bucket for TokenBucket {
    const ALGORITHM: Algorithm = Algorithm::TokenBucket;

    fn configured(&self) -> Settings {
        Settings::for_algorithm(Self::ALGORITHM)
            .with(&CAPACITY, self.flow.capacity())
            .with(&AMOUNT, self.amount)
            .with(&PERIOD, self.period)
            .with(&INITIAL, self.initial)
            .with(&REFILL, self.refill.word())
            .with(&CREATED_AT, self.created_at)
    }

    #[inline]
    fn flow(&self) -> &Flow {
        &self.flow
    }

    /// The missing tokens of a bucket that does not begin full.
    #[inline]
    fn unused(&self) -> Backlog {
        let missing = self.flow.parts(self.flow.capacity() - self.initial);
        Backlog { parts: missing, clock: self.created_at }
    }

    /// At intervals a step is the end of a period, counted from the creation of the bucket and
    /// not from the last request, because requests must not move the refills.
    #[inline]
    fn steps(&self, before: u64, after: u64) -> u64 {
        match self.refill {
            Refill::Greedy => after - before,
            Refill::Interval => self.periods_until(after) - self.periods_until(before),
        }
    }

    #[inline]
    fn is_even(&self) -> bool {
        self.refill == Refill::Greedy
    }

    /// Whole periods, minus the elapsed part of the current one.
    fn wait(&self, clock: u64, steps: u64) -> u64 {
        match self.refill {
            Refill::Greedy => steps,
            Refill::Interval if steps == 0 => 0,
            Refill::Interval => steps * self.period - clock.saturating_sub(self.created_at) % self.period,
        }
    }

    /// The tokens that come back in `u64::MAX` nanoseconds, if any do.
    fn most(&self) -> u64 {
        match self.refill {
            Refill::Interval if self.amount > 0 => (u64::MAX / self.period).saturating_mul(self.amount),
            _ => u64::MAX,
        }
    }

    fn steps_in(&self, interval: u64) -> u64 {
        match self.refill {
            Refill::Greedy => interval,
            Refill::Interval => interval.div_ceil(self.period),
        }
    }
}

impl TokenBucket {
    /// The flow, if a fresh bucket is full and each nanosecond counts.
    pub(crate) fn plain_flow(&self) -> Option<&Flow> {
        (self.is_even() && self.unused() == Backlog::default()).then_some(&self.flow)
    }

    /// Whole periods since the bucket was created.
    #[inline]
    const fn periods_until(&self, instant: u64) -> u64 {
        instant.saturating_sub(self.created_at) / self.period
    }
}
