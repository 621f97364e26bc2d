//! The walk through a state's requests, in blocks.

use std::rc::Rc;

use ratelab_limiter::{Limiter, Policy, SlidingWindowCounter};

use super::{
    Extremes, Requests,
    pyramid::{Bounds, Level, Pyramid},
    steps::{Decided, Recorded, Steps},
};
use crate::view::View;

/// Requests per block, unless states are large. A column walks through half a block at each end on average, and
/// each block keeps a state and its bounds in memory.
const BLOCK: usize = 32;

/// Requests per block where a state is two small numbers.
const SMALL_BLOCK: usize = 16;

/// Approximate memory limit for the states of a band.
const MOST_BYTES: u64 = 8 << 20;

/// A walk with any kind of steps. It is compiled for each limiter: dispatching at each request took most of the
/// time of a view.
pub(super) trait Walk {
    /// Advances by about `budget` requests, and returns whether the end was reached.
    fn advance(&mut self, requests: &Requests<'_>, budget: usize) -> bool;

    /// Returns the extremes in each column, once the end was reached.
    fn columns(&self, requests: &Requests<'_>, view: &View<'_>) -> Rc<[Extremes]>;

    /// Returns the usage at a time, just before any request at that time.
    fn level(&self, requests: &Requests<'_>, time: u64) -> u128;
}

/// Returns the walk through the requests of a policy.
pub(super) fn walk(policy: &Policy, requests: usize) -> Box<dyn Walk> {
    let affordable = (MOST_BYTES / policy.state_bytes()).max(1) as usize;
    let block = requests.div_ceil(affordable).max(BLOCK);
    match policy {
        Policy::FixedWindow(limiter) => Walked::begin(Decided::<_, u32>::by(limiter), block),
        Policy::SlidingWindowLog(log) if log.counts_denied() => {
            Walked::begin(Decided::<_, u32>::by(log), block)
        }
        Policy::SlidingWindowLog(log) => Walked::begin(Recorded { window: log.window() }, SMALL_BLOCK),
        Policy::SlidingWindowCounter(limiter) if has_short_levels(limiter) => {
            Walked::begin(Decided::<_, u64>::by(limiter), block)
        }
        Policy::SlidingWindowCounter(limiter) => Walked::begin(Decided::<_, u128>::by(limiter), block),
        Policy::TokenBucket(limiter) => Walked::begin(Decided::<_, u64>::by(limiter), block),
        Policy::LeakyBucketMeter(limiter) => Walked::begin(Decided::<_, u64>::by(limiter), block),
        Policy::LeakyBucketQueue(limiter) => Walked::begin(Decided::<_, u64>::by(limiter), block),
        Policy::Gcra(limiter) => Walked::begin(Decided::<_, u64>::by(limiter), block),
        Policy::AllOf(limiter) => Walked::begin(Decided::<_, u32>::by(limiter), block),
    }
}

/// Returns whether two full counts, in fractions of a window, fit into 64 bits. They do for all except the
/// longest windows. A state that owes more than its limit has no band, because it depends on more than its own
/// requests.
fn has_short_levels(counter: &SlidingWindowCounter) -> bool {
    let count = if counter.counts_denied() { u32::MAX } else { counter.limit() };
    counter.level_unit().checked_mul(2 * u64::from(count)).is_some()
}

struct Walked<S: Steps> {
    steps: S,
    block: usize,
    blocks: Pyramid<S::State, S::Level>,
    /// How far the walk has come.
    end: Cursor<S::State>,
}

/// A position among the requests, with the state just before it.
#[derive(Clone)]
struct Cursor<T> {
    position: usize,
    state: T,
}

impl<S: Steps + 'static> Walked<S> {
    fn begin(steps: S, block: usize) -> Box<dyn Walk> {
        let end = Cursor { position: 0, state: steps.first() };
        Box::new(Self { steps, block, blocks: Pyramid::EMPTY, end })
    }

    fn level(&self, requests: &Requests<'_>, cursor: &mut Cursor<S::State>, time: u64) -> S::Level {
        self.steps.level(requests, &mut cursor.state, cursor.position, time)
    }

    /// Walks to a position. A request only adds to the usage, so the minimum is before a request and the
    /// maximum after one.
    fn walk(
        &self,
        requests: &Requests<'_>,
        cursor: &mut Cursor<S::State>,
        to: usize,
        mut bounds: Bounds<S::Level>,
    ) -> Bounds<S::Level> {
        for position in cursor.position..to {
            let (before, after) = self.steps.step(requests, &mut cursor.state, position);
            bounds = bounds.with(before, after);
        }
        cursor.position = cursor.position.max(to);
        bounds
    }

    /// Returns the state just before a position, starting from its block.
    fn cursor(&self, requests: &Requests<'_>, position: usize) -> Cursor<S::State> {
        let mut cursor = match self.blocks.state(position / self.block) {
            Some(state) => Cursor { position: position / self.block * self.block, state: state.clone() },
            None => self.end.clone(),
        };
        self.walk(requests, &mut cursor, position, Bounds::NONE);
        cursor
    }

    /// Returns one column. Columns narrower than a nanosecond are instants.
    fn column(
        &self,
        requests: &Requests<'_>,
        cursor: &mut Cursor<S::State>,
        to: usize,
        (begin, end): (u64, u64),
    ) -> Bounds<S::Level> {
        let first = self.level(requests, cursor, begin);
        let mut bounds = Bounds { least: first, most: first };
        let blocks = cursor.position.div_ceil(self.block)..to / self.block;
        if !blocks.is_empty() {
            bounds = self.walk(requests, cursor, blocks.start * self.block, bounds);
            bounds = self.blocks.widened(bounds, blocks.clone());
            *cursor = self.cursor(requests, blocks.end * self.block);
        }
        bounds = self.walk(requests, cursor, to, bounds);
        let last = self.level(requests, cursor, end.saturating_sub(1).max(begin));
        bounds.with(last, last)
    }
}

impl<S: Steps + 'static> Walk for Walked<S> {
    fn advance(&mut self, requests: &Requests<'_>, budget: usize) -> bool {
        let length = requests.len();
        let end = self.end.position.saturating_add(budget.max(self.block)).min(length);
        while self.end.position < end {
            let mut cursor = self.end.clone();
            let to = (cursor.position + self.block).min(length);
            let bounds = self.walk(requests, &mut cursor, to, Bounds::NONE);
            self.blocks.push(core::mem::replace(&mut self.end, cursor).state, bounds);
        }
        self.end.position == length
    }

    fn columns(&self, requests: &Requests<'_>, view: &View<'_>) -> Rc<[Extremes]> {
        let (span, mut positions) = (view.span(), requests.edges(view));
        let mut cursor = self.cursor(requests, positions.next().unwrap_or(0));
        let column = |(column, position): (u32, usize)| {
            let times = (span.edge(column), span.edge(column + 1));
            let Bounds { least, most } = self.column(requests, &mut cursor, position, times);
            Extremes { least: least.wide(), most: most.wide() }
        };
        (0..span.width).zip(positions).map(column).collect()
    }

    fn level(&self, requests: &Requests<'_>, time: u64) -> u128 {
        let mut cursor = self.cursor(requests, requests.first_at(time));
        self.level(requests, &mut cursor, time).wide()
    }
}
