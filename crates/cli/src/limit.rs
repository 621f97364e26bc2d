//! A limit as arguments.

use clap::Args;
use ratelab_calibration::Limit;
use ratelab_simulation::{
    scenario::Rate,
    words::{count, duration},
};
use serde::Serialize;

use crate::values;

/// What buckets hold, beside the limit itself.
#[derive(Args)]
pub(crate) struct Burst {
    /// How many requests buckets let through at once; as many as the limit unless given
    #[arg(long, value_name = "NUMBER", requires = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    burst: Option<u32>,
}

impl Burst {
    /// Its limit with this burst.
    pub(crate) fn with(&self, rate: Rate) -> Limit {
        Limit { amount: rate.amount, period: rate.period, burst: self.burst.unwrap_or(rate.amount) }
    }
}

/// Reads the limit of a command that needs one.
#[derive(Args)]
pub(crate) struct Limited {
    /// The limit: 60/m, 100/10s, 5/s, 1000/h
    #[arg(long, value_parser = values::rate)]
    limit: Rate,
    #[command(flatten)]
    burst: Burst,
}

impl Limited {
    pub(crate) fn limit(&self) -> Limit {
        self.burst.with(self.limit)
    }
}

/// A limit, for programs.
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

/// A limit in words: `60 in 60 s, burst 20`.
pub(crate) fn words(limit: &Limit) -> String {
    let (amount, period) = (count(limit.amount.into()), duration(limit.period));
    format!("{amount} in {period}, burst {}", count(limit.burst.into()))
}
