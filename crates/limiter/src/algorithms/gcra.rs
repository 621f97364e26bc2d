//! GCRA, the generic cell rate algorithm: keep the instant at which everything admitted so
//! far would have arrived at exactly the rate.
//!
//! - **Rule**: `arrival = max(arrival, now) + cost / rate`, allow if
//!   `arrival - now <= burst / rate`; a denial stores nothing. The state is the distance of
//!   that arrival from the clock, in the same parts as those of the buckets.
//! - **Cost**: 16 bytes for each key, two multiplications.
//! - **Weakness**: that of a token bucket: it is one, described as a schedule.

use crate::{
    algorithm::Algorithm,
    bounds::{AMOUNT, BURST, Checks, PERIOD, PolicyError},
    bucket::{Bucket, Flow},
    builder::Builder,
    nanoseconds::Nanoseconds,
    settings::Settings,
};

/// The policy: `amount` in each `period`, and at most `burst` at once.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{Gcra, Limiter, SECOND};
///
/// let limiter = Gcra::with_burst(10).rate(5, Duration::from_secs(1))?;
/// assert_eq!(limiter, Gcra::new(10, 5, SECOND)?);
/// let mut state = limiter.fresh();
/// assert!(limiter.take(&mut state, 0, 10).admits());
/// assert_eq!(limiter.check(&mut state, 0, 1).retry_after, Some(SECOND / 5));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gcra {
    flow: Flow,
    amount: u64,
    period: u64,
}

impl Gcra {
    /// Allows `amount` requests in each `period`, which is in nanoseconds or a `Duration`, and
    /// at most `burst` at once.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn new(burst: u64, amount: u64, period: impl Into<Nanoseconds>) -> Result<Self, PolicyError> {
        let period = period.into();
        Checks::all(|checks| Self::checked([burst, amount, period.fit(&PERIOD, checks)], checks))
    }

    /// Starts a [`Builder`] with the number of requests that pass at once.
    pub const fn with_burst(requests: u64) -> Builder<Self> {
        Builder::new(requests)
    }

    pub(crate) fn checked([burst, amount, period]: [u64; 3], checks: &mut Checks) -> Self {
        let flow = Flow::new(&BURST, burst, &AMOUNT, amount, period, checks);
        Self { flow, amount, period }
    }
}

impl Bucket for Gcra {
    const ALGORITHM: Algorithm = Algorithm::Gcra;

    fn configured(&self) -> Settings {
        Settings::for_algorithm(Self::ALGORITHM)
            .with(&BURST, self.flow.capacity())
            .with(&AMOUNT, self.amount)
            .with(&PERIOD, self.period)
    }

    #[inline]
    fn flow(&self) -> &Flow {
        &self.flow
    }
}
