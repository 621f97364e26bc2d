//! A rate, as forms and summaries show it.

use ratelab_scenario::scenario;
use serde::Serialize;
use tsify::Tsify;

/// A number of requests in a period.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Rate {
    /// Requests.
    pub amount: u32,
    /// Nanoseconds.
    pub period: u64,
}

pub(crate) fn rate(scenario::Rate { amount, period }: scenario::Rate) -> Rate {
    Rate { amount, period }
}
