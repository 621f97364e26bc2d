//! The limiters in the order of their [`rank`](super::rank), and the nearest if none meets all needs.
//!
//! Those that cannot keep the guarantee come last. If none meets all needs, the first is the nearest.

use ratelab_limiter::Algorithm;

use super::{
    judge::{all, one, with_servers},
    judged::{JudgedLimiter, Refused},
    needs::{Judged, NEEDS},
    rank::{Measure, endless, order, rank},
};
use crate::tuning::Unable;
use ratelab_scenario::scenario::{Needs, Rate, Scenario};
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

/// Judges every limiter for these needs.
pub(super) fn advised(run: &Simulation, needs: Needs) -> Advice {
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
    for _ in 0..2 * NEEDS.len() {
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
