//! The shift of the traffic that hurts most: the smallest shift against the clock that gets the most out of a lane in
//! any window of its limit.
//!
//! Traffic that comes later is equivalent to a clock that is ahead by the same time, so the arrivals are kept and
//! only `start` changes. Only windows that begin at multiples of their length depend on the clock: for all other
//! limiters no shift matters.
//!
//! The counts of a fixed window are constant until a request reaches an edge. So it is enough to try the shifts at
//! which one does, if they are no more than [`MOST_TRIED`] and few enough for the number of requests; otherwise an
//! even selection is tried. A counter also weighs the position within a window, and clients that retry come at other
//! times, so shifts all over the window are tried as well, and the worst may be missed. [`Shift::is_exact`] tells the
//! two cases apart.

use crate::Report;
use std::collections::BTreeSet;

use ratelab_limiter::{Algorithm, Limiter, Policy, Refill, bounds::REFILL};

use ratelab_scenario::scenario::{Lane, Scenario, Store, Windows};
use ratelab_simulation::{measures::Most, run::Simulation};

/// The largest number of shifts to try.
pub const MOST_TRIED: usize = 1_000;
/// The smallest number, regardless of the number of requests.
const FEWEST_TRIED: usize = 16;
/// About how many requests are decided in total.
const MOST_DECIDED: usize = 20_000_000;

/// The shift that gets the most out of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The delay of the traffic, less than a window.
    pub shift: u64,
    /// The most that one client then gets in any window of its limit.
    pub most: Most,
    /// The most that it gets without a shift.
    pub now: Most,
    /// The number of shifts tried.
    pub tried: usize,
    /// Whether no other shift can get more.
    pub is_exact: bool,
    /// The lane with that shift.
    pub scenario: Scenario,
}

impl Report {
    /// Returns the smallest shift of the traffic that gets the most out of a lane, once the run is done.
    pub fn worst_shift(&self, lane: usize) -> Option<Shift> {
        let only_lane = self.scenario().lanes.get(lane).filter(|_| self.is_done())?.clone();
        let alone = Scenario { lanes: vec![only_lane], ..self.scenario().clone() };
        let shifts = Shifts::new(self, &alone, self.lanes()[lane].policy());
        let most = |shift: u64| {
            let start = alone.start.checked_add(shift)?;
            let run = self.completed_as(Scenario { start, ..alone.clone() }).ok()?;
            Some((shift, run.most(0)))
        };
        let now = most(0)?.1;
        let tried = shifts.all.len();
        let others = shifts.all.into_iter().filter(|shift| *shift > 0).filter_map(most);
        let (shift, most) =
            others.fold((0, now), |best, next| if next.1.cost > best.1.cost { next } else { best });
        let start = alone.start + shift;
        let scenario = Scenario { start, ..alone };
        Some(Shift { shift, most, now, tried, is_exact: shifts.is_exact, scenario })
    }
}

/// The shifts to try, in increasing order.
struct Shifts {
    all: Vec<u64>,
    is_exact: bool,
}

impl Shifts {
    fn new(run: &Simulation, alone: &Scenario, policy: &Policy) -> Self {
        let Some(Windows { length, .. }) = Windows::from_policy(policy, alone.start) else {
            return Self { all: vec![0], is_exact: looks_at_no_clock(policy) };
        };
        let times = run.traffic().map_or(&[][..], |traffic| traffic.times());
        let last = u64::MAX - times.last().copied().unwrap_or(0);
        let longest = last.saturating_sub(alone.start);
        let most = most_tried(alone, times.len());
        let is_every = usize::try_from(length).is_ok_and(|length| length <= most);
        let met = |time: &u64| (length - (alone.start + time) % length) % length;
        let all: BTreeSet<u64> =
            if is_every { (0..length).collect() } else { times.iter().map(met).chain([0]).collect() };
        let all: Vec<u64> = all.into_iter().filter(|shift| *shift <= longest).collect();
        let is_known = is_every || is_stepwise(alone, policy);
        if is_known {
            let is_exact = all.len() <= most && longest >= length;
            return Self { all: evenly(all, most), is_exact };
        }
        // Half of them where requests reach edges, the others evenly spaced.
        let edges = evenly(all, most / 2);
        let steps = (most - edges.len()) as u64;
        let between =
            (0..steps).map(|step| (u128::from(length) * u128::from(step) / u128::from(steps)) as u64);
        let all: BTreeSet<u64> = edges.into_iter().chain(between.filter(|shift| *shift <= longest)).collect();
        Self { all: all.into_iter().collect(), is_exact: false }
    }
}

/// Returns how many shifts to try with this many requests. The number of retries is not known in advance, so for
/// clients that retry it is the smallest number.
fn most_tried(alone: &Scenario, requests: usize) -> usize {
    let most = if alone.has_same_requests() { MOST_DECIDED / requests.max(1) } else { 0 };
    most.clamp(FEWEST_TRIED, MOST_TRIED)
}

/// Returns whether a limiter has no windows, so that only the time between requests matters.
fn looks_at_no_clock(policy: &Policy) -> bool {
    let has_refills = policy.settings().get(REFILL.name) == Some(&Refill::Interval.word().into());
    !has_refills && !matches!(policy, Policy::AllOf(_))
}

/// Returns whether decisions only change where a request reaches an edge.
fn is_stepwise(alone: &Scenario, policy: &Policy) -> bool {
    let is_of_one = |lane: &Lane| {
        lane.algorithm == Algorithm::FixedWindow
            && lane.windows(alone).is_some()
            && matches!(lane.store_in(alone), Store::Shared | Store::Local)
    };
    matches!(policy, Policy::FixedWindow(_)) && alone.has_same_requests() && alone.lanes.iter().all(is_of_one)
}

/// Returns an even selection of this many, including the first.
fn evenly(all: Vec<u64>, most: usize) -> Vec<u64> {
    if all.len() <= most {
        return all;
    }
    (0..most).map(|number| all[number * all.len() / most]).collect()
}
