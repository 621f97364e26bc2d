//! The most that can be denied: requests come together, in stretches of time that admit little.
//!
//! For instants that are known, as many are denied as are too many for stretches of time that do not overlap,
//! chosen so that they are the most:
//! - No fewer, because no stretch admits more than its budget: a limit for a window or less, a burst and what
//!   drains meanwhile for a bucket.
//! - No more. Go back from the last denial by a window, or to where the bucket was last empty: in that stretch a
//!   whole budget was admitted, or there would have been room. Go on with the last denial before it, and all
//!   are in stretches.
//!
//! So for instants that are open it is the most over all instants, too. Requests from one to another in the order
//! of their stamps fit into no shorter stretch than from the latest instant of the first to the stamp of the last,
//! or into one instant if that is not later. Such stretches do not overlap if each begins at another stamp than the
//! one before ends with, and to move requests of that stamp to the one before it is never worse. What is left is
//! to choose where stretches begin, which [`run`] does for one request after the other.

use super::Open;
use crate::{
    limit::Limit,
    rules::{Bucket, Grid},
};

/// Which requests a stretch can hold that admits a whole budget and no more.
pub(super) enum Reach {
    /// Those that can come in one aligned window, and so much time before it.
    Windows {
        /// The windows.
        grid: Grid,
        /// What is before, in units of the grid.
        more: u64,
    },
    /// Those that can come within any so many microseconds.
    Any {
        /// The length of the stretch.
        window: u64,
    },
    /// Those that can come at one instant; a longer stretch admits more.
    Bucket,
}

impl Reach {
    /// The earliest stamp of a request that can come in one stretch with one of this stamp.
    #[inline]
    fn first(&self, time: u64, slack: u64) -> i64 {
        let first = match self {
            Self::Windows { grid, more } => grid.time_from(grid.begin(grid.at(time)).saturating_sub(*more)),
            Self::Any { window } => (time as i64).saturating_sub_unsigned(window - 1),
            Self::Bucket => time as i64,
        };
        first.saturating_sub_unsigned(slack)
    }

    /// The first time at which that is another, if it stays the same for long.
    #[inline]
    fn until(&self, time: u64) -> i64 {
        match self {
            Self::Windows { grid, .. } => grid.time_from(grid.end(grid.at(time))),
            _ => 0,
        }
    }
}

/// The most requests that can be denied. If no stretch can hold more than it admits by the costs as they
/// are, none is; otherwise all count as the greatest.
pub(super) fn denied(open: &Open<'_>, reach: &Reach, limit: &Limit, memory: &mut Vec<u64>) -> u64 {
    let is_open = open.costs.is_empty() || run(open, reach, limit, memory, |request| open.costs[request]) > 0;
    if is_open { run(open, reach, limit, memory, |_| open.most) } else { 0 }
}

/// Goes through the requests with the least that can have been admitted before each. A request is denied if
/// it is in a stretch, from some request on, that admits no more than was admitted since.
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

/// The stretches that are longer than an instant however the requests come. A bucket drains in one from the
/// latest instant of its first request on. Of all of them the one with the greatest backlog is kept.
struct Long {
    bucket: Bucket,
    backlog: u64,
}

impl Long {
    /// One more stretch, in which so much was admitted and which is so many microseconds long.
    fn add(&mut self, admitted: u64, elapsed: u64) {
        let backlog = self.bucket.drained(admitted * self.bucket.unit, elapsed);
        self.backlog = self.backlog.max(backlog);
    }

    /// Whether so much more would be admitted in all of them.
    fn admits(&self, cost: u64) -> bool {
        self.backlog <= self.bucket.capacity - cost * self.bucket.unit
    }
}
