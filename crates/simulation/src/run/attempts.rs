//! Clients that react. What a client does next depends on the answer, so each lane
//! has arrivals of its own: first requests as they come, and the attempts that
//! follow refusals.

use std::{cmp::Reverse, collections::BinaryHeap};

use ratelab_limiter::SECOND;

use crate::{
    scenario::{Retry, RetryAfter},
    traffic::{Arrivals, Random},
};

/// The most attempts in a lane. What comes after is not tried, and is counted.
pub const MOST_ATTEMPTS_IN_LANE: usize = 20_000_000;

/// An attempt that is still to be made, soonest first; at one instant, in the order
/// in which they were scheduled.
type Pending = Reverse<(u64, u64, u32, u32)>;

/// The attempts of one lane, in the order they were made.
#[derive(Debug, Default)]
pub struct Attempts {
    /// When, by whom, at what cost.
    pub arrivals: Arrivals,
    /// Which request of the traffic each of them is an attempt at.
    pub requests: Vec<u32>,
    /// Which attempt at it: 1 is the first.
    pub numbers: Vec<u32>,
    /// Attempts that were due after the last one there was room for.
    pub abandoned: u64,
}

impl Attempts {
    /// Adds an attempt: its time, which request of the traffic, which attempt at it.
    pub(super) fn push(&mut self, traffic: &Arrivals, (time, request, number): (u64, u32, u32)) {
        let (client, cost) = (traffic.client(request as usize), traffic.cost(request as usize));
        self.arrivals.push(time, client, cost);
        self.requests.push(request);
        self.numbers.push(number);
    }
}

/// A lane's clients at work.
pub(super) struct Clients {
    retry: Retry,
    random: Random,
    pending: BinaryHeap<Pending>,
    scheduled: u64,
    next: usize,
    /// The last instant of the scenario that the limiters' clock can show.
    end: u64,
}

impl Clients {
    pub(super) fn new(retry: Retry, random: Random, end: u64) -> Self {
        Self { retry, random, pending: BinaryHeap::new(), scheduled: 0, next: 0, end }
    }

    /// The next attempt: its time, which request, which attempt at it. A first
    /// request goes before retries of the same instant.
    pub(super) fn next(&mut self, traffic: &Arrivals) -> Option<(u64, u32, u32)> {
        let due = self.pending.peek().map(|Reverse((time, ..))| *time);
        if self.next < traffic.len() && due.is_none_or(|due| traffic.time(self.next) <= due) {
            self.next += 1;
            return Some((traffic.time(self.next - 1), self.next as u32 - 1, 1));
        }
        self.pending.pop().map(|Reverse((time, _, request, number))| (time, request, number))
    }

    /// Schedules what follows a refusal. What would come after the last instant of the
    /// clock does not come.
    pub(super) fn refused(&mut self, (time, request, number): (u64, u32, u32), told: Option<u64>) {
        if number >= self.retry.attempts {
            return;
        }
        let due = self.wait(told, number).and_then(|wait| time.checked_add(wait));
        let Some(due) = due.filter(|due| *due <= self.end) else { return };
        self.scheduled += 1;
        self.pending.push(Reverse((due, self.scheduled, request, number + 1)));
    }

    /// Whether the limiter's own hint is needed.
    pub(super) const fn listens(&self) -> bool {
        matches!(self.retry.after, RetryAfter::Told)
    }

    /// Attempts that are scheduled and not made.
    pub(super) fn left(&self) -> u64 {
        self.pending.len() as u64
    }

    /// How long a client waits after its attempt with this number was refused.
    fn wait(&mut self, told: Option<u64>, number: u32) -> Option<u64> {
        match self.retry.after {
            RetryAfter::Never => None,
            RetryAfter::AtOnce => Some(0),
            RetryAfter::Fixed(wait) => Some(wait),
            RetryAfter::Told => told.map(|wait| wait.div_ceil(SECOND).max(1).saturating_mul(SECOND)),
            RetryAfter::Backoff { first, longest, jitter } => {
                let doubled = u128::from(first) << (number - 1).min(63);
                let wait = u64::try_from(doubled).unwrap_or(u64::MAX).min(longest);
                Some(if jitter { self.random.up_to(wait) } else { wait })
            }
        }
    }
}
