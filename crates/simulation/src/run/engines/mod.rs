//! What decides the requests of a lane. A run is made with [`Engines`], so a program contains those that it names and
//! no others.

mod basic;
pub(crate) mod batch;
mod leaders;
pub(crate) mod retries;
pub(crate) mod sequential;

use std::rc::Rc;

use ratelab_limiter::{Policy, PolicyError};
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Store},
    traffic::Sources,
};

use self::{
    batch::BatchEngine,
    retries::Retries,
    sequential::{Sequential, SequentialEngine},
};
use super::{Simulation, keys::Keys, lane::Lane, sharing::Sharing};

/// What decides the requests of a lane.
pub(crate) enum Engine {
    /// A limiter that goes from state to state, and through many requests of each at once.
    Batch(Box<dyn BatchEngine>),
    /// One request after the other, where states depend on more than their own requests.
    Sequential(Box<dyn Sequential>),
}

/// The parts that a run is made with.
///
/// ```
/// use ratelab_scenario::scenario::Scenario;
/// use ratelab_simulation::run::{Engines, Simulation};
///
/// let mut run = Simulation::with(Scenario::default(), Engines::BASIC)?;
/// while !run.advance(usize::MAX) {}
/// assert_eq!(run.hash(), Simulation::complete(Scenario::default())?.hash());
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Engines {
    policies: fn(&scenario::Lane, &Scenario, &Senders) -> Result<Vec<Policy>, PolicyError>,
    engine: NewEngine,
    retries: fn(&Scenario, usize) -> Option<Box<dyn Retries>>,
    find_leaders: fn(&mut [Lane]),
    follow: fn(&mut [Lane], usize) -> bool,
    keys: fn(&Simulation, usize) -> Option<Rc<Keys>>,
    /// What makes the traffic.
    pub(super) sources: Sources,
}

/// Makes the engine of a lane.
type NewEngine = fn(&scenario::Lane, &Scenario, &[Policy], &Sharing, Store) -> Result<Engine, PolicyError>;

impl Engines {
    /// For first pictures: limiters of one limit on one server, and clients that do not retry. Scenarios that say more
    /// are decided as if they did not, so they must not be read for it.
    pub const BASIC: Self = Self {
        policies: |lane, scenario, _| Ok(vec![lane.single_policy(scenario, None)?]),
        engine: |_, _, policies, sharing, _| basic::engine(&policies[0], sharing.slots()).map(Engine::Batch),
        retries: |_, _| None,
        find_leaders: |_| (),
        follow: |_, _| false,
        keys: |_, _| None,
        sources: Sources::BASIC,
    };

    /// For every scenario.
    pub const FULL: Self = Self {
        policies: policies_of_tiers,
        engine: full_engine,
        retries: retries::retries,
        find_leaders: leaders::find_leaders,
        follow: leaders::follow,
        keys: sorted_keys,
        sources: Sources::FULL,
    };

    /// The policy of the scenario's limit and, if any group has a limit of its own, one for each group.
    pub(super) fn policies(
        self,
        lane: &scenario::Lane,
        scenario: &Scenario,
        senders: &Senders,
    ) -> Result<Vec<Policy>, PolicyError> {
        (self.policies)(lane, scenario, senders)
    }

    pub(super) fn engine(
        self,
        lane: &scenario::Lane,
        scenario: &Scenario,
        policies: &[Policy],
        sharing: &Sharing,
        store: Store,
    ) -> Result<Engine, PolicyError> {
        (self.engine)(lane, scenario, policies, sharing, store)
    }

    pub(super) fn retries(self, scenario: &Scenario, lane: usize) -> Option<Box<dyn Retries>> {
        (self.retries)(scenario, lane)
    }

    /// Lets each lane follow another that admits as it does, if there is one.
    pub(super) fn find_leaders(self, lanes: &mut [Lane]) {
        (self.find_leaders)(lanes);
    }

    /// Takes over what a lane's leader has decided by now, if it has one.
    pub(super) fn follow(self, lanes: &mut [Lane], number: usize) -> bool {
        (self.follow)(lanes, number)
    }

    /// The requests of a lane by state, if it decides them in that order.
    pub(super) fn keys(self, run: &Simulation, lane: usize) -> Option<Rc<Keys>> {
        (self.keys)(run, lane)
    }
}

fn full_engine(
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

fn sorted_keys(run: &Simulation, lane: usize) -> Option<Rc<Keys>> {
    let limiter = &run.lanes[lane];
    let is_sorted = limiter.retries.is_none() && matches!(limiter.engine, Engine::Batch(_));
    is_sorted.then(|| run.keys(lane, &limiter.sharing)).flatten()
}

fn policies_of_tiers(
    lane: &scenario::Lane,
    scenario: &Scenario,
    senders: &Senders,
) -> Result<Vec<Policy>, PolicyError> {
    let has_tiers = senders.has_tiers() && lane.key != Key::Everybody;
    let mut policies = vec![lane.policy(scenario)?];
    for group in senders.groups().iter().filter(|_| has_tiers) {
        policies.push(lane.policy_of(scenario, &group.tier)?);
    }
    Ok(policies)
}
