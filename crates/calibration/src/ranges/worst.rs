//! The upper bound of denials: requests arrive together, in intervals that admit little.
//!
//! For known instants, the number of denials is the maximum excess of requests over the budgets of disjoint intervals:
//! - No fewer are denied, because no interval admits more than its budget: the limit for a window or less; the burst
//!   plus the drained amount for a bucket.
//! - No more are denied. Go back from the last denial by a window, or to where the bucket was last empty: a full budget
//!   was admitted in that interval, or there would have been capacity left. Continue with the last denial before it,
//!   until all are in intervals.
//!
//! So for open instants it is the maximum over all instants. Consecutive requests in the order of their timestamps fit
//! into no shorter interval than from the latest instant of the first to the timestamp of the last, or into one instant
//! if that is not later. Such intervals are disjoint if each begins at another timestamp than the one before ends with,
//! and moving requests of that timestamp to the one before is never worse. It remains to choose where intervals begin,
//! which [`run`] does for one request at a time.

use super::Open;
use crate::{
    limit::Limit,
    rules::{Bucket, Grid},
};

/// Which requests fit into an interval that admits a full budget and no more.
pub(super) enum Reach {
    /// Those that can arrive in one aligned window, and a time before it.
    Windows {
        /// The windows.
        grid: Grid,
        /// The time before, in units of the grid.
        more: u64,
    },
    /// Those that can arrive within any interval of this many microseconds.
    Any {
        /// The length of the interval.
        window: u64,
    },
    /// Those that can arrive at one instant; a longer interval admits more.
    Bucket,
}

impl Reach {
    /// The earliest timestamp of a request that can arrive in one interval with a request of this timestamp.
    #[inline]
    fn first(&self, time: u64, slack: u64) -> i64 {
        let first = match self {
            Self::Windows { grid, more } => grid.time_from(grid.begin(grid.at(time)).saturating_sub(*more)),
            Self::Any { window } => (time as i64).saturating_sub_unsigned(window - 1),
            Self::Bucket => time as i64,
        };
        first.saturating_sub_unsigned(slack)
    }

    /// The first time at which that changes, if it stays the same for long.
    #[inline]
    fn until(&self, time: u64) -> i64 {
        match self {
            Self::Windows { grid, .. } => grid.time_from(grid.end(grid.at(time))),
            _ => 0,
        }
    }
}

/// The upper bound of denied requests. If no interval can contain more than it admits at the actual costs, it is 0;
/// otherwise all count as the greatest cost.
pub(super) fn denied(open: &Open<'_>, reach: &Reach, limit: &Limit, memory: &mut Vec<u64>) -> u64 {
    let is_open = open.costs.is_empty() || run(open, reach, limit, memory, |request| open.costs[request]) > 0;
    if is_open { run(open, reach, limit, memory, |_| open.most) } else { 0 }
}

/// Processes the requests with the least that can have been admitted before each. A request is denied if it is in an
/// interval, from some request on, that admits no more than was admitted since.
fn run(
    open: &Open<'_>,
    reach: &Reach,
    limit: &Limit,
    before: &mut Vec<u64>,
    cost: impl Fn(usize) -> u32,
) -> u64 {
    let mut long = matches!(reach, Reach::Bucket).then(|| Long { bucket: Bucket::new(limit), backlog: 0 });
    let budget = u64::from(if long.is_some() { limit.burst } else { limit.amount });
    let (mut first, mut admitted, mut denied, mut clock) = (0, 0, 0, 0);
    let (mut reached, mut until) = (0, 0);
    before.clear();
    for (request, time) in open.times.iter().enumerate() {
        before.push(admitted);
        if let Some(long) = &mut long {
            long.backlog = long.bucket.drained(long.backlog, time - clock);
        }
        clock = *time;
        if *time as i64 >= until {
            (reached, until) = (reach.first(*time, open.slack), reach.until(*time));
        }
        while (open.times[first] as i64) < reached {
            if let Some(long) = &mut long {
                long.add(admitted - before[first], time - open.slack - open.times[first]);
            }
            first += 1;
        }
        let cost = u64::from(cost(request));
        let is_full = admitted - before[first] + cost > budget;
        if is_full || long.as_ref().is_some_and(|long| !long.admits(cost)) {
            denied += 1;
            continue;
        }
        admitted += cost;
        if let Some(long) = &mut long {
            long.backlog += cost * long.bucket.unit;
        }
    }
    denied
}

/// The intervals that are longer than an instant however the requests arrive. A bucket drains in one from the latest
/// instant of its first request on. Only the one with the greatest backlog is kept.
struct Long {
    bucket: Bucket,
    backlog: u64,
}

impl Long {
    /// Adds an interval of this many microseconds, in which this much was admitted.
    fn add(&mut self, admitted: u64, elapsed: u64) {
        let backlog = self.bucket.drained(admitted * self.bucket.unit, elapsed);
        self.backlog = self.backlog.max(backlog);
    }

    /// Whether this cost would be admitted in all of them.
    fn admits(&self, cost: u64) -> bool {
        self.backlog <= self.bucket.capacity - cost * self.bucket.unit
    }
}
