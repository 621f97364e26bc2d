//! A batch through a token bucket, a meter, a queue or GCRA.
//!
//! A backlog changes with every instant. The drain at which the bucket will be empty changes
//! only when a request is admitted, so a batch keeps that: everything is counted in parts
//! drained since the start of the batch.

use alloc::vec::Vec;

use super::{Batch, TakeBatch, decide_each};
use crate::{
    bucket::{Backlog, Bucket, Flow},
    limiter::Limiter,
};

impl<B: Bucket> TakeBatch for B {
    fn take_batch(
        &self,
        state: &mut Backlog,
        batch: Batch<'_>,
        outcomes: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let flow = *self.flow();
        let plain = batch
            .fast_path_range(state.clock)
            .filter(|(_, last)| self.is_even() && flow.can_drain(state.parts, *last));
        let Some(((first, last), ceiling)) = plain.zip(self.ceiling(1)) else {
            return self.take_each(state, batch, outcomes, starts);
        };
        let mut empty = self.advance(state, batch.start + first).parts + flow.amount() * first;
        // Every start is written before it is known whether its request waits; if not, the
        // next one overwrites it. That takes no branch.
        let (before, undelayed) = (starts.len(), self.undelayed());
        let (mut waiting, longest) = (0, if undelayed.is_some() { batch.times.len() } else { 0 });
        starts.resize(before + longest, 0);
        let noted = &mut starts[before..];
        decide_each(batch.times, outcomes, |time| {
            let drained = flow.amount() * time;
            // Neither of these two depends on the other: if one did, each request would take
            // twice as long.
            let fits = empty <= drained + ceiling;
            let filled = empty.max(drained) + flow.unit();
            let ahead = empty;
            empty = if fits { filled } else { empty };
            let Some(undelayed) = undelayed else { return u64::from(!fits) };
            let waits = fits & (ahead > drained + undelayed);
            noted[waiting] = flow.steps(ahead.wrapping_sub(undelayed), waits);
            waiting += usize::from(waits);
            u64::from(!fits) | u64::from(waits) << 1
        });
        starts.truncate(before + waiting);
        *state = Backlog { parts: empty.saturating_sub(flow.amount() * last), clock: batch.start + last };
    }
}

impl Flow {
    /// Reports whether no sum overflows in a batch that begins with this backlog and lasts this
    /// many steps: the largest is the drain plus the backlog, or plus a full bucket and one request.
    #[inline]
    const fn can_drain(&self, backlog: u64, steps: u64) -> bool {
        const MOST: u64 = u64::MAX / 4;
        self.capacity_parts() <= MOST
            && backlog <= MOST
            && match self.amount().checked_mul(steps) {
                Some(drained) => drained <= MOST,
                None => false,
            }
    }
}
