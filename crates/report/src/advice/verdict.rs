//! The order of limiters: those that meet all needs first, best first.
//!
//! The order depends only on the numbers shown:
//!
//! 1. the number of needs not met, fewest first, and the largest factor by which one is missed;
//! 2. if waits are not bounded by a need: the time by which the longest wait exceeds the guarantee's period;
//! 3. the user's criterion: requests denied, bytes per client, or what a client gets that never stops;
//! 4. the rest of these and the longest wait, the bytes last;
//! 5. the order of [`Algorithm::ALL`].
//!
//! Those that cannot keep the guarantee come last. If none meets all needs, the first is the nearest.

use crate::Report;
use ratelab_limiter::Algorithm;

use super::{
    guarantee::Unable,
    judge::{JudgedLimiter, Numbers, Refused, all, one, with_servers},
    needs::{Judged, NEEDS},
};
use crate::words::{count, counted, decimal, duration, times};
use ratelab_scenario::scenario::{Needs, Rate, Scenario, Weight};
use ratelab_simulation::run::Simulation;

/// The advice, and the scenario that it is for.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The needs.
    pub needs: Needs,
    /// The limiters, best first.
    pub rows: Vec<JudgedLimiter>,
    /// The limiters that cannot keep the guarantee.
    pub refused: Vec<Refused>,
    /// If none meets all needs: the nearest, with the needs that it would meet.
    pub nearest: Option<Nearest>,
}

/// The limiter that comes nearest to the needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The row.
    pub algorithm: Algorithm,
    /// Needs that it meets: the same, with those that it fails relaxed to what it achieves.
    pub relaxed: Option<Needs>,
}

impl Report {
    /// Returns advice for this run's traffic, once the run is done.
    pub fn advice(&self, needs: Needs) -> Option<Advice> {
        self.is_done().then(|| advised(self, needs))
    }
}

fn advised(run: &Simulation, needs: Needs) -> Advice {
    let scenario = with_servers(run.scenario(), needs);
    let (mut rows, refused) = all(run, &scenario);
    rows.sort_by_key(|row| rank(row, needs.by));
    let first = rows.first().map(|row| (row.algorithms[0], row.failed().next().is_none()));
    let nearest = match first {
        Some((_, true)) => None,
        Some((algorithm, false)) => Some(algorithm),
        None => refused.iter().min_by_key(|refused| refused.why.least()).map(|refused| refused.algorithms[0]),
    };
    let nearest = nearest.map(|algorithm| Nearest { algorithm, relaxed: relaxed(run, algorithm, needs) });
    Advice { needs, rows, refused, nearest }
}

/// Returns needs that a limiter meets: those that it fails are relaxed and it is tried again, because that may leave
/// more for other numbers.
fn relaxed(run: &Simulation, algorithm: Algorithm, mut needs: Needs) -> Option<Needs> {
    for _ in 0..=NEEDS.len() {
        match one(run, &with_servers(run.scenario(), needs), algorithm) {
            Err(Unable::TooMuch { least, .. }) => {
                let amount = u32::try_from(least).ok()?;
                needs.never = needs.never.map(|rate| Rate { amount, ..rate });
            }
            Err(_) => return None,
            Ok(row) => {
                let row = row?;
                if row.failed().next().is_none() {
                    return Some(needs);
                }
                needs = row.failed().fold(needs, |needs, judged| judged.relaxed(needs));
            }
        }
    }
    None
}

/// Returns a rank that is less for a better limiter.
pub(super) fn rank(row: &JudgedLimiter, by: Weight) -> (usize, u128, u64, [u128; 4]) {
    let missed = row.failed().map(Judged::missed).max().unwrap_or(0);
    (row.failed().count(), missed, endless(row), order(by).map(|measure| measure.cost(&row.numbers)))
}

/// Returns the longest wait, if it is longer than the guarantee's period and not bounded by a need.
fn endless(row: &JudgedLimiter) -> u64 {
    let Numbers { delay, promise, .. } = row.numbers;
    if row.scenario.needs.delay.is_none() && delay > promise.period { delay } else { 0 }
}

/// A criterion for limiters that fail equally many needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Denied,
    Memory,
    Rate,
    Delay,
}

/// Returns the numbers to compare, most important first.
fn order(by: Weight) -> [Measure; 4] {
    use Measure::{Delay, Denied, Memory, Rate};
    match by {
        Weight::Denied => [Denied, Rate, Delay, Memory],
        Weight::Memory => [Memory, Denied, Rate, Delay],
        Weight::Rate => [Rate, Denied, Delay, Memory],
    }
}

impl Measure {
    /// Returns a number that is less for a better limiter.
    fn cost(self, numbers: &Numbers) -> u128 {
        match self {
            Self::Denied => numbers.denied.into(),
            Self::Memory => numbers.state_bytes.into(),
            Self::Rate => u128::MAX - numbers.lasting,
            Self::Delay => numbers.delay.into(),
        }
    }

    /// Describes what a limiter does worse than another.
    fn worse(self, numbers: &Numbers, best: &Numbers) -> String {
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

impl Advice {
    /// Returns the limiter to take, if there is one.
    pub fn best(&self) -> Option<&JudgedLimiter> {
        self.rows.first().filter(|_| self.nearest.is_none())
    }

    /// Describes a row in a few words: take it, how it fails, or what another does better.
    pub fn verdict(&self, row: &JudgedLimiter) -> String {
        let failed: Vec<_> = row.failed().map(Judged::short).collect();
        let Some(best) = self.best().filter(|_| failed.is_empty()) else { return failed.join(", ") };
        let differs = |measure: &Measure| measure.cost(&row.numbers) != measure.cost(&best.numbers);
        match order(self.needs.by).into_iter().find(differs) {
            _ if row.algorithms == best.algorithms => "take it".to_owned(),
            _ if endless(row) != endless(best) => {
                format!("qualifies, but {}", Measure::Delay.worse(&row.numbers, &best.numbers))
            }
            Some(measure) => format!("qualifies, but {}", measure.worse(&row.numbers, &best.numbers)),
            None => "equally good".to_owned(),
        }
    }

    /// Returns the scenario with all limiters side by side, each with its settings, in the order of the list.
    pub fn scenario(&self) -> Option<Scenario> {
        let lanes = self.rows.iter().flat_map(|row| row.scenario.lanes.clone()).collect();
        Some(Scenario { lanes, ..self.rows.first()?.scenario.clone() })
    }
}
