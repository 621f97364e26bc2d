//! The numbers behind findings.

use ratelab_limiter::{Limiter, Policy, Quota};

use super::{
    results::{Excess, LaneSummary, Results},
    topology,
};
use crate::disagreements::KnownDisagreements;
use ratelab_scenario::scenario::{self, Key, Rate};
use ratelab_simulation::{
    measures::{Most, Starts, most_in_any},
    run::{Counts, Simulation},
};

/// A limiter of a lane with the limit of a group.
#[derive(Clone, Copy)]
pub(super) struct Applied<'run> {
    pub(super) policy: &'run Policy,
    /// The index of the limiter, if there are several.
    pub(super) member: Option<usize>,
    /// The group, if limits differ.
    pub(super) group: Option<usize>,
    key: Key,
}

/// The numbers of a run that is done, which rules and lessons turn into sentences.
pub(crate) struct RunFacts<'run> {
    pub(super) run: &'run Simulation,
    pub(super) results: &'run Results,
    disagreements: &'run KnownDisagreements,
}

impl<'run> RunFacts<'run> {
    /// Returns `None` until the run is done.
    pub(crate) fn new(
        run: &'run Simulation,
        results: &'run Results,
        disagreements: &'run KnownDisagreements,
    ) -> Option<Self> {
        run.is_done().then_some(Self { run, results, disagreements })
    }

    pub(super) fn lanes(&self) -> core::ops::Range<usize> {
        0..self.run.lanes().len()
    }

    /// Returns the limiter of a lane. If groups have different limits, it has the scenario's.
    pub(super) fn policy(&self, lane: usize) -> &'run Policy {
        let lane = &self.run.lanes()[lane];
        if self.run.senders().groups().len() == 1 { lane.policy_of(0) } else { lane.policy() }
    }

    /// Returns the limit of a lane, regardless of its limiter. If groups have different limits, it is the scenario's.
    pub(super) fn rate(&self, lane: usize) -> Rate {
        let only = match self.run.senders().groups() {
            [only] => only.tier.limit.filter(|_| self.lane(lane).key != Key::Everybody),
            _ => None,
        };
        only.unwrap_or(self.run.scenario().limit)
    }

    /// Returns a lane of the scenario.
    pub(super) fn lane(&self, lane: usize) -> &'run scenario::Lane {
        &self.run.scenario().lanes[lane]
    }

    /// Returns whether servers make no difference to a lane.
    pub(super) fn is_central(&self, lane: usize) -> bool {
        topology::is_central(self.run.scenario(), self.lane(lane))
    }

    /// Returns whether servers make no difference to a lane if their clocks are correct.
    pub(super) fn has_one_state(&self, lane: usize) -> bool {
        topology::has_one_state(self.run.scenario(), self.lane(lane))
    }

    pub(crate) fn summary(&self, lane: usize) -> &'run LaneSummary {
        self.results.summaries[lane].get_or_init(|| self.summarise(lane))
    }

    #[inline(never)]
    fn summarise(&self, lane: usize) -> LaneSummary {
        let record = self.run.lanes()[lane].record();
        let window = own_window(self.policy(lane)).unwrap_or(self.rate(lane).period);
        let most = self.most(lane, window - 1);
        let worst = |worst: Option<Excess>, next: Excess| {
            Some(worst.filter(|worst| !next.is_worse_than(worst)).unwrap_or(next))
        };
        let excesses =
            self.applied(lane).into_iter().filter_map(|applied| self.excess(lane, applied, (window, most)));
        LaneSummary {
            counts: record.counts(),
            most,
            window,
            excess: excesses.fold(None, worst),
            longest_wait: self.run.longest_wait(lane),
        }
    }

    /// Returns the excess over a lane's own limit in some window of that limit's length. Fixed windows and counters
    /// can have one. A log can only if several states or clocks decide, and a bucket makes no such promise. The
    /// highest amount for one length of window is already known.
    fn excess(&self, lane: usize, applied: Applied<'run>, known: (u64, Most)) -> Option<Excess> {
        let can_leak = match applied.policy {
            Policy::FixedWindow(_) | Policy::SlidingWindowCounter(_) => true,
            Policy::SlidingWindowLog(_) => !self.is_central(lane),
            _ => false,
        };
        let Quota { limit, window } = *applied.policy.quotas().first().filter(|_| can_leak)?;
        let is_known =
            known.0 == window? && applied.group.is_none() && applied.key == self.run.lanes()[lane].key();
        let most =
            if is_known { known.1 } else { self.most_by(lane, applied.key, applied.group, window? - 1) };
        let Applied { member, group, key, .. } = applied;
        (most.cost > limit.into()).then_some(Excess { most, limit, window: window?, member, group, key })
    }

    /// Returns the limiters of a lane, one per group if they differ.
    pub(super) fn applied(&self, lane: usize) -> Vec<Applied<'run>> {
        let members = self.lane(lane).members.iter().map(|member| member.key).enumerate();
        let mut parts: Vec<_> = members.map(|(member, key)| (Some(member), key)).collect();
        if !matches!(self.policy(lane), Policy::AllOf(_)) {
            parts = vec![(None, self.run.lanes()[lane].key())];
        }
        parts.into_iter().flat_map(|(member, key)| self.applied_to_each(lane, member, key)).collect()
    }

    fn applied_to_each(&self, lane: usize, member: Option<usize>, key: Key) -> Vec<Applied<'run>> {
        let all = self.run.senders().groups().len();
        let for_group = |group: usize| {
            let policy = self.run.lanes()[lane].policy_of(group);
            let policy = member.map_or(policy, |member| part_of(policy, member));
            Applied { policy, member, group: Some(group), key }
        };
        let is_one = (1..all).all(|group| for_group(group).policy == for_group(0).policy);
        if is_one { vec![Applied { group: None, ..for_group(0) }] } else { (0..all).map(for_group).collect() }
    }

    /// Returns the most that one key of a lane got between two instants at most this far apart.
    ///
    /// Never inlined: many sentences use it, and each copy would enlarge the module.
    #[inline(never)]
    pub(super) fn most(&self, lane: usize, interval: u64) -> Most {
        self.most_by(lane, self.run.lanes()[lane].key(), None, interval)
    }

    /// Returns the same for a key of another kind, or for one group.
    pub(super) fn most_by(&self, lane: usize, key: Key, group: Option<usize>, interval: u64) -> Most {
        most_by(self.run, lane, key, group, interval)
    }

    /// Returns the lane that exceeded its own limit by the largest factor.
    pub(super) fn worst(&self) -> Option<(usize, Excess)> {
        let excesses = self.lanes().filter_map(|lane| Some((lane, self.summary(lane).excess?)));
        excesses.reduce(|worst, next| if next.1.is_worse_than(&worst.1) { next } else { worst })
    }

    /// Returns the number of requests that any two lanes decide differently; `None` if clients retry.
    pub(super) fn disagreed(&self) -> Option<u64> {
        Some(self.disagreements.of(self.run)?.total(self.run))
    }

    /// Returns the number of requests of the traffic, without retries.
    pub(super) fn requests(&self) -> u64 {
        self.run.traffic().map_or(0, |traffic| traffic.len() as u64)
    }

    /// Returns the number of attempts in a lane, which equals the number of requests if no client retries.
    pub(super) fn attempts(&self, lane: usize) -> u64 {
        let Counts { allowed, denied, delayed } = self.summary(lane).counts;
        [allowed, denied, delayed].into_iter().map(u64::from).sum()
    }

    pub(super) fn admitted(&self, lane: usize) -> u64 {
        self.summary(lane).counts.admitted().into()
    }

    pub(super) fn denied(&self, lane: usize) -> u64 {
        self.summary(lane).counts.denied.into()
    }

    /// Returns the number of requests that never got through.
    pub(super) fn gave_up(&self, lane: usize) -> u64 {
        self.requests().saturating_sub(self.admitted(lane))
    }

    /// Returns the number of attempts that were due but not made, because there were too many.
    pub(super) fn abandoned(&self, lane: usize) -> u64 {
        self.run.lanes()[lane].attempts().map_or(0, |attempts| attempts.abandoned)
    }

    /// Returns the first lane with the highest amount.
    pub(super) fn most_of(&self, amount: impl Fn(usize) -> u64) -> usize {
        self.lanes().rev().max_by_key(|lane| amount(*lane)).unwrap_or(0)
    }

    /// Returns the first lane with the lowest amount.
    pub(super) fn least_of(&self, amount: impl Fn(usize) -> u64) -> usize {
        self.lanes().min_by_key(|lane| amount(*lane)).unwrap_or(0)
    }

    /// Returns whether all requests cost 1, so that a sum of costs is a number of requests.
    pub(super) fn counts_requests(&self) -> bool {
        self.run.traffic().is_none_or(|traffic| traffic.costs().is_empty())
    }
}

/// Returns the most that one key of a kind got between two instants at most this far apart, in a lane of any run.
#[inline(never)]
pub(super) fn most_by(run: &Simulation, lane: usize, key: Key, group: Option<usize>, interval: u64) -> Most {
    let of_group = |group: usize| match (key, &run.senders().groups()[group]) {
        (Key::Client, group) => Some((group.first, group.first + group.clients.count.max(1) - 1)),
        (Key::Group, _) => Some((group as u32, group as u32)),
        (Key::Everybody, _) => None,
    };
    let keys = group.and_then(of_group);
    Starts::by(run, lane, key).map_or(Most::default(), |starts| most_in_any(starts.for_keys(keys), interval))
}

/// Returns the length of a limiter's own window, if it counts in windows.
fn own_window(policy: &Policy) -> Option<u64> {
    match policy {
        Policy::FixedWindow(_) | Policy::SlidingWindowLog(_) | Policy::SlidingWindowCounter(_) => {
            policy.quotas().first()?.window
        }
        _ => None,
    }
}

/// Returns one of several limiters, or the only one.
fn part_of(policy: &Policy, member: usize) -> &Policy {
    match policy {
        Policy::AllOf(all) => &all.members()[member],
        policy => policy,
    }
}
