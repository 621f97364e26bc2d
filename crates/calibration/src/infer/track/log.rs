//! A sliding window log: the charges within the last window.

use std::collections::VecDeque;

use super::{Bound, Request, Shape, Stamps};

pub(super) struct Log<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    charges: VecDeque<Charge>,
    /// The sum of the charges.
    total: u64,
}

struct Charge {
    at: u64,
    cost: u64,
}

impl<'shape> Log<'shape> {
    pub(super) fn new(shape: &'shape Shape, stamps: Stamps) -> Self {
        Self { shape, stamps, charges: VecDeque::new(), total: 0 }
    }

    pub(super) fn next(&mut self, request: &Request) -> Bound {
        let now = self.stamps.instant(request.time);
        self.forget(now);
        let limit = self.total + request.cost;
        let cost = request.charge(self.shape);
        if cost > 0 {
            self.total += cost;
            self.charges.push_back(Charge { at: now, cost });
        }
        Bound { limit, uncertain: request.limited && now - self.stamps.begin < self.shape.period }
    }

    /// Drops the charges that are older than a window.
    fn forget(&mut self, now: u64) {
        while let Some(charge) = self.charges.front() {
            if self.passed(charge.at, now) < self.shape.period {
                break;
            }
            self.total -= charge.cost;
            self.charges.pop_front();
        }
    }

    /// The time that passes in this track from one timestamp to another.
    fn passed(&self, from: u64, to: u64) -> u64 {
        let slack = self.stamps.slack_nanoseconds();
        if self.stamps.is_long { to - from + slack } else { (to - from).saturating_sub(slack) }
    }
}
