//! Options that describe a limit.

use clap::Args;
use ratelab_calibration::Limit;
use ratelab_limiter::{Algorithm, role::Role};
use ratelab_report::words::{count, duration};
use ratelab_scenario::scenario::Rate;
use serde::Serialize;

use crate::values;

/// The burst of buckets.
#[derive(Args)]
pub(crate) struct Burst {
    /// The burst: how many requests a bucket admits at once [default: the limit]
    #[arg(long, value_name = "NUMBER", requires = "limit", value_parser = values::whole::<u32>(1..=u32::MAX.into()),
        allow_hyphen_values = true)]
    burst: Option<u32>,
}

impl Burst {
    /// A limit of this rate, with this burst.
    pub(crate) fn with(&self, rate: Rate) -> Limit {
        Limit { amount: rate.amount, period: rate.period, burst: self.burst.unwrap_or(rate.amount) }
    }
}

/// The limit of a command that requires one.
#[derive(Args)]
pub(crate) struct Limited {
    /// The limit, as in 60/m, 100/10s, 5/s or 1000/h
    #[arg(long, value_parser = values::rate, allow_hyphen_values = true)]
    limit: Rate,
    #[command(flatten)]
    burst: Burst,
}

impl Limited {
    pub(crate) fn limit(&self) -> Limit {
        self.burst.with(self.limit)
    }

    /// Describes the limit for a limiter. Windows have no burst, so one that was given is reported as having no effect.
    pub(crate) fn words(&self, limiter: Algorithm) -> String {
        let words = words_of(&self.limit(), limiter);
        match self.burst.burst.filter(|_| !has_burst(limiter)) {
            Some(burst) => format!("{words} (burst {} has no effect)", count(burst.into())),
            None => words,
        }
    }
}

/// A limit, as JSON.
#[derive(Serialize)]
pub(crate) struct LimitReport {
    amount: u32,
    period_ns: u64,
    burst: u32,
}

impl From<Limit> for LimitReport {
    fn from(limit: Limit) -> Self {
        Self { amount: limit.amount, period_ns: limit.period, burst: limit.burst }
    }
}

/// Describes a limit: `60 in 60 s, burst 20`.
pub(crate) fn words(limit: &Limit) -> String {
    format!("{}, burst {}", rate_words(limit), count(limit.burst.into()))
}

/// Describes a limit for one limiter: windows have no burst.
pub(crate) fn words_of(limit: &Limit, limiter: Algorithm) -> String {
    if has_burst(limiter) { words(limit) } else { rate_words(limit) }
}

fn rate_words(limit: &Limit) -> String {
    format!("{} in {}", count(limit.amount.into()), duration(limit.period))
}

/// Whether a limiter has a burst.
fn has_burst(limiter: Algorithm) -> bool {
    limiter.parameter(Role::Burst).is_some()
}
