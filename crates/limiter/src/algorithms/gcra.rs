//! GCRA, the generic cell rate algorithm: keep the one instant at which everything
//! admitted so far would have arrived at exactly the rate.
//!
//! - **Rule**: `arrival = max(arrival, now) + cost / rate`, allow if
//!   `arrival - now <= burst / rate`; a denial stores nothing. What is kept is how
//!   far that arrival is ahead of the clock, in the same parts as the buckets use.
//! - **Cost**: 16 bytes for each key, two multiplications.
//! - **Weakness**: none of its own: it is a token bucket, described as a schedule.

use crate::{
    algorithm::Algorithm,
    bounds::{AMOUNT, BURST, Checks, PERIOD, PolicyError},
    bucket::{Bucket, Flow},
    builder::Builder,
    nanoseconds::Nanoseconds,
    settings::Settings,
};

/// The policy: `amount` in each `period`, and at most `burst` at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gcra {
    flow: Flow,
    amount: u64,
    period: u64,
}

impl Gcra {
    /// `amount` requests in each `period` of nanoseconds, and at most `burst` at
    /// once.
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
        Settings::of(Self::ALGORITHM)
            .with(&BURST, self.flow.capacity())
            .with(&AMOUNT, self.amount)
            .with(&PERIOD, self.period)
    }

    #[inline]
    fn flow(&self) -> &Flow {
        &self.flow
    }
}
