//! The results of lanes under other conditions, on the same traffic. A cause is only named if the result is different
//! without it.

use super::{
    facts::{RunFacts, most_by},
    results::Excess,
    topology::{is_central, wrong_clocks},
};
use ratelab_limiter::{
    Algorithm,
    bounds::{COUNT_DENIED, LIMIT, WINDOW},
};
use ratelab_scenario::scenario::{Lane, Scenario, Servers, Store};
use ratelab_simulation::run::Simulation;

/// A lane in a run under other conditions.
pub(super) struct Instead {
    run: Simulation,
    lane: usize,
}

impl Instead {
    pub(super) fn admitted(&self) -> u64 {
        self.run.lanes()[self.lane].record().counts().admitted().into()
    }

    pub(super) fn attempts(&self) -> u64 {
        self.run.lanes()[self.lane].record().outcomes().len() as u64
    }

    pub(super) fn denied(&self) -> u64 {
        self.run.lanes()[self.lane].record().counts().denied.into()
    }

    /// Returns the number denied to each group.
    pub(super) fn denied_by_group(&self) -> Vec<u64> {
        self.run.by_group(self.lane).iter().map(|part| part.counts.denied.into()).collect()
    }

    /// Returns the most that one key gets in a window of the limit that was exceeded.
    pub(super) fn peak(&self, excess: &Excess) -> u64 {
        most_by(&self.run, self.lane, excess.key, excess.group, excess.window - 1).cost
    }
}

/// What servers add to a limiter: where its state is stored, and the clocks that it uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Causes {
    pub(super) store: bool,
    pub(super) clocks: bool,
}

impl RunFacts<'_> {
    /// Returns how many a lane would let through with one shared state and correct clocks, if it has not.
    pub(super) fn meant(&self, lane: usize) -> Option<u64> {
        self.results.meant.get_or_init(|| meant(self)).get(lane).copied().flatten()
    }

    /// Runs a lane under other conditions.
    ///
    /// Not generic and never inlined: a copy for each change would enlarge the module.
    #[inline(never)]
    pub(super) fn instead(&self, lane: usize, change: &dyn Fn(&mut Scenario)) -> Option<Instead> {
        let mut scenario = self.run.scenario().clone();
        change(&mut scenario);
        let run = self.run.completed_alone(scenario, lane).ok()?;
        Some(Instead { lane: run.lanes().len().checked_sub(1)?, run })
    }

    /// Runs a lane on one shared state with correct clocks.
    pub(super) fn on_one_state(&self, lane: usize) -> Option<Instead> {
        self.instead(lane, &|scenario| {
            scenario.lanes[lane].store = Some(Store::Shared);
            scenario.servers = Servers::default();
        })
    }

    /// Returns which of both cause a result: those without which a number is not as bad. If one is enough, both are.
    #[inline(never)]
    pub(super) fn causes(&self, lane: usize, is_better: &dyn Fn(&Instead) -> bool) -> Causes {
        let scenario = self.run.scenario();
        if wrong_clocks(scenario).next().is_none() {
            return Causes { store: true, clocks: false };
        }
        let mut correct = scenario.clone();
        correct.servers.clocks.clear();
        if is_central(&correct, self.lane(lane)) {
            return Causes { store: false, clocks: true };
        }
        let shared = self.instead(lane, &|scenario| scenario.lanes[lane].store = Some(Store::Shared));
        let correct = self.instead(lane, &|scenario| scenario.servers.clocks.clear());
        let [store, clocks] = [shared, correct].map(|instead| instead.is_some_and(|run| is_better(&run)));
        if store || clocks { Causes { store, clocks } } else { Causes { store: true, clocks: true } }
    }
}

/// Replaces a limiter that counts in windows by a log of the same limit, which counts every request for as long as a
/// window and has no edges.
pub(super) fn without_edges(lane: &mut Lane, member: Option<usize>) {
    let limiter = limiter_of(lane, member);
    let kept = [LIMIT.name, WINDOW.name, COUNT_DENIED.name];
    limiter.algorithm = Algorithm::SlidingWindowLog;
    limiter.options.retain(|(name, _)| kept.contains(name));
}

/// Returns one of several limiters of a lane, or the only one.
pub(super) fn limiter_of(lane: &mut Lane, member: Option<usize>) -> &mut Lane {
    match member {
        Some(member) => &mut lane.members[member],
        None => lane,
    }
}

/// Returns the number that each lane would let through with one shared state; `None` if it already has one.
fn meant(facts: &RunFacts<'_>) -> Vec<Option<u64>> {
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
