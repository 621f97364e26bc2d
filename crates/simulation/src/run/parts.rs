//! The parts of a run. It is constructed with [`Engines`], so that a program only contains the ones it names.

use std::rc::Rc;

use ratelab_limiter::{Policy, PolicyError};
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Store},
    traffic::Sources,
};

use super::{
    Simulation,
    engines::{
        Engine, basic, full_engine,
        retries::{self, Retries},
    },
    keys::Keys,
    lane::Lane,
    leaders,
    sharing::Sharing,
};

/// The parts of a run.
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
    /// Generates the traffic.
    pub(super) sources: Sources,
}

/// Constructs the engine of a lane.
type NewEngine = fn(&scenario::Lane, &Scenario, &[Policy], &Sharing, Store) -> Result<Engine, PolicyError>;

impl Engines {
    /// For first pictures: limiters with one limit on one server, and clients that do not retry. Other settings
    /// of a scenario are ignored, so scenarios with them must not be parsed for it.
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

    /// Returns a lane that has decided nothing yet. Its policies are that for the scenario's limit and, if any group
    /// has its own limit, one for each group.
    pub(super) fn lane(
        self,
        lane: &scenario::Lane,
        scenario: &Scenario,
        senders: &Rc<Senders>,
        number: usize,
    ) -> Result<Lane, PolicyError> {
        let policies = (self.policies)(lane, scenario, senders)?;
        let store = lane.store_in(scenario);
        let sharing = Sharing::new(scenario, senders, lane.key, store == Store::Local);
        let engine = (self.engine)(lane, scenario, &policies, &sharing, store)?;
        Ok(Lane::new(policies, sharing, store, engine, (self.retries)(scenario, number)))
    }

    /// Lets each lane follow another that admits the same requests, if there is one.
    pub(super) fn find_leaders(self, lanes: &mut [Lane]) {
        (self.find_leaders)(lanes);
    }

    /// Copies what a lane's leader has decided so far, if it has one.
    pub(super) fn follow(self, lanes: &mut [Lane], number: usize) -> bool {
        (self.follow)(lanes, number)
    }

    /// Returns the requests of a lane by state, if it decides them in that order.
    pub(super) fn keys(self, run: &Simulation, lane: usize) -> Option<Rc<Keys>> {
        (self.keys)(run, lane)
    }
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
