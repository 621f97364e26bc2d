//! A limit as people say it, and the policy of every limiter that keeps it.

use ratelab_limiter::{Algorithm, FixedWindow, LeakyBucketQueue, Policy, PolicyError, Settings};

/// So many in so long, and so many at once where a limiter has bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Requests in a period.
    pub amount: u32,
    /// The period, in nanoseconds.
    pub period: u64,
    /// What a bucket holds; windows have no such number.
    pub burst: u32,
}

impl Limit {
    /// The policy of a limiter under this limit, all its options at their defaults: as a scenario of the
    /// playground with this `limit` and `burst` has it.
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

    /// Whether every limiter accepts this limit, or what is wrong with it. No window is stricter than
    /// another, and no bucket than a queue.
    pub fn check(&self) -> Result<(), PolicyError> {
        FixedWindow::new(self.amount.into(), self.period)?;
        LeakyBucketQueue::new(self.burst.into(), self.amount.into(), self.period)?;
        Ok(())
    }

    /// Whether the amount is less than the least at which nothing would be denied. The greatest number
    /// stands for all that are not less, so it has to be looked at more closely.
    pub(crate) fn denies_below(&self, least: u32) -> bool {
        self.amount < least || least == u32::MAX
    }
}
