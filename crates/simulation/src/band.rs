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
    run::{Kind, Simulation},
    traffic::Arrivals,
    view::Span,
};

/// Requests of the client in a block, unless states are large.
const BLOCK: usize = 64;

/// Memory that the states of a band may take, about.
const MOST_BYTES: u64 = 8 << 20;

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

/// The state of one client in one lane, over all of a run. It is of use with that run
/// alone.
pub struct Band {
    lane: usize,
    /// The numbers of the client's requests in the lane; nothing if all are the
    /// client's.
    own: Option<Vec<u32>>,
    block: usize,
    /// The state at the beginning of each block, where there are states.
    states: Vec<PolicyState>,
    /// The extremes within each block.
    extremes: Vec<Extremes>,
    /// How far the walk has come.
    walked: Cursor,
}

/// A place among the client's requests, with what was just before it.
#[derive(Clone)]
struct Cursor {
    place: usize,
    before: Before,
}

#[derive(Clone)]
enum Before {
    /// A state that goes on from one request to the next.
    State(PolicyState),
    /// A log, which is large. What counts in it is what was recorded as admitted from
    /// this request on.
    Recorded(usize),
}

impl Simulation {
    /// The band of a client, once the run is done.
    pub fn band(&self, lane: usize, client: u32) -> Option<Band> {
        let mut band = self.begin_band(lane, client)?;
        while !band.advance(self, usize::MAX) {}
        Some(band)
    }

    /// A band that is still to be walked through.
    pub fn begin_band(&self, lane: usize, client: u32) -> Option<Band> {
        let arrivals = self.arrivals(lane)?;
        let own = (!arrivals.clients().is_empty() || client != 0).then(|| own_requests(arrivals, client));
        let policy = self.lanes()[lane].policy();
        let recorded = own.is_none() && arrivals.costs().is_empty() && is_plain_log(policy);
        let block = if recorded {
            BLOCK
        } else {
            block_length(policy, own.as_ref().map_or(arrivals.len(), Vec::len))
        };
        let before = if recorded { Before::Recorded(0) } else { Before::State(policy.fresh()) };
        let walked = Cursor { place: 0, before };
        Some(Band { lane, own, block, states: Vec::new(), extremes: Vec::new(), walked })
    }
}

fn is_plain_log(policy: &Policy) -> bool {
    matches!(policy, Policy::SlidingWindowLog(_)) && !policy.counts_denied()
}

fn own_requests(arrivals: &Arrivals, client: u32) -> Vec<u32> {
    (0..arrivals.len() as u32).filter(|index| arrivals.client(*index as usize) == client).collect()
}

fn block_length(policy: &Policy, requests: usize) -> usize {
    let affordable = (MOST_BYTES / policy.state_bytes()).max(1) as usize;
    requests.div_ceil(affordable).max(BLOCK)
}

impl Band {
    /// Walks on for about so many requests, and tells whether it came to the end.
    pub fn advance(&mut self, run: &Simulation, budget: usize) -> bool {
        let Some(of) = Of::new(self, run) else { return true };
        let (block, length) = (self.block, of.len());
        let end = self.walked.place.saturating_add(budget.max(block)).min(length);
        let mut walked = self.walked.clone();
        let (mut states, mut blocks) = (Vec::new(), Vec::new());
        while walked.place < end {
            if let Before::State(state) = &walked.before {
                states.push(state.clone());
            }
            let block_end = (walked.place + block).min(length);
            let mut extremes = of.step(&mut walked);
            while walked.place < block_end {
                extremes = extremes.and(of.step(&mut walked));
            }
            blocks.push(extremes);
        }
        self.walked = walked;
        self.states.append(&mut states);
        self.extremes.append(&mut blocks);
        self.walked.place == length
    }

    /// The extremes in each column, once it was walked to the end.
    pub fn columns(&self, run: &Simulation, span: Span) -> Vec<Extremes> {
        let Some(of) = Of::new(self, run) else { return Vec::new() };
        let edges = run.edges(self.lane, span);
        let mut cursor = of.cursor(of.first_from(edges[0] as usize));
        let column = |column: u32| {
            let end = of.first_from(edges[column as usize + 1] as usize);
            of.column(&mut cursor, end, span.edge(column)..span.edge(column + 1))
        };
        (0..span.width).map(column).collect()
    }

    /// What is in use at a time, just before any request of that time.
    pub fn level(&self, run: &Simulation, time: u64) -> Option<u128> {
        let of = Of::new(self, run)?;
        Some(of.level(&mut of.cursor(of.first_at(time)), time))
    }
}

/// A band with the run that it is of.
struct Of<'a> {
    band: &'a Band,
    run: &'a Simulation,
    arrivals: &'a Arrivals,
    policy: &'a Policy,
    /// For how long a log counts what it admitted.
    window: u64,
}

impl<'a> Of<'a> {
    fn new(band: &'a Band, run: &'a Simulation) -> Option<Self> {
        let policy = run.lanes().get(band.lane)?.policy();
        let window = policy.quotas().first().and_then(|quota| quota.window).unwrap_or(u64::MAX);
        Some(Self { band, run, arrivals: run.arrivals(band.lane)?, policy, window })
    }

    fn len(&self) -> usize {
        self.band.own.as_ref().map_or(self.arrivals.len(), Vec::len)
    }

    /// The number in the lane of a request of the client.
    fn index(&self, place: usize) -> usize {
        self.band.own.as_ref().map_or(place, |own| own[place] as usize)
    }

    fn time(&self, place: usize) -> u64 {
        self.arrivals.time(self.index(place))
    }

    /// The first of the client's requests at a time or after it.
    fn first_at(&self, time: u64) -> usize {
        self.first_from(self.arrivals.first_at(time))
    }

    /// The first of the client's requests from a number of the lane on.
    fn first_from(&self, index: usize) -> usize {
        self.band.own.as_ref().map_or(index, |own| own.partition_point(|other| (*other as usize) < index))
    }

    fn clock(&self, time: u64) -> u64 {
        self.run.scenario().start.saturating_add(time)
    }

    /// What is in use at a time, before the cursor's request and after the one before it.
    fn level(&self, cursor: &mut Cursor, time: u64) -> u128 {
        match &mut cursor.before {
            Before::State(state) => self.policy.level(&self.policy.advance(state, self.clock(time))),
            Before::Recorded(oldest) => {
                // An entry counts while it is less than a window old.
                let left = self.clock(time).checked_sub(self.window);
                let left = left.and_then(|left| left.checked_sub(self.run.scenario().start));
                let left = left.map_or(0, |left| left.saturating_add(1));
                *oldest = self.arrivals.first_at_from(*oldest, 1, left);
                let outcomes = self.run.lanes()[self.band.lane].record().outcomes();
                u128::from(outcomes.count((*oldest).min(cursor.place)..cursor.place).admitted())
            }
        }
    }

    /// One column. Columns that are narrower than a nanosecond are instants.
    fn column(&self, cursor: &mut Cursor, end: usize, times: Range<u64>) -> Extremes {
        let block = self.band.block;
        let mut extremes = Extremes::of(self.level(cursor, times.start));
        while cursor.place < end {
            let whole_blocks = end / block * block;
            if cursor.place.is_multiple_of(block) && cursor.place < whole_blocks {
                let skipped = &self.band.extremes[cursor.place / block..whole_blocks / block];
                extremes = skipped.iter().fold(extremes, |sum, block| sum.and(*block));
                *cursor = self.cursor(whole_blocks);
            } else {
                extremes = extremes.and(self.step(cursor));
            }
        }
        let last = times.end.saturating_sub(1).max(times.start);
        extremes.and(Extremes::of(self.level(cursor, last)))
    }

    /// Makes the next request, and tells what was in use before and after it.
    fn step(&self, cursor: &mut Cursor) -> Extremes {
        let (index, time) = (self.index(cursor.place), self.time(cursor.place));
        let before = self.level(cursor, time);
        cursor.place += 1;
        let charged = match &mut cursor.before {
            Before::State(state) => {
                let cost = self.arrivals.cost(index);
                let outcome = self.policy.take(state, self.clock(time), cost);
                self.policy.charge(outcome, cost) > 0
            }
            Before::Recorded(_) => {
                self.run.lanes()[self.band.lane].record().outcomes().get(index) != Kind::Denied
            }
        };
        let after = if charged { self.level(cursor, time) } else { before };
        Extremes::of(before).and(Extremes::of(after))
    }

    /// What was just before a request, from the beginning of its block.
    fn cursor(&self, place: usize) -> Cursor {
        let Band { block, states, walked, .. } = self.band;
        let mut cursor = match (&walked.before, states.get(place / block)) {
            (Before::Recorded(_), _) => {
                let before = place.checked_sub(1).map_or(0, |last| self.time(last));
                let oldest = self.arrivals.first_at(before.saturating_sub(self.window));
                return Cursor { place, before: Before::Recorded(oldest) };
            }
            (_, Some(state)) => Cursor { place: place / block * block, before: Before::State(state.clone()) },
            (_, None) => walked.clone(),
        };
        while cursor.place < place {
            let _ = self.step(&mut cursor);
        }
        cursor
    }
}
