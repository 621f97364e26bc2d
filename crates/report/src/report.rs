//! A run together with the results computed from it.

use core::{cell::OnceCell, ops::Deref};

use ratelab_limiter::PolicyError;
use ratelab_scenario::scenario::Scenario;
use ratelab_simulation::{
    disagreements::Disagreements,
    measures::{ExactLogs, Measures},
    rows::Rows,
    run::Simulation,
    view::View,
};

use crate::results::Results;

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
    pub(crate) cache: Cache,
}

/// The results computed so far.
#[derive(Default)]
pub(crate) struct Cache {
    pub(crate) results: Results,
    disagreements: OnceCell<Option<Disagreements>>,
    exact_logs: ExactLogs,
    pub(crate) rows: Vec<OnceCell<Option<Rows>>>,
}

impl Report {
    /// Creates the report of a run, which may still be in progress.
    pub fn new(run: Simulation) -> Self {
        let lanes = run.lanes().len();
        let rows = (0..lanes).map(|_| OnceCell::new()).collect();
        Self { run, cache: Cache { results: Results::new(lanes), rows, ..Cache::default() } }
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
        self.run.measures_with(lane, &self.cache.exact_logs)
    }

    /// Returns the number of requests that any two lanes decide differently, once the run is done; `None` if clients
    /// retry.
    pub fn disagreed(&self) -> Option<u64> {
        Some(self.differences()?.total(&self.run))
    }

    /// Returns the number of those requests in each column.
    pub fn disagreements(&self, view: &View<'_>) -> Option<Vec<u32>> {
        Some(self.differences()?.columns(view))
    }

    fn differences(&self) -> Option<&Disagreements> {
        if !self.run.is_done() {
            return None;
        }
        self.cache.disagreements.get_or_init(|| Disagreements::new(&self.run)).as_ref()
    }
}

impl Deref for Report {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.run
    }
}
