//! The engines that decide the requests of a lane.

pub(super) mod basic;
pub(crate) mod batch;
pub(crate) mod retries;
pub(crate) mod sequential;

use ratelab_limiter::{Policy, PolicyError};
use ratelab_scenario::scenario::{self, Scenario, Store};

use self::{
    batch::BatchEngine,
    sequential::{Sequential, SequentialEngine},
};
use super::sharing::Sharing;

/// Decides the requests of a lane.
pub(crate) enum Engine {
    /// State by state, with many requests of a state at once.
    Batch(Box<dyn BatchEngine>),
    /// Request by request, where states depend on more than their own requests.
    Sequential(Box<dyn Sequential>),
}

/// Returns the engine for a lane of any scenario.
pub(super) fn full_engine(
    lane: &scenario::Lane,
    scenario: &Scenario,
    policies: &[Policy],
    sharing: &Sharing,
    store: Store,
) -> Result<Engine, PolicyError> {
    Ok(match SequentialEngine::boxed(lane, scenario, sharing, store)? {
        Some(engine) => Engine::Sequential(engine),
        None => Engine::Batch(batch::engine(policies)),
    })
}
