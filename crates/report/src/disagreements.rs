//! The requests that lanes decide differently, found on first use.

use core::cell::OnceCell;

use ratelab_simulation::{disagreements::Disagreements, run::Simulation};

/// The disagreements of a run, once they are known.
#[derive(Default)]
pub(crate) struct KnownDisagreements(OnceCell<Option<Disagreements>>);

impl KnownDisagreements {
    /// Returns the disagreements of the run, once it is done; `None` if clients retry.
    pub(crate) fn of(&self, run: &Simulation) -> Option<&Disagreements> {
        if !run.is_done() {
            return None;
        }
        self.0.get_or_init(|| Disagreements::new(run)).as_ref()
    }
}
