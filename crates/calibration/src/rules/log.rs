//! The sliding window log.

use std::collections::VecDeque;

use super::Rule;
use crate::limit::Limit;

/// The length of a sliding window in whole microseconds. Requests arrive at whole microseconds, so a fraction of one
/// makes no difference.
pub(crate) fn window_of(period: u64) -> u64 {
    period.div_ceil(1000)
}

/// Limits the cost in any window, for requests of any cost.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    window: u64,
    left: u32,
    /// When each admitted request leaves the window, and its cost.
    entries: VecDeque<(u64, u32)>,
}

impl Log {
    pub(crate) fn new(limit: &Limit) -> Self {
        Self { window: window_of(limit.period), left: limit.amount, entries: VecDeque::new() }
    }
}

impl Rule for Log {
    fn admits(&mut self, time: u64, cost: u32) -> bool {
        while let Some((leaves, cost)) = self.entries.front()
            && *leaves <= time
        {
            self.left += cost;
            self.entries.pop_front();
        }
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
            self.entries.push_back((time.saturating_add(self.window), cost));
        }
        fits
    }
}

/// Limits the number of requests in any window, for requests of cost 1, with one slot per request in the window. The
/// next admitted request reuses the slot of the one that leaves next.
#[derive(Debug)]
pub(crate) struct Ring<'memory> {
    window: u64,
    leaves: &'memory mut [u64],
    next: usize,
}

impl<'memory> Ring<'memory> {
    /// Uses this memory, which must have at least one slot, and may have fewer than the limit if fewer requests arrive.
    pub(crate) fn new(period: u64, memory: &'memory mut [u64]) -> Self {
        memory.fill(0);
        Self { window: window_of(period), leaves: memory, next: 0 }
    }
}

impl Rule for Ring<'_> {
    #[inline]
    fn admits(&mut self, time: u64, _cost: u32) -> bool {
        let leaves = &mut self.leaves[self.next];
        let fits = *leaves <= time;
        // Without a branch, which would be unpredictable.
        *leaves = if fits { time.saturating_add(self.window) } else { *leaves };
        let next = self.next + usize::from(fits);
        self.next = if next == self.leaves.len() { 0 } else { next };
        fits
    }
}
