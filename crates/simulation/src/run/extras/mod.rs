//! What a run has beyond the first picture: clients that retry, states from which decisions are
//! explained, lanes that follow each other, all-of, layers, and states that are not in one place.

mod agenda;
mod desk;
mod divided;
mod leaders;
mod memory;
mod retries;

use std::rc::Rc;

use ratelab_limiter::{AllOf, Policy, PolicyError};

pub(super) use self::{
    desk::Desk,
    divided::{Divided, Scratch},
    leaders::{find_leaders, follow},
    memory::States,
    retries::{More, Reacting},
};
use super::{
    Simulation,
    keys::Keys,
    lane::Engine,
    runner::{Runner, Running},
};
use crate::scenario::{self, Cast, Key, Scenario};

/// The policy that admits what all of these admit.
pub(crate) fn all_of(
    members: impl Iterator<Item = Result<Policy, PolicyError>>,
) -> Result<Policy, PolicyError> {
    Ok(AllOf::new(members.collect::<Result<_, _>>()?)?.into())
}

/// All-ofs, one for each tier, ready to run.
pub(super) fn run_all_of(policies: &[Policy]) -> Result<Box<dyn Running>, PolicyError> {
    Ok(Runner::boxed(policies.iter().filter_map(|policy| match policy {
        Policy::AllOf(all) => Some(all.clone()),
        _ => None,
    })))
}

/// The requests of a lane that is still to decide, by who shares a state.
pub(super) fn keys_to_decide(run: &Simulation, lane: usize) -> Option<Rc<Keys>> {
    let of = &run.lanes[lane];
    let is_sorted = of.reacting.is_none() && matches!(of.engine, Engine::Rows(_));
    is_sorted.then(|| run.keys(lane, &of.sharing)).flatten()
}

/// The policies of a lane: one for each group, if any of them has a limit of its own.
pub(super) fn policies(
    of: &scenario::Lane,
    scenario: &Scenario,
    cast: &Cast,
    policy: &Policy,
) -> Result<Vec<Policy>, PolicyError> {
    if !cast.has_tiers() || of.key == Key::Everybody {
        return Ok(vec![policy.clone()]);
    }
    cast.groups().iter().map(|group| of.policy_of(scenario, &group.tier)).collect()
}

/// How far each server's clock is ahead; none if all are right.
pub(super) fn clocks(scenario: &Scenario) -> Rc<[i64]> {
    let servers = &scenario.servers;
    let count = if servers.clocks.is_empty() { 0 } else { servers.count };
    (0..count).map(|server| servers.ahead(server)).collect()
}
