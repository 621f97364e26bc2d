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

/// A lane alone, in a run under other conditions.
pub(super) struct Instead {
    pub(super) run: Simulation,
}

impl Instead {
    pub(super) fn admitted(&self) -> u64 {
        self.run.lanes()[0].record().counts().admitted().into()
    }

    pub(super) fn attempts(&self) -> u64 {
        self.run.lanes()[0].record().outcomes().len() as u64
    }

    pub(super) fn denied(&self) -> u64 {
        self.run.lanes()[0].record().counts().denied.into()
    }

    /// Returns the number denied to each group.
    pub(super) fn denied_by_group(&self) -> Vec<u64> {
        self.run.by_group(0).iter().map(|part| part.counts.denied.into()).collect()
    }

    /// Returns the most that one key gets in a window of the limit that was exceeded.
    pub(super) fn peak(&self, excess: &Excess) -> u64 {
        most_by(&self.run, 0, excess.key, excess.group, excess.window - 1).cost
    }
}

/// What servers add to a limiter: where its state is stored, and the clocks that it uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Causes {
    pub(super) store: bool,
    pub(super) clocks: bool,
    /// Whether each of both is enough.
    pub(super) is_any_enough: bool,
}

/// A cause that is worth less than this share of another is not named beside it.
const LEAST_SHARE: u64 = 20;

/// Returns the two amounts by which a result is better without each of two causes, the lower as 0 if it is negligible.
pub(super) fn notable([one, other]: [u64; 2]) -> [u64; 2] {
    let notable = |amount: u64, other: u64| if amount * LEAST_SHARE < other { 0 } else { amount };
    [notable(one, other), notable(other, one)]
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
        (!run.lanes().is_empty()).then_some(Instead { run })
    }

    /// Runs a lane on one shared state with correct clocks.
    pub(super) fn on_one_state(&self, lane: usize) -> Option<Instead> {
        self.instead(lane, &|scenario| {
            scenario.lanes[lane].store = Some(Store::Shared);
            scenario.servers = Servers::default();
        })
    }

    /// Returns which of both cause a result under some conditions: those without which a number is better. If it is
    /// better without neither, one is enough.
    #[inline(never)]
    pub(super) fn causes(
        &self,
        lane: usize,
        conditions: &dyn Fn(&mut Scenario),
        better_by: &dyn Fn(&Instead) -> u64,
    ) -> Causes {
        let is_any_enough = false;
        if wrong_clocks(self.run.scenario()).next().is_none() {
            return Causes { store: true, clocks: false, is_any_enough };
        }
        if self.has_one_state(lane) {
            return Causes { store: false, clocks: true, is_any_enough };
        }
        let without = |change: &dyn Fn(&mut Scenario)| {
            let instead = self.instead(lane, &|scenario| {
                conditions(scenario);
                change(scenario);
            });
            instead.map_or(0, |instead| better_by(&instead))
        };
        let better = [
            without(&|scenario| scenario.lanes[lane].store = Some(Store::Shared)),
            without(&|scenario| scenario.servers.clocks.clear()),
        ];
        match notable(better) {
            [0, 0] => Causes { store: true, clocks: true, is_any_enough: true },
            [store, clocks] => Causes { store: store > 0, clocks: clocks > 0, is_any_enough },
        }
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
    if scenario.has_jitter() {
        let alone = |lane: usize| facts.on_one_state(lane).map(|instead| instead.admitted());
        return facts.lanes().map(|lane| Some(lane).filter(&apart).and_then(alone)).collect();
    }
    let known = |lane: usize| beside(scenario, lane).map(|same| facts.admitted(same));
    // Equivalent lanes are run once.
    let first = |lane: usize| facts.lanes().find(|other| flows_as(facts, *other, lane)).unwrap_or(lane);
    let is_needed = |lane: &usize| apart(lane) && known(*lane).is_none();
    let mut run: Vec<usize> = Vec::new();
    for lane in facts.lanes().filter(is_needed).map(first) {
        if !run.contains(&lane) {
            run.push(lane);
        }
    }
    let counterfactual = if run.is_empty() { None } else { on_shared_state(facts.run, &run) };
    let counted = |lane: usize| {
        let lane =
            counterfactual.as_ref()?.lanes().get(run.iter().position(|other| *other == first(lane))?)?;
        Some(lane.record().counts().admitted().into())
    };
    let meant = |lane: usize| if apart(&lane) { known(lane).or_else(|| counted(lane)) } else { None };
    facts.lanes().map(meant).collect()
}

/// Returns whether two lanes decide alike with one shared state, because both are the same bucket under other names.
fn flows_as(facts: &RunFacts<'_>, one: usize, other: usize) -> bool {
    let (lanes, groups) = (facts.run.lanes(), facts.run.senders().groups().len());
    let is_bucket = |lane: usize| {
        let algorithm = facts.lane(lane).algorithm;
        algorithm.is_bucket() && algorithm != Algorithm::LeakyBucketQueue
    };
    let policies = |lane: usize| (0..groups).map(move |group| lanes[lane].policy_of(group));
    is_bucket(one)
        && is_bucket(other)
        && lanes[one].key() == lanes[other].key()
        && policies(one).zip(policies(other)).all(|(one, other)| one.flows_as(other))
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
