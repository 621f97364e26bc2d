//! A batch through a fixed window: the requests in one window are allowed until the
//! budget is used up and denied after that, so there is no need to look at each.

use alloc::vec::Vec;

use super::{Batch, OUTCOMES_PER_WORD, TakeBatch, denied};
use crate::{
    algorithms::fixed_window::{FixedWindow, Window},
    limiter::Limiter,
    window::Align,
};

impl TakeBatch for FixedWindow {
    fn take_batch(
        &self,
        state: &mut Window,
        batch: Batch<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let plain = self.align == Align::Epoch && !self.count_denied;
        if !plain || batch.fast_path_range(state.clock).is_none() {
            return self.take_each(state, batch, outcomes, starts);
        }
        outcomes.extend(
            batch.times.chunks(OUTCOMES_PER_WORD).map(|times| self.take_word(state, batch.start, times)),
        );
    }
}

impl FixedWindow {
    /// Decides the requests of one word, window by window.
    #[inline]
    fn take_word(&self, state: &mut Window, start: u64, times: &[u64]) -> u64 {
        let (mut outcomes, mut index) = (0, 0);
        while let Some(first) = times.get(index) {
            let moment = self.advance(state, start + first);
            let last = start + times[times.len() - 1];
            // Most words lie within one window, and then there is no edge to search for.
            let within = if last - moment.start < self.window {
                times.len()
            } else {
                index + times[index..].partition_point(|time| start + time - moment.start < self.window)
            };
            let free = (self.limit.saturating_sub(moment.used) as usize).min(within - index);
            outcomes |= denied(index + free..within);
            *state = Window { clock: start + times[within - 1], used: moment.used + free as u32, ..moment };
            index = within;
        }
        outcomes
    }
}
