//! A limit, and the policies that enforce it.

use ratelab_limiter::{
    Algorithm, FixedWindow, LeakyBucketQueue, Nanoseconds, Policy, PolicyError, Settings, role::Role,
};

/// A limit of `amount` per `period`, with a `burst` for limiters that have one.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::Limit;
/// use ratelab_limiter::Algorithm;
///
/// use std::time::Duration;
///
/// let limit = Limit::new(60, Duration::from_secs(60), 20);
/// assert_eq!(limit, Limit { amount: 60, period: 60_000_000_000, burst: 20 });
/// limit.check()?;
/// let _policy = limit.policy(Algorithm::Gcra)?;
/// assert!(Limit { amount: 0, ..limit }.check().is_err());
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Requests per period.
    pub amount: u32,
    /// The period, in nanoseconds.
    pub period: u64,
    /// The capacity of a bucket; windows ignore it.
    pub burst: u32,
}

impl Limit {
    /// Creates a limit of `amount` requests per `period`, which is in nanoseconds or a `Duration`, with a `burst` for
    /// limiters that have one. [`Limit::check`] reports an invalid one.
    ///
    /// ```
    /// use ratelab_calibration::Limit;
    /// use std::time::Duration;
    ///
    /// assert_eq!(Limit::new(10, Duration::from_secs(1), 5), Limit::new(10, 1_000_000_000u64, 5));
    /// assert!(Limit::new(10, Duration::MAX, 5).check().is_err());
    /// ```
    pub fn new(amount: u32, period: impl Into<Nanoseconds>, burst: u32) -> Self {
        Self { amount, period: period.into().saturated(), burst }
    }

    /// Returns the policy of a limiter for this limit, with all other options at their defaults, as in a scenario with
    /// this `limit` and `burst`.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the limiter rejects the limit.
    pub fn policy(&self, algorithm: Algorithm) -> Result<Policy, PolicyError> {
        let mut settings = Settings::for_algorithm(algorithm);
        for parameter in algorithm.parameters() {
            let value: u64 = match parameter.role {
                Role::Limit | Role::Amount => self.amount.into(),
                Role::Period => self.period,
                Role::Burst => self.burst.into(),
                Role::LongestWait | Role::Option => continue,
            };
            settings = settings.set(parameter.name, value)?;
        }
        settings.policy()
    }

    /// Checks that every limiter accepts this limit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if some limiter rejects it.
    pub fn check(&self) -> Result<(), PolicyError> {
        FixedWindow::new(self.amount.into(), self.period)?;
        LeakyBucketQueue::new(self.burst.into(), self.amount.into(), self.period)?;
        Ok(())
    }

    /// Whether the amount is below the smallest at which nothing is denied. `u32::MAX` represents all larger amounts,
    /// so it requires a closer look.
    pub(crate) fn denies_below(&self, least: u32) -> bool {
        self.amount < least || least == u32::MAX
    }
}
