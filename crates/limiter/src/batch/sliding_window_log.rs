//! A batch through a sliding window log: a request fits when the one admitted `limit`
//! before it has left. So it is enough to know when each leaves, in order, and nothing
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
        let places = leave.len();
        leave.resize(places + batch.times.len(), 0);
        let mut admitted = 0;
        decide_each(batch.times, outcomes, |time| {
            if leave[admitted] > time {
                return 1;
            }
            leave[places + admitted] = time + self.window;
            admitted += 1;
            0
        });
        self.move_clock(state, batch.start + last);
        // What has left by the end of the batch never has to enter the log.
        let admitted = &leave[places..places + admitted];
        for leaves in &admitted[admitted.partition_point(|leaves| *leaves <= last)..] {
            state.append_at(batch.start + (leaves - self.window), 1);
        }
    }
}

impl SlidingWindowLog {
    /// When each place of the log is free, in order and relative to the batch's start, for as
    /// many places as the batch can need. A place that is free already is free at 0.
    fn leave(&self, state: &Log, batch: Batch<'_>) -> Vec<u64> {
        let places = batch.times.len().min(self.limit as usize);
        let free = ((self.limit - state.used) as usize).min(places);
        let mut leave = Vec::with_capacity(places + batch.times.len());
        leave.resize(free, 0);
        for entry in &state.entries {
            let leaves = match entry.time.checked_sub(batch.start) {
                Some(time) => time + self.window,
                None => self.window.saturating_sub(batch.start - entry.time),
            };
            let room = places - leave.len();
            if room == 0 {
                break;
            }
            leave.extend(repeat_n(leaves, room.min(entry.cost as usize)));
        }
        leave
    }
}
