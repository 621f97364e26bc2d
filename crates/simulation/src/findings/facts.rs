//! The numbers that findings are made of.

use ratelab_limiter::{Limiter, Policy, Quota};

use crate::{
    measures::{Most, Starts, most_in_any},
    run::{Counts, Simulation},
};

/// The numbers of a lane, computed on first use.
#[derive(Clone, Copy)]
pub(super) struct Gist {
    pub(super) counts: Counts,
    /// The most in any window of the lane's own length, or of the scenario's where the
    /// limiter has none.
    pub(super) most: Most,
    pub(super) window: u64,
    pub(super) excess: Option<Excess>,
    pub(super) longest_wait: u64,
}

/// More than a limiter's own limit in a window of its own length.
#[derive(Clone, Copy)]
pub(crate) struct Excess {
    pub(crate) most: Most,
    pub(crate) limit: u32,
    /// How long the limiter's windows are.
    pub(crate) window: u64,
    /// Which limiter of an all-of it is.
    pub(crate) member: Option<usize>,
}

impl Excess {
    /// Whether it is more of its limit than another is.
    fn is_worse_than(&self, other: &Self) -> bool {
        let share = |one: &Self, limit: u32| u128::from(one.most.cost) * u128::from(limit);
        share(self, other.limit) > share(other, self.limit)
    }
}

/// A run that is done, as the rules see it.
pub(super) struct Story<'run> {
    pub(super) run: &'run Simulation,
}

impl<'run> Story<'run> {
    /// None before the run is done.
    pub(super) fn new(run: &'run Simulation) -> Option<Self> {
        run.is_done().then_some(Self { run })
    }

    pub(super) fn lanes(&self) -> core::ops::Range<usize> {
        0..self.run.lanes().len()
    }

    pub(super) fn policy(&self, lane: usize) -> &'run Policy {
        self.run.lanes()[lane].policy()
    }

    pub(super) fn gist(&self, lane: usize) -> &'run Gist {
        self.run.findings.gists[lane].get_or_init(|| self.look_at(lane))
    }

    #[inline(never)]
    fn look_at(&self, lane: usize) -> Gist {
        let record = self.run.lanes()[lane].record();
        let scenarios = self.run.scenario().limit.period;
        let window = own_window(self.policy(lane)).unwrap_or(scenarios);
        let most = self.most(lane, window - 1);
        let worst = |worst: Option<Excess>, next: Excess| {
            Some(worst.filter(|worst| !next.is_worse_than(worst)).unwrap_or(next))
        };
        let excesses = leaks(self.policy(lane)).filter_map(|(member, limit, length)| {
            let most = if length == window { most } else { self.most(lane, length - 1) };
            (most.cost > limit.into()).then_some(Excess { most, limit, window: length, member })
        });
        Gist {
            counts: record.count(0..record.outcomes().len()),
            most,
            window,
            excess: excesses.fold(None, worst),
            longest_wait: self.run.longest_wait(lane),
        }
    }

    /// The most that one client of a lane got between two instants at most so far apart.
    ///
    /// Never inlined: many sentences ask for it, and a walk for each would be in the module.
    #[inline(never)]
    pub(super) fn most(&self, lane: usize, interval: u64) -> Most {
        Starts::new(self.run, lane).map_or(Most::default(), |starts| most_in_any(starts.iter(), interval))
    }

    /// The lane that exceeded its own limit by the most of it.
    pub(super) fn worst(&self) -> Option<(usize, Excess)> {
        let excesses = self.lanes().filter_map(|lane| Some((lane, self.gist(lane).excess?)));
        excesses.reduce(|worst, next| if next.1.is_worse_than(&worst.1) { next } else { worst })
    }

    /// Requests of the traffic, retries not counted.
    pub(super) fn requests(&self) -> u64 {
        self.run.traffic().map_or(0, |traffic| traffic.len() as u64)
    }

    /// Attempts at them in a lane: as many, where nobody retries.
    pub(super) fn attempts(&self, lane: usize) -> u64 {
        let Counts { allowed, denied, delayed } = self.gist(lane).counts;
        [allowed, denied, delayed].into_iter().map(u64::from).sum()
    }

    pub(super) fn admitted(&self, lane: usize) -> u64 {
        self.gist(lane).counts.admitted().into()
    }

    pub(super) fn denied(&self, lane: usize) -> u64 {
        self.gist(lane).counts.denied.into()
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
    pub(super) fn most_of(&self, of: impl Fn(usize) -> u64) -> usize {
        self.lanes().rev().max_by_key(|lane| of(*lane)).unwrap_or(0)
    }

    /// The first lane with the least of something.
    pub(super) fn least_of(&self, of: impl Fn(usize) -> u64) -> usize {
        self.lanes().min_by_key(|lane| of(*lane)).unwrap_or(0)
    }

    /// Whether all requests cost 1, so that a sum of costs is a number of requests.
    pub(super) fn counts_requests(&self) -> bool {
        self.run.traffic().is_none_or(|traffic| traffic.costs().is_empty())
    }

    pub(super) fn has_many_clients(&self) -> bool {
        self.run.scenario().clients.count > 1
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

/// The limits that a policy can let more through than, in some window of their length: those
/// of fixed windows and of counters. A log never does, and a bucket promises no such thing.
fn leaks(policy: &Policy) -> impl Iterator<Item = (Option<usize>, u32, u64)> {
    let own = core::slice::from_ref(policy);
    let (all, is_member) = match policy {
        Policy::AllOf(all) => (all.members(), true),
        _ => (own, false),
    };
    let can_leak =
        |policy: &Policy| matches!(policy, Policy::FixedWindow(_) | Policy::SlidingWindowCounter(_));
    all.iter().enumerate().filter(move |(_, policy)| can_leak(policy)).filter_map(move |(member, policy)| {
        let Quota { limit, window } = *policy.quotas().first()?;
        Some((is_member.then_some(member), limit, window?))
    })
}
