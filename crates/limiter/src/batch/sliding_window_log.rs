//! A batch through a sliding window log: a request fits when the one admitted `limit`
//! before it has left. So the times at which each leaves, in order, are enough, and nothing
//! has to be counted.

use alloc::vec::Vec;
use core::iter::repeat_n;

use super::{Batch, TakeBatch, decide_each};
use crate::algorithms::sliding_window_log::{Log, SlidingWindowLog};

impl TakeBatch for SlidingWindowLog {
    fn take_batch(&self, state: &mut Log, batch: Batch<'_>, outcomes: &mut Vec<u64>, starts: &mut Vec<u64>) {
        let ends =
            batch.fast_path_range(state.clock).filter(|_| !self.count_denied && state.used <= self.limit);
        let Some((_, last)) = ends.filter(|(_, last)| last.checked_add(self.window).is_some()) else {
            return self.take_each(state, batch, outcomes, starts);
        };
        let mut leave = self.leave(state, batch);
        let slots = leave.len();
        leave.resize(slots + batch.times.len(), 0);
        let mut admitted = 0;
        decide_each(batch.times, outcomes, |time| {
            if leave[admitted] > time {
                return 1;
            }
            leave[slots + admitted] = time + self.window;
            admitted += 1;
            0
        });
        self.move_clock(state, batch.start + last);
        // Requests that leave before the end of the batch never enter the log.
        let admitted = &leave[slots..slots + admitted];
        for leaves in &admitted[admitted.partition_point(|leaves| *leaves <= last)..] {
            state.append_at(batch.start + (leaves - self.window), 1);
        }
    }
}

impl SlidingWindowLog {
    /// The time at which each slot of the log is free, in order and relative to the batch's
    /// start, for as many slots as the batch can need: 0 if it is free already.
    fn leave(&self, state: &Log, batch: Batch<'_>) -> Vec<u64> {
        let slots = batch.times.len().min(self.limit as usize);
        let free = ((self.limit - state.used) as usize).min(slots);
        let mut leave = Vec::with_capacity(slots + batch.times.len());
        leave.resize(free, 0);
        for entry in &state.entries {
            let leaves = match entry.time.checked_sub(batch.start) {
                Some(time) => time + self.window,
                None => self.window.saturating_sub(batch.start - entry.time),
            };
            let free = slots - leave.len();
            if free == 0 {
                break;
            }
            leave.extend(repeat_n(leaves, free.min(entry.cost as usize)));
        }
        leave
    }
}
