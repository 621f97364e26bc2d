//! Two runs side by side: the changes between them, and their effect.
//!
//! The earlier run is no longer needed: an [`Outline`] of it, which is a few numbers, is enough.

mod changes;
mod effect;
mod topology;

use super::{
    facts::RunFacts,
    names::{capital, listed},
};
use ratelab_scenario::scenario::{Lane, Scenario};
use ratelab_simulation::run::Counts;

/// Numbers per lane in [`Outline::numbers`].
const PER_LANE: usize = 4;

/// The facts about a run that a contrast needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The scenario.
    pub scenario: Scenario,
    /// Requests of the traffic, retries not counted.
    pub requests: u32,
    /// The result of each lane.
    pub lanes: Vec<Tally>,
}

/// A lane in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of attempts with each outcome.
    pub counts: Counts,
    /// The most that one key got in any window of the scenario's length.
    pub most: u64,
}

/// The differences between a run and an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The changes and their effect.
    pub sentence: String,
    /// For each lane, its index in the earlier run, if it has one.
    pub lanes: Vec<Option<usize>>,
}

impl Outline {
    /// Creates the outline of a run.
    pub(crate) fn of(facts: &RunFacts<'_>) -> Option<Self> {
        let run = facts.run;
        let requests = u32::try_from(run.traffic()?.len()).ok()?;
        let tally = |lane: usize| {
            let summary = facts.summary(lane);
            // Numbers that sentences already needed are not computed again, because that walks through the lane.
            let is_known = summary.window == run.scenario().limit.period;
            let most =
                if is_known { summary.most } else { facts.most(lane, run.scenario().limit.period - 1) };
            Tally { counts: summary.counts, most: most.cost }
        };
        let lanes = (0..run.lanes().len()).map(tally).collect();
        Some(Self { scenario: run.scenario().clone(), requests, lanes })
    }

    /// Returns its numbers: the requests, then four for each lane. The scenario and these numbers restore it.
    pub fn numbers(&self) -> Vec<u64> {
        let lanes = self.lanes.iter().flat_map(|Tally { counts, most }| {
            [counts.allowed.into(), counts.denied.into(), counts.delayed.into(), *most]
        });
        core::iter::once(u64::from(self.requests)).chain(lanes).collect()
    }

    /// Restores an outline from its numbers; `None` if they do not match the scenario.
    pub fn from_numbers(scenario: Scenario, numbers: &[u64]) -> Option<Self> {
        let (requests, lanes) = numbers.split_first()?;
        let small = |number: u64| u32::try_from(number).ok();
        let tally = |numbers: &[u64]| {
            let counts = Counts {
                allowed: small(numbers[0])?,
                denied: small(numbers[1])?,
                delayed: small(numbers[2])?,
            };
            counts.allowed.checked_add(counts.delayed)?;
            Some(Tally { counts, most: numbers[3] })
        };
        if lanes.len() != PER_LANE * scenario.lanes.len() {
            return None;
        }
        let lanes = lanes.chunks_exact(PER_LANE).map(tally).collect::<Option<_>>()?;
        Some(Self { requests: small(*requests)?, scenario, lanes })
    }

    /// Returns the differences from an earlier run.
    pub fn contrast(&self, before: &Self) -> Contrast {
        let lanes = matched(&self.scenario.lanes, &before.scenario.lanes);
        let changes = changes::between(self, before, &lanes);
        let sentence = match &*changes {
            [] => "Nothing that matters to the result has changed.".to_owned(),
            all => format!("{}: {}", capital(&listed(all)), effect::sentence(self, before, &lanes)),
        };
        Contrast { sentence, lanes }
    }
}

/// Returns for each lane its counterpart in `before`: the first unmatched lane with the same limiter and options, or
/// else with the same limiter.
fn matched(now: &[Lane], before: &[Lane]) -> Vec<Option<usize>> {
    let mut found = vec![None; now.len()];
    let is_same: [fn(&Lane, &Lane) -> bool; 2] =
        [|one, other| one == other, |one, other| one.algorithm == other.algorithm];
    for is_same in is_same {
        for (number, lane) in now.iter().enumerate() {
            let is_left = |other: &usize| !found.contains(&Some(*other)) && is_same(lane, &before[*other]);
            if found[number].is_none() {
                found[number] = (0..before.len()).find(is_left);
            }
        }
    }
    found
}
