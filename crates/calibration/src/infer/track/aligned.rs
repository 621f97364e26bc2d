//! Aligned windows: fixed ones, and those of a sliding window counter.

use super::{Bound, LeastLimited, Request, Shape, Stamps};
use crate::infer::shape::Kind;

pub(super) struct AlignedWindows<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    /// The start of the window of the last request, in nanoseconds since 1970.
    start: u64,
    /// The cost charged in it, and in the one before.
    current: u64,
    previous: u64,
    least_limited: LeastLimited,
}

impl<'shape> AlignedWindows<'shape> {
    pub(super) fn new(shape: &'shape Shape, stamps: Stamps) -> Self {
        Self { shape, stamps, start: 0, current: 0, previous: 0, least_limited: LeastLimited::default() }
    }

    pub(super) fn next(&mut self, request: &Request) -> Bound {
        let late = if self.stamps.is_long { self.stamps.slack_nanoseconds() } else { 0 };
        let now = self.stamps.instant(request.time) + late;
        self.enter(now);
        let limit = if self.is_known_full(request) {
            u64::MAX
        } else {
            self.share(now) + self.current + request.cost
        };
        self.current += request.charge(self.shape);
        Bound { limit, uncertain: request.limited && self.counts_before_log() }
    }

    /// Moves to the window of an instant.
    fn enter(&mut self, now: u64) {
        let window = self.shape.period;
        let start = now - now % window;
        if start != self.start {
            self.previous = if start == self.start + window { self.current } else { 0 };
            (self.start, self.current, self.least_limited) = (start, 0, LeastLimited::default());
        }
    }

    /// The share of the window before that still counts.
    fn share(&self, now: u64) -> u64 {
        if self.shape.kind == Kind::Fixed {
            return 0;
        }
        let window = u128::from(self.shape.period);
        let weighted = u128::from(self.previous) * (window - u128::from(now - self.start));
        let is_exact = self.shape.kind == Kind::CounterExact;
        (if is_exact { weighted.div_ceil(window) } else { weighted / window }) as u64
    }

    /// Whether a request was served although its window was full, whatever came before the log: a full fixed window
    /// stays full. No limit explains it.
    fn is_known_full(&mut self, request: &Request) -> bool {
        let began_before_log = self.start < self.stamps.begin;
        if self.shape.kind != Kind::Fixed || self.stamps.slack > 0 || !began_before_log {
            return false;
        }
        if request.limited {
            self.least_limited.add(request.cost);
        }
        !request.limited && self.least_limited.includes(request.cost)
    }

    /// Whether anything that counts now may have come before the log.
    fn counts_before_log(&self) -> bool {
        let reach = if self.shape.kind == Kind::Fixed { 0 } else { self.shape.period };
        self.start.saturating_sub(reach) < self.stamps.begin
    }
}
