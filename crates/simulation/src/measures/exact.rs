//! An exact log of each client's limit, as a reference for lanes.

use core::cell::OnceCell;

use crate::run::{Outcomes, Simulation};

/// The decisions of an exact log about the traffic of a run, for each kind of key, computed on first use.
#[derive(Default)]
pub struct ExactLogs([OnceCell<Option<Outcomes>>; 3]);

impl ExactLogs {
    /// Passes the decisions of the log about a lane's arrivals to a function. The log runs once for the
    /// traffic, or is taken from a lane that is such a log. Where clients retry, it runs for each lane.
    pub(super) fn with<T>(
        &self,
        run: &Simulation,
        lane: usize,
        look: impl FnOnce(&Outcomes) -> T,
    ) -> Option<T> {
        let key = run.lanes()[lane].key();
        let log = run.exact_log(key)?;
        if run.lanes()[lane].attempts().is_some() {
            return Some(look(&run.decided_by(log, lane)?));
        }
        if let Some(same) = run.lanes().iter().find(|lane| lane.has_limits_of(&log)) {
            return Some(look(same.record().outcomes()));
        }
        let exact = self.0[key as usize].get_or_init(|| run.decided_by(log, lane));
        exact.as_ref().map(look)
    }
}
