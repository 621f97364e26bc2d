//! Leaky bucket as a meter: requests fill a bucket that leaks at a rate; one that
//! would overflow it is denied.
//!
//! - **Rule**: `level = max(0, level - rate * elapsed)`, allow if
//!   `level + cost <= capacity`.
//! - **Cost**: 16 bytes for each key, two multiplications.
//! - **Weakness**: that of a token bucket. It decides exactly as a token bucket of the same size,
//!   of which it is the mirror image. Only the queue shapes traffic.

use crate::{
    algorithm::Algorithm,
    bounds::{AMOUNT, CAPACITY, Checks, PERIOD, PolicyError},
    bucket::{Bucket, Flow},
    builder::Builder,
    nanoseconds::Nanoseconds,
    settings::Settings,
};

/// The policy: at most `capacity` in the bucket, which leaks `amount` in each `period`.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{LeakyBucketMeter, Limiter, SECOND};
///
/// let limiter = LeakyBucketMeter::with_capacity(10).rate(5, Duration::from_secs(1))?;
/// assert_eq!(limiter, LeakyBucketMeter::new(10, 5, SECOND)?);
/// let mut state = limiter.fresh();
/// assert!(limiter.take(&mut state, 0, 10).admits());
/// assert_eq!(limiter.check(&mut state, 0, 1).retry_after, Some(SECOND / 5));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeakyBucketMeter {
    flow: Flow,
    amount: u64,
    period: u64,
}

impl LeakyBucketMeter {
    /// Returns a bucket of `capacity` that leaks `amount` in each `period`, which is in
    /// nanoseconds or a `Duration`.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn new(capacity: u64, amount: u64, period: impl Into<Nanoseconds>) -> Result<Self, PolicyError> {
        let period = period.into();
        Checks::all(|checks| Self::checked([capacity, amount, period.fit(&PERIOD, checks)], checks))
    }

    /// Starts a [`Builder`] with the number of requests that the bucket holds.
    pub const fn with_capacity(requests: u64) -> Builder<Self> {
        Builder::new(requests)
    }

    pub(crate) fn checked([capacity, amount, period]: [u64; 3], checks: &mut Checks) -> Self {
        let flow = Flow::new(&CAPACITY, capacity, &AMOUNT, amount, period, checks);
        Self { flow, amount, period }
    }
}

impl Bucket for LeakyBucketMeter {
    const ALGORITHM: Algorithm = Algorithm::LeakyBucketMeter;

    fn configured(&self) -> Settings {
        Settings::for_algorithm(Self::ALGORITHM)
            .with(&CAPACITY, self.flow.capacity())
            .with(&AMOUNT, self.amount)
            .with(&PERIOD, self.period)
    }

    #[inline]
    fn flow(&self) -> &Flow {
        &self.flow
    }
}
