//! A run together with the results computed from it.

mod rows;
mod wording;

use core::ops::Deref;

use ratelab_limiter::PolicyError;
use ratelab_scenario::scenario::Scenario;
use ratelab_simulation::{
    measures::{ExactLogs, Measures},
    run::Simulation,
    view::View,
};

use self::rows::KnownRows;
pub use self::wording::Wording;
use crate::{
    disagreements::KnownDisagreements,
    findings::{Excess, Finding, Results, RunFacts, contrast::Outline},
};

/// A run and its readable results. It dereferences to the run itself.
///
/// ```
/// use ratelab_report::Report;
/// let report = Report::complete(Default::default())?;
/// assert_eq!(report.lanes().len(), 7);
/// assert!(report.finding().is_some());
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
///
/// Results are computed on first use and cached. Most of them are `None` until the run is done.
pub struct Report {
    run: Simulation,
    findings: Results,
    disagreements: KnownDisagreements,
    exact_logs: ExactLogs,
    rows: KnownRows,
}

impl Report {
    /// Creates the report of a run, which may still be in progress.
    pub fn new(run: Simulation) -> Self {
        let lanes = run.lanes().len();
        Self {
            run,
            findings: Results::new(lanes),
            disagreements: KnownDisagreements::default(),
            exact_logs: ExactLogs::default(),
            rows: KnownRows::new(lanes),
        }
    }

    /// Runs a scenario to its end and creates its report.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn complete(scenario: Scenario) -> Result<Self, PolicyError> {
        Simulation::complete(scenario).map(Self::new)
    }

    /// Continues the run for about `budget` requests and returns whether it is done.
    pub fn advance(&mut self, budget: usize) -> bool {
        self.run.advance(budget)
    }

    /// Returns the measures of a lane, once the run is done.
    pub fn measures(&self, lane: usize) -> Option<Measures> {
        self.run.measures_with(lane, &self.exact_logs)
    }

    /// Returns a sentence about a lane, once the run is done.
    pub fn sentence(&self, lane: usize) -> Option<String> {
        self.lanes().get(lane)?;
        Some(self.facts()?.sentence(lane))
    }

    /// Returns the result of the run, once it is done.
    pub fn finding(&self) -> Option<&Finding> {
        Some(self.facts()?.finding())
    }

    /// Returns what a contrast with a later run needs, once the run is done.
    pub fn outline(&self) -> Option<Outline> {
        Outline::of(&self.facts()?)
    }

    /// Returns where a lane exceeded its own limit by the largest factor, once the run is done.
    pub(crate) fn excess(&self, lane: usize) -> Option<Excess> {
        self.facts()?.summary(lane).excess
    }

    /// Returns where a window of a lane begins within such an excess.
    pub(crate) fn edge_within(&self, lane: usize, excess: &Excess) -> Option<u64> {
        self.facts()?.edge_within(lane, excess)
    }

    /// Returns the number of requests that any two lanes decide differently, once the run is done; `None` if clients
    /// retry.
    pub fn disagreed(&self) -> Option<u64> {
        Some(self.disagreements.of(&self.run)?.total(&self.run))
    }

    /// Returns the number of those requests in each column.
    pub fn disagreements(&self, view: &View<'_>) -> Option<Vec<u32>> {
        Some(self.disagreements.of(&self.run)?.columns(view))
    }

    fn facts(&self) -> Option<RunFacts<'_>> {
        RunFacts::new(&self.run, &self.findings, &self.disagreements)
    }
}

impl Deref for Report {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.run
    }
}
