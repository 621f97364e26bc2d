//! The order of limiters: those that meet all needs first, best first.
//!
//! The order depends only on the numbers shown:
//!
//! 1. the number of needs not met, fewest first, and the largest factor by which one is missed;
//! 2. if waits are not bounded by a need: the time by which the longest wait exceeds the guarantee's period;
//! 3. the user's criterion: requests denied, bytes per client, or what a client gets that never stops;
//! 4. the rest of these and the longest wait, the bytes last;
//! 5. the order of [`Algorithm::ALL`].

use ratelab_report::words::{count, counted, decimal, duration, times};
use ratelab_scenario::scenario::Weight;

use super::{judged::JudgedLimiter, needs::Judged, numbers::Numbers};

/// Returns a rank that is less for a better limiter.
pub(super) fn rank(row: &JudgedLimiter, by: Weight) -> (usize, u128, u64, [u128; 4]) {
    let missed = row.failed().map(Judged::missed).max().unwrap_or(0);
    (row.failed().count(), missed, endless(row), order(by).map(|measure| measure.cost(&row.numbers)))
}

/// Returns the longest wait, if it is longer than the guarantee's period and not bounded by a need.
pub(super) fn endless(row: &JudgedLimiter) -> u64 {
    let Numbers { delay, promise, .. } = row.numbers;
    if row.scenario.needs.delay.is_none() && delay > promise.period { delay } else { 0 }
}

/// A criterion for limiters that fail equally many needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Denied,
    Memory,
    Rate,
    Delay,
}

/// Returns the numbers to compare, most important first.
pub(super) fn order(by: Weight) -> [Measure; 4] {
    use Measure::{Delay, Denied, Memory, Rate};
    match by {
        Weight::Denied => [Denied, Rate, Delay, Memory],
        Weight::Memory => [Memory, Denied, Rate, Delay],
        Weight::Rate => [Rate, Denied, Delay, Memory],
    }
}

impl Measure {
    /// Returns a number that is less for a better limiter.
    pub(super) fn cost(self, numbers: &Numbers) -> u128 {
        match self {
            Self::Denied => numbers.denied.into(),
            Self::Memory => numbers.state_bytes.into(),
            Self::Rate => u128::MAX - numbers.lasting,
            Self::Delay => numbers.delay.into(),
        }
    }

    /// Describes what a limiter does worse than another.
    pub(super) fn worse(self, numbers: &Numbers, best: &Numbers) -> String {
        let (mine, theirs) = (self.cost(numbers), self.cost(best));
        let less = mine.saturating_sub(theirs);
        let less = u64::try_from(less).unwrap_or(u64::MAX);
        match self {
            Self::Denied => format!(
                "denies {}",
                more(numbers.denied, best.denied, &format!("{} more", count(less)), "as many")
            ),
            Self::Memory => {
                let bytes = format!("{} more", counted(less, "byte"));
                format!("takes {}", more(numbers.state_bytes, best.state_bytes, &bytes, "as much memory"))
            }
            Self::Rate => format!("allows {} fewer in {}", count(less), duration(numbers.promise.period)),
            Self::Delay => format!("may wait {}", duration(numbers.delay)),
        }
    }
}

/// Formats a ratio, or a difference if the ratio is too small to be readable.
fn more(much: u64, little: u64, difference: &str, as_much: &str) -> String {
    let is_plain = little > 0 && decimal(much, little) != "1";
    if is_plain { format!("{} {as_much}", times(much, little)) } else { difference.to_owned() }
}
