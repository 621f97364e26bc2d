//! The worst shift of the traffic: the smallest shift against the clock that gets the most through a lane in any window
//! of its limit.
//!
//! Traffic that comes later is equivalent to a clock that is ahead by the same time, so the arrivals are kept and
//! only `start` changes. Only what happens at multiples of a time depends on the clock: windows, refills at intervals
//! and syncs. For all other limiters no shift matters, once their buckets have begun and are full.
//!
//! Decisions are constant until a request reaches such an instant. So it is enough to try the shifts at which one
//! does, if they are no more than [`MOST_TRIED`] and few enough for the number of requests; otherwise an even
//! selection is tried. A counter also weighs the position within a window, and clients that retry come at other
//! times, so other shifts are tried as well, and the worst may be missed. [`Shift::is_exact`] tells the two cases
//! apart.

use ratelab_report::Report;
use std::{collections::BTreeSet, iter::successors};

use ratelab_limiter::{
    Limiter, Policy,
    bounds::{CREATED_AT, PERIOD},
};

use crate::{
    settings::{number, refills_at_intervals},
    tuning::evenly,
};
use ratelab_scenario::scenario::{Scenario, Store, Windows};
use ratelab_simulation::{measures::Most, run::Simulation};

/// The largest number of shifts to try.
pub const MOST_TRIED: usize = 1_000;
/// The smallest number, regardless of the number of requests.
const FEWEST_TRIED: usize = 16;
/// About how many requests are decided in total.
const MOST_DECIDED: usize = 20_000_000;
/// The largest number of shifts to collect before some of them are selected.
const MOST_COLLECTED: usize = 1_000_000;

/// The shift that gets the most through a lane.
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

/// Returns the smallest shift of the traffic that gets the most through a lane, once the run is done.
pub(super) fn worst_shift(report: &Report, lane: usize) -> Option<Shift> {
    let only_lane = report.scenario().lanes.get(lane).filter(|_| report.is_done())?.clone();
    let alone = Scenario { lanes: vec![only_lane], ..report.scenario().clone() };
    let shifts = Shifts::new(report, &alone, lane);
    let most = |shift: u64| {
        let start = alone.start.checked_add(shift)?;
        let run = report.completed_as(Scenario { start, ..alone.clone() }).ok()?;
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

/// The shifts to try, in increasing order.
struct Shifts {
    all: Vec<u64>,
    is_exact: bool,
}

impl Shifts {
    fn new(run: &Simulation, alone: &Scenario, lane: usize) -> Self {
        let phases = Phases::new(run, alone, lane);
        let times = run.traffic().map_or(&[][..], |traffic| traffic.times());
        let last = u64::MAX - times.last().copied().unwrap_or(0);
        let longest = last.saturating_sub(alone.start);
        let most = most_tried(alone, times.len());
        let (until, is_whole) = phases.until();
        let is_every = usize::try_from(until).is_ok_and(|until| until <= most);
        let met = |&(length, origin): &(u64, u64)| {
            let first = move |time: &u64| {
                let passed =
                    u128::from(alone.start) + u128::from(*time) + u128::from(length - origin % length);
                length - 1 - ((passed - 1) % u128::from(length)) as u64
            };
            let again = move |first| successors(Some(first), move |shift: &u64| shift.checked_add(length));
            times
                .iter()
                .map(first)
                .flat_map(move |first| again(first).take_while(move |shift| *shift < until))
        };
        let mut met = phases.cycles.iter().flat_map(met);
        let all: BTreeSet<u64> = if is_every {
            (0..until).collect()
        } else {
            met.by_ref().take(MOST_COLLECTED).chain([0]).collect()
        };
        let is_all = is_every || met.next().is_none();
        let all: Vec<u64> = all.into_iter().filter(|shift| *shift <= longest).collect();
        if is_every || phases.is_stepwise && phases.settled == 0 {
            let is_exact = is_all && is_whole && all.len() <= most && longest >= until - 1;
            return Self { all: evenly(all, most), is_exact };
        }
        // Half of them where requests reach edges, the others evenly spaced.
        let edges = evenly(all, most / 2);
        let steps = (most - edges.len()) as u64;
        let between =
            (0..steps).map(|step| (u128::from(until) * u128::from(step) / u128::from(steps)) as u64);
        let all: BTreeSet<u64> = edges.into_iter().chain(between.filter(|shift| *shift <= longest)).collect();
        Self { all: all.into_iter().collect(), is_exact: false }
    }
}

/// What the decisions of a lane depend on besides the time between requests.
struct Phases {
    /// What repeats on the clock: how often, and an instant at which it happens.
    cycles: BTreeSet<(u64, u64)>,
    /// The time after which nothing but these matters: every bucket has begun and is full, every clock runs.
    settled: u64,
    /// Whether decisions only change where a request reaches one of these instants.
    is_stepwise: bool,
}

impl Phases {
    fn new(run: &Simulation, alone: &Scenario, lane: usize) -> Self {
        let store = alone.lanes[0].store_in(alone);
        let is_stepwise = alone.has_same_requests()
            && alone.servers.clocks.is_empty()
            && matches!(store, Store::Shared | Store::Local | Store::Sync { .. });
        let behind = alone.servers.clocks.iter().map(|clock| clock.ahead.min(0).unsigned_abs());
        let settled = behind.max().unwrap_or(0).saturating_sub(alone.start);
        let mut phases = Self { cycles: BTreeSet::new(), settled, is_stepwise };
        if let Store::Sync { every } = store {
            phases.cycles.insert((every, 0));
        }
        let groups = 0..run.senders().groups().len();
        groups.for_each(|group| phases.add(run.lanes()[lane].policy_of(group), alone.start));
        phases
    }

    fn add(&mut self, policy: &Policy, start: u64) {
        if let Policy::AllOf(all) = policy {
            all.members().iter().for_each(|member| self.add(member, start));
            return;
        }
        let (fresh, settings) = (policy.fresh(), policy.settings());
        let moment = policy.advance(&fresh, start);
        let full = policy.reset_after(&fresh, &moment).unwrap_or(0);
        self.settled = self.settled.max(policy.clock(&moment).saturating_add(full) - start);
        if let Some(Windows { length, .. }) = Windows::from_policy(policy, start) {
            self.cycles.insert((length, 0));
            self.is_stepwise &= matches!(policy, Policy::FixedWindow(_));
        } else if refills_at_intervals(&settings) {
            self.cycles.insert((number(&settings, &PERIOD), number(&settings, &CREATED_AT)));
        }
    }

    /// Returns the length of the shifts after which all of them repeat, if that is not too long.
    fn until(&self) -> (u64, bool) {
        let lengths = || self.cycles.iter().map(|(length, _)| *length);
        let common =
            lengths().try_fold(1, least_common_multiple).and_then(|all| all.checked_add(self.settled));
        let longest = lengths().max().unwrap_or(1).saturating_add(self.settled);
        common.map_or((longest, false), |until| (until, true))
    }
}

fn least_common_multiple(one: u64, other: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).checked_mul(other)
}

/// Returns how many shifts to try with this many requests. The number of retries is not known in advance, so for
/// clients that retry it is the smallest number.
fn most_tried(alone: &Scenario, requests: usize) -> usize {
    let most = if alone.has_same_requests() { MOST_DECIDED / requests.max(1) } else { 0 };
    most.clamp(FEWEST_TRIED, MOST_TRIED)
}
