//! A client's state over time, exactly: the most and the least that was in use in
//! each column of pixels.
//!
//! What is in use never grows while nothing arrives. So in a column it is greatest
//! where the column begins or just after a request, and least just before a request
//! or where the column ends. A band walks once through the client's requests and
//! keeps these for blocks of them, with the state at each block's beginning; a column
//! then costs at most two blocks, however many requests there are in it.

use core::ops::Range;

use ratelab_limiter::{Limiter, Policy, PolicyState};

use crate::{
    run::{Simulation, interval},
    view::Span,
};

/// The least and the most that was in use, in parts of which so many are a request:
/// `Limiter::level_unit` of the lane's policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The least.
    pub least: u128,
    /// The most.
    pub most: u128,
}

impl Extremes {
    fn of(level: u128) -> Self {
        Self { least: level, most: level }
    }

    fn and(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// The state of one client in one lane, over all of a run.
pub struct Band<'run> {
    policy: &'run Policy,
    start: u64,
    /// The client's requests: when, and at what cost.
    requests: Vec<(u64, u32)>,
    block: usize,
    /// The state at the beginning of each block, and the extremes within it.
    blocks: Vec<(PolicyState, Extremes)>,
}

impl Simulation {
    /// The band of a client, once the run is done. It walks once through the lane.
    pub fn band(&self, lane: usize, client: u32) -> Option<Band<'_>> {
        let arrivals = self.arrivals(lane)?;
        let own = (0..arrivals.len()).filter(|index| arrivals.client(*index) == client);
        let requests: Vec<_> = own.map(|index| (arrivals.time(index), arrivals.cost(index))).collect();
        let policy = self.lanes()[lane].policy();
        let block = interval(policy, 1, requests.len());
        let mut band = Band { policy, start: self.scenario().start, requests, block, blocks: Vec::new() };
        band.walk();
        Some(band)
    }
}

impl Band<'_> {
    /// The extremes in each column.
    pub fn columns(&self, span: Span) -> Vec<Extremes> {
        let mut cursor = self.cursor(self.first_at(span.from));
        let column = |column: u32| self.column(&mut cursor, span.edge(column)..span.edge(column + 1));
        (0..span.width).map(column).collect()
    }

    /// What is in use at a time, just before any request of that time.
    pub fn level(&self, time: u64) -> u128 {
        self.level_of(&self.cursor(self.first_at(time)).state, time)
    }

    fn first_at(&self, time: u64) -> usize {
        self.requests.partition_point(|(other, _)| *other < time)
    }

    /// One column. Columns that are narrower than a nanosecond are instants.
    fn column(&self, cursor: &mut Cursor, times: Range<u64>) -> Extremes {
        let end = self.first_at(times.end);
        let mut extremes = Extremes::of(self.level_of(&cursor.state, times.start));
        while cursor.index < end {
            let block = cursor.index / self.block;
            let whole = cursor.index.is_multiple_of(self.block) && (block + 1) * self.block <= end;
            if whole {
                extremes = extremes.and(self.blocks[block].1);
                *cursor = self.block_start(block + 1).unwrap_or_else(|| self.cursor(end));
            } else {
                extremes = extremes.and(self.step(cursor));
            }
        }
        let last = times.end.saturating_sub(1).max(times.start);
        extremes.and(Extremes::of(self.level_of(&cursor.state, last)))
    }

    /// Makes the next request, and tells what was in use before and after it.
    fn step(&self, cursor: &mut Cursor) -> Extremes {
        let (time, cost) = self.requests[cursor.index];
        let before = self.level_of(&cursor.state, time);
        let _ = self.policy.take(&mut cursor.state, self.start.saturating_add(time), cost);
        cursor.index += 1;
        Extremes::of(before).and(Extremes::of(self.level_of(&cursor.state, time)))
    }

    fn level_of(&self, state: &PolicyState, time: u64) -> u128 {
        self.policy.level(&self.policy.advance(state, self.start.saturating_add(time)))
    }

    /// The state just before a request, from the beginning of its block.
    fn cursor(&self, index: usize) -> Cursor {
        let block = (index / self.block).min(self.blocks.len().saturating_sub(1));
        let mut cursor =
            self.block_start(block).unwrap_or_else(|| Cursor { index: 0, state: self.policy.fresh() });
        while cursor.index < index {
            let _ = self.step(&mut cursor);
        }
        cursor
    }

    fn block_start(&self, block: usize) -> Option<Cursor> {
        let (state, _) = self.blocks.get(block)?;
        Some(Cursor { index: block * self.block, state: state.clone() })
    }

    /// Walks through all requests, block by block.
    fn walk(&mut self) {
        let mut cursor = Cursor { index: 0, state: self.policy.fresh() };
        while cursor.index < self.requests.len() {
            let state = cursor.state.clone();
            let end = (cursor.index + self.block).min(self.requests.len());
            let mut extremes = self.step(&mut cursor);
            while cursor.index < end {
                extremes = extremes.and(self.step(&mut cursor));
            }
            self.blocks.push((state, extremes));
        }
    }
}

/// A place among the requests, with the state just before it.
struct Cursor {
    index: usize,
    state: PolicyState,
}
