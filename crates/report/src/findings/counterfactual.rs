//! The results of lanes if servers made no difference: with one state per key, and with correct clocks.

use super::{facts::RunFacts, topology::is_central};
use ratelab_scenario::scenario::{Lane, Scenario, Servers, Store};
use ratelab_simulation::run::Simulation;

/// Returns the number that each lane would let through with one shared state; `None` if it already has one.
pub(super) fn meant(facts: &RunFacts<'_>) -> Vec<Option<u64>> {
    let scenario = facts.run.scenario();
    let apart = |lane: &usize| !is_central(scenario, &scenario.lanes[*lane]);
    let known = |lane: usize| beside(scenario, lane).map(|same| facts.admitted(same));
    let has_jitter = scenario.has_jitter();
    let run: Vec<usize> =
        facts.lanes().filter(|lane| has_jitter || apart(lane) && known(*lane).is_none()).collect();
    let is_needed = facts.lanes().any(|lane| apart(&lane));
    let counterfactual = if is_needed { on_shared_state(facts.run, &run) } else { None };
    let counted = |lane: usize| {
        let lane = counterfactual.as_ref()?.lanes().get(run.iter().position(|other| *other == lane)?)?;
        Some(lane.record().counts().admitted().into())
    };
    let meant = |lane: usize| if apart(&lane) { known(lane).or_else(|| counted(lane)) } else { None };
    facts.lanes().map(meant).collect()
}

/// Returns another lane that equals this one on a shared state, if both have the same requests.
fn beside(scenario: &Scenario, lane: usize) -> Option<usize> {
    let lanes = &scenario.lanes;
    let is_it = |other: &usize| {
        is_central(scenario, &lanes[*other]) && shared(&lanes[*other]) == shared(&lanes[lane])
    };
    (0..lanes.len()).filter(|_| scenario.has_same_requests()).find(is_it)
}

fn shared(lane: &Lane) -> Lane {
    Lane { store: Some(Store::Shared), ..lane.clone() }
}

/// Runs these lanes on one server with a shared state, on the same traffic.
fn on_shared_state(run: &Simulation, lanes: &[usize]) -> Option<Simulation> {
    let scenario = run.scenario();
    let lanes = lanes.iter().map(|lane| shared(&scenario.lanes[*lane])).collect();
    run.completed_as(Scenario { lanes, servers: Servers::default(), ..scenario.clone() }).ok()
}
