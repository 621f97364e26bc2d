//! A row through a fixed window: the requests in one window are allowed until the
//! budget is used up and denied after that, so nobody has to look at each.

use alloc::vec::Vec;

use super::{IN_WORD, Row, TakeRows, denied};
use crate::{
    algorithms::fixed_window::{FixedWindow, Window},
    limiter::Limiter,
    window::Align,
};

impl TakeRows for FixedWindow {
    fn take_row(&self, state: &mut Window, row: Row<'_>, outcomes: &mut Vec<u64>, starts: &mut Vec<u64>) {
        let plain = self.align == Align::Epoch && !self.count_denied;
        if !plain || row.ends(state.clock).is_none() {
            return self.take_each(state, row, outcomes, starts);
        }
        outcomes.extend(row.times.chunks(IN_WORD).map(|times| self.take_word(state, row.start, times)));
    }
}

impl FixedWindow {
    /// Decides about a word of requests, window by window.
    #[inline]
    fn take_word(&self, state: &mut Window, start: u64, times: &[u64]) -> u64 {
        let (mut outcomes, mut place) = (0, 0);
        while let Some(first) = times.get(place) {
            let moment = self.advance(state, start + first);
            let last = start + times[times.len() - 1];
            // Most words lie within one window, and then there is no edge to search for.
            let within = if last - moment.start < self.window {
                times.len()
            } else {
                place + times[place..].partition_point(|time| start + time - moment.start < self.window)
            };
            let room = (self.limit.saturating_sub(moment.used) as usize).min(within - place);
            outcomes |= denied(place + room..within);
            *state = Window { clock: start + times[within - 1], used: moment.used + room as u32, ..moment };
            place = within;
        }
        outcomes
    }
}
