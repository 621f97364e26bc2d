//! What a run has beyond the first picture: clients that retry, states from which decisions are
//! explained, lanes that follow each other, all-of, layers, and states that are not in one place.

mod desk;
mod divided;
mod leaders;
mod memory;
mod recording;
mod retries;
mod slots;

use std::rc::Rc;

use ratelab_limiter::{AllOf, Policy, PolicyError};

pub use self::desk::StateAt;
pub(super) use self::{
    desk::Desk,
    divided::{Divided, Scratch},
    leaders::{find_leaders, follow},
    memory::States,
    retries::{More, Reacting},
    slots::slot_of,
};
use super::{
    Simulation,
    keys::Keys,
    lane::{Engine, Lane},
    runner::{Runner, Running},
};
use ratelab_scenario::scenario::{self, Cast, Key, Scenario};

/// An all-of, ready to run.
pub(super) fn run_all_of(limiter: &AllOf) -> Result<Box<dyn Running>, PolicyError> {
    Ok(Runner::boxed(limiter, 0))
}

/// A limiter that a policy may be.
pub(super) trait OfPolicy: Sized {
    fn of(policy: &Policy) -> Option<Self>;
}

macro_rules! of_policy {
    ($($variant:ident),*) => {
        $(impl OfPolicy for ratelab_limiter::$variant {
            fn of(policy: &Policy) -> Option<Self> {
                if let Policy::$variant(limiter) = policy { Some(limiter.clone()) } else { None }
            }
        })*
    };
}

of_policy!(
    FixedWindow,
    SlidingWindowLog,
    SlidingWindowCounter,
    TokenBucket,
    LeakyBucketMeter,
    LeakyBucketQueue,
    Gcra,
    AllOf
);

/// Lets a limiter decide by the policies of all tiers; it has the first.
pub(super) fn run_tiers(running: &mut dyn Running, policies: &[Policy]) {
    policies[1..].iter().for_each(|policy| running.add(policy));
}

/// The requests of a lane that is still to decide, by who shares a state.
pub(super) fn keys_to_decide(run: &Simulation, lane: usize) -> Option<Rc<Keys>> {
    let of = &run.lanes[lane];
    let is_sorted = of.reacting.is_none() && matches!(of.engine, Engine::Rows(_));
    is_sorted.then(|| run.keys(lane, &of.sharing)).flatten()
}

/// Adds the policy of each group to that of the scenario, if any group has a limit of its own.
pub(super) fn add_tiers(
    policies: &mut Vec<Policy>,
    of: &scenario::Lane,
    scenario: &Scenario,
    cast: &Cast,
) -> Result<(), PolicyError> {
    if cast.has_tiers() && of.key != Key::Everybody {
        for group in cast.groups() {
            policies.push(of.policy_of(scenario, &group.tier)?);
        }
    }
    Ok(())
}

/// Whether the same attempts share a state in both lanes, and it lives in the same place.
pub(super) fn share_alike(one: &Lane, other: &Lane) -> bool {
    one.sharing == other.sharing && one.store == other.store
}

/// How far clocks are ahead, by the numbers of their servers.
pub(super) type Clocks = Rc<[i64]>;

/// How far each server's clock is ahead; none if all are right.
pub(super) fn clocks(scenario: &Scenario) -> Clocks {
    let servers = &scenario.servers;
    let count = if servers.clocks.is_empty() { 0 } else { servers.count };
    (0..count).map(|server| servers.ahead(server)).collect()
}
