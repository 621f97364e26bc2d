//! Settings of a limiter that several modules read.

use ratelab_limiter::{
    Refill, Settings,
    bounds::{Parameter, REFILL},
};

/// Returns a numeric setting; 0 if it is not set.
pub(super) fn number(settings: &Settings, parameter: &Parameter) -> u64 {
    settings.number(parameter).unwrap_or(0)
}

/// Returns whether all tokens of a period are refilled at its end.
pub(super) fn refills_at_intervals(settings: &Settings) -> bool {
    settings.get(REFILL.name) == Some(&Refill::Interval.word().into())
}
