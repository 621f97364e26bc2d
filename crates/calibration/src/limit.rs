//! A limit, and the policies that enforce it.

use ratelab_limiter::{Algorithm, FixedWindow, LeakyBucketQueue, Policy, PolicyError, Settings};

/// A limit of `amount` per `period`, with a `burst` for limiters that have one.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::Limit;
/// use ratelab_limiter::Algorithm;
///
/// let limit = Limit { amount: 60, period: 60_000_000_000, burst: 20 };
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
    /// Returns the policy of a limiter for this limit, with all other options at their defaults, as in a scenario with
    /// this `limit` and `burst`.
    ///
    /// # Errors
    ///
    /// If the limiter rejects the limit.
    pub fn policy(&self, algorithm: Algorithm) -> Result<Policy, PolicyError> {
        let mut settings = Settings::for_algorithm(algorithm);
        for parameter in algorithm.parameters() {
            let value: u64 = match parameter.name {
                "limit" | "amount" | "drain" => self.amount.into(),
                "window" | "period" => self.period,
                "capacity" | "burst" => self.burst.into(),
                _ => continue,
            };
            settings = settings.set(parameter.name, value)?;
        }
        settings.policy()
    }

    /// Checks that every limiter accepts this limit.
    ///
    /// # Errors
    ///
    /// If some limiter rejects it.
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
