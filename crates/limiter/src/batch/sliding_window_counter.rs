//! A batch through a sliding window counter: within one window each admission takes a
//! window's length from the weight that the previous count may have. So the right side of
//! the rule needs one subtraction, and one multiplication is left.

use alloc::vec::Vec;

use super::{Batch, TakeBatch, decide_each};
use crate::{
    algorithms::sliding_window_counter::{Counts, SlidingWindowCounter},
    limiter::Limiter,
    window::Align,
};

impl TakeBatch for SlidingWindowCounter {
    fn take_batch(
        &self,
        state: &mut Counts,
        batch: Batch<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let narrow = state.previous.max(state.current) < self.narrow_below;
        let plain = self.align == Align::Epoch && !self.count_denied && narrow;
        let Some((_, last)) = batch.fast_path_range(state.clock).filter(|_| plain) else {
            return self.take_each(state, batch, outcomes, starts);
        };
        let window = self.window as i64;
        let (mut moment, mut allowance) = (*state, self.allowance_for_one(state));
        decide_each(batch.times, outcomes, |time| {
            let mut elapsed = batch.start + time - moment.start;
            if elapsed >= self.window {
                moment = self.advance(&moment, batch.start + time);
                (elapsed, allowance) = (moment.clock - moment.start, self.allowance_for_one(&moment));
            }
            let weight = u64::from(moment.previous) * (self.window - elapsed);
            // Without branches: which way a request goes is hard to predict.
            let fits = weight as i64 <= allowance;
            allowance -= if fits { window } else { 0 };
            moment.current += u32::from(fits);
            u64::from(!fits)
        });
        *state = Counts { clock: batch.start + last, ..moment };
    }
}

impl SlidingWindowCounter {
    /// The most that the previous count may weigh, in nanoseconds, for one more request to be
    /// admitted; negative if it does not fit at all. Only for narrow counts: with others the
    /// product would overflow.
    #[inline]
    fn allowance_for_one(&self, moment: &Counts) -> i64 {
        let free = i64::from(self.limit) - i64::from(moment.current);
        (free - 1) * self.window as i64 + self.slack() as i64
    }
}
