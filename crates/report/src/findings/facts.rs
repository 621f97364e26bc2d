//! The numbers that findings are made of.

use crate::{
    Report,
    results::{Excess, LaneSummary},
};
use ratelab_limiter::{Limiter, Policy, Quota};

use super::{counterfactual, topology};
use ratelab_scenario::scenario::{self, Key, Rate};
use ratelab_simulation::{
    measures::{Most, Starts, most_in_any},
    run::Counts,
};

/// A limiter of a lane, as it is for a group.
#[derive(Clone, Copy)]
pub(super) struct Applied<'run> {
    pub(super) policy: &'run Policy,
    /// Which of several limiters it is.
    pub(super) member: Option<usize>,
    /// The group, where limits differ.
    pub(super) group: Option<usize>,
    key: Key,
}

/// The numbers of a run that is done, from which rules and lessons make sentences.
pub(super) struct RunFacts<'run> {
    pub(super) run: &'run Report,
}

impl<'run> RunFacts<'run> {
    /// None before the run is done.
    pub(super) fn new(run: &'run Report) -> Option<Self> {
        run.is_done().then_some(Self { run })
    }

    pub(super) fn lanes(&self) -> core::ops::Range<usize> {
        0..self.run.lanes().len()
    }

    /// The limiter of a lane. Where groups differ in their limits, it is that of nobody in particular.
    pub(super) fn policy(&self, lane: usize) -> &'run Policy {
        let lane = &self.run.lanes()[lane];
        if self.run.senders().groups().len() == 1 { lane.policy_of(0) } else { lane.policy() }
    }

    /// The limit that a lane is under, whatever its limiter makes of it: where groups differ, the
    /// scenario's.
    pub(super) fn rate(&self, lane: usize) -> Rate {
        let only = match self.run.senders().groups() {
            [only] => only.tier.limit.filter(|_| self.lane(lane).key != Key::Everybody),
            _ => None,
        };
        only.unwrap_or(self.run.scenario().limit)
    }

    /// What the scenario says of a lane.
    pub(super) fn lane(&self, lane: usize) -> &'run scenario::Lane {
        &self.run.scenario().lanes[lane]
    }

    /// Whether servers make no difference to a lane.
    pub(super) fn is_central(&self, lane: usize) -> bool {
        topology::is_central(self.run.scenario(), self.lane(lane))
    }

    /// How many a lane would let through with one shared state and right clocks, where it has not.
    pub(super) fn meant(&self, lane: usize) -> Option<u64> {
        self.run.cache.results.meant.get_or_init(|| counterfactual::meant(self)).get(lane).copied().flatten()
    }

    pub(super) fn summary(&self, lane: usize) -> &'run LaneSummary {
        self.run.cache.results.summaries[lane].get_or_init(|| self.summarise(lane))
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

    /// What a lane let through beyond a limit of its own, in some window of that limit's length. Fixed
    /// windows and counters do. A log does only where several states or clocks decide, and a
    /// bucket promises no such thing. The most in one length of window is known already.
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

    /// The limiters of a lane, for each group where they differ.
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

    /// The most that one key of a lane got between two instants at most so far apart.
    ///
    /// Never inlined: many sentences ask for it, and a walk for each would be in the module.
    #[inline(never)]
    pub(super) fn most(&self, lane: usize, interval: u64) -> Most {
        self.most_by(lane, self.run.lanes()[lane].key(), None, interval)
    }

    /// The same by a key of another kind, or of a group alone.
    #[inline(never)]
    pub(super) fn most_by(&self, lane: usize, key: Key, group: Option<usize>, interval: u64) -> Most {
        let of_group = |group: usize| match (key, &self.run.senders().groups()[group]) {
            (Key::Client, group) => Some((group.first, group.first + group.clients.count.max(1) - 1)),
            (Key::Group, _) => Some((group as u32, group as u32)),
            (Key::Everybody, _) => None,
        };
        let keys = group.and_then(of_group);
        Starts::by(self.run, lane, key)
            .map_or(Most::default(), |starts| most_in_any(starts.of(keys), interval))
    }

    /// The lane that exceeded its own limit by the most of it.
    pub(super) fn worst(&self) -> Option<(usize, Excess)> {
        let excesses = self.lanes().filter_map(|lane| Some((lane, self.summary(lane).excess?)));
        excesses.reduce(|worst, next| if next.1.is_worse_than(&worst.1) { next } else { worst })
    }

    /// Requests of the traffic, retries not counted.
    pub(super) fn requests(&self) -> u64 {
        self.run.traffic().map_or(0, |traffic| traffic.len() as u64)
    }

    /// Attempts at them in a lane: as many, where nobody retries.
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

    /// Requests that never got through.
    pub(super) fn gave_up(&self, lane: usize) -> u64 {
        self.requests().saturating_sub(self.admitted(lane))
    }

    /// Attempts that were due and not made, because there were too many.
    pub(super) fn abandoned(&self, lane: usize) -> u64 {
        self.run.lanes()[lane].attempts().map_or(0, |attempts| attempts.abandoned)
    }

    /// The first lane with the most of something.
    pub(super) fn most_of(&self, amount: impl Fn(usize) -> u64) -> usize {
        self.lanes().rev().max_by_key(|lane| amount(*lane)).unwrap_or(0)
    }

    /// The first lane with the least of something.
    pub(super) fn least_of(&self, amount: impl Fn(usize) -> u64) -> usize {
        self.lanes().min_by_key(|lane| amount(*lane)).unwrap_or(0)
    }

    /// Whether all requests cost 1, so that a sum of costs is a number of requests.
    pub(super) fn counts_requests(&self) -> bool {
        self.run.traffic().is_none_or(|traffic| traffic.costs().is_empty())
    }
}

/// The length of a limiter's own window, if it counts in windows.
fn own_window(policy: &Policy) -> Option<u64> {
    match policy {
        Policy::FixedWindow(_) | Policy::SlidingWindowLog(_) | Policy::SlidingWindowCounter(_) => {
            policy.quotas().first()?.window
        }
        _ => None,
    }
}

/// One of several limiters; the only one, if there is but one.
fn part_of(policy: &Policy, member: usize) -> &Policy {
    match policy {
        Policy::AllOf(all) => &all.members()[member],
        policy => policy,
    }
}
