//! A row through a sliding window log: a request fits when the one admitted `limit`
//! before it has left. So it is enough to know when each leaves, in order, and nothing
//! has to be counted.

use alloc::vec::Vec;
use core::iter::repeat_n;

use super::{Row, TakeRows, decide_each};
use crate::algorithms::sliding_window_log::{Log, SlidingWindowLog};

impl TakeRows for SlidingWindowLog {
    fn take_row(&self, state: &mut Log, row: Row<'_>, outcomes: &mut Vec<u64>, starts: &mut Vec<u64>) {
        let ends = row.ends(state.clock).filter(|_| !self.count_denied && state.used <= self.limit);
        let Some((_, last)) = ends.filter(|(_, last)| last.checked_add(self.window).is_some()) else {
            return self.take_each(state, row, outcomes, starts);
        };
        let mut leave = self.leave(state, row);
        let places = leave.len();
        leave.resize(places + row.times.len(), 0);
        let mut admitted = 0;
        decide_each(row.times, outcomes, |time| {
            if leave[admitted] > time {
                return 1;
            }
            leave[places + admitted] = time + self.window;
            admitted += 1;
            0
        });
        self.move_clock(state, row.start + last);
        // What has left by the end of the row never has to enter the log.
        let admitted = &leave[places..places + admitted];
        for leaves in &admitted[admitted.partition_point(|leaves| *leaves <= last)..] {
            state.append_at(row.start + (leaves - self.window), 1);
        }
    }
}

impl SlidingWindowLog {
    /// When each place of the log is free, in order and on the row's clock, for as many
    /// places as the row can need. A place that is free already is free at 0.
    fn leave(&self, state: &Log, row: Row<'_>) -> Vec<u64> {
        let places = row.times.len().min(self.limit as usize);
        let free = ((self.limit - state.used) as usize).min(places);
        let mut leave = Vec::with_capacity(places + row.times.len());
        leave.resize(free, 0);
        for entry in &state.entries {
            let leaves = match entry.time.checked_sub(row.start) {
                Some(time) => time + self.window,
                None => self.window.saturating_sub(row.start - entry.time),
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
