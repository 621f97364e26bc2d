//! The lower bound of denials: each request arrives as soon as it is admitted.

use super::Open;
use crate::{
    limit::Limit,
    rules::{Bucket, Grid, window_of},
};

/// For fixed windows: a request that does not fit before an edge may have arrived after it.
pub(super) fn fixed(open: &Open<'_>, grid: &Grid, limit: &Limit) -> u64 {
    let most = limit.amount / open.least;
    let (mut end, mut used, mut denied) = (0, 0, 0);
    for time in open.times {
        let now = grid.at(*time);
        if now >= end {
            (end, used) = (grid.end(now), 0);
        }
        if used == most {
            let next = grid.time_from(end);
            if next > (time + open.slack) as i64 {
                denied += 1;
                continue;
            }
            (end, used) = (grid.end(grid.at(next as u64)), 0);
        }
        used += 1;
    }
    denied
}

/// For a log: a request arrives when the oldest one in its way has left.
pub(super) fn log(open: &Open<'_>, limit: &Limit, memory: &mut Vec<u64>) -> u64 {
    let slots = open.times.len().min((limit.amount / open.least) as usize);
    let (window, mut slot, mut denied) = (window_of(limit.period), 0, 0);
    memory.clear();
    memory.resize(slots, 0);
    for time in open.times {
        let comes = memory[slot].max(*time);
        if comes > time + open.slack {
            denied += 1;
            continue;
        }
        memory[slot] = comes.saturating_add(window);
        slot = if slot + 1 == slots { 0 } else { slot + 1 };
    }
    denied
}

/// For a bucket: a request arrives when enough has drained.
pub(super) fn bucket(open: &Open<'_>, limit: &Limit) -> u64 {
    let bucket = Bucket::new(limit);
    let cost = u64::from(open.least) * bucket.unit;
    let ceiling = bucket.capacity - cost;
    let (mut backlog, mut clock, mut denied) = (0, 0, 0);
    for time in open.times {
        let now = clock.max(*time);
        let left = bucket.drained(backlog, now - clock);
        let wait = left.saturating_sub(ceiling).div_ceil(bucket.flow);
        let comes = now.saturating_add(wait);
        if comes > time + open.slack {
            denied += 1;
            continue;
        }
        (backlog, clock) = (bucket.drained(left, wait) + cost, comes);
    }
    denied
}
