//! A state over time, exactly: the least and the most that was in use in each column of pixels. It
//! is a client's or that of a key, and a server's where each has its own.
//!
//! What is in use never grows while nothing arrives. So in a column it is greatest
//! where the column begins or just after a request, and least just before a request
//! or where the column ends. A band walks once through the state's requests. It keeps
//! the extremes of each block of requests, and the state at its beginning. A column
//! then walks through the rest of one block and the beginning of another, and reads
//! everything between from a pyramid of extremes.

mod pyramid;
mod steps;
mod walk;

use core::{cell::RefCell, ops::Range};
use std::rc::Rc;

use ratelab_limiter::Limiter;

use crate::{
    run::{Keys, Outcomes, Simulation},
    view::{Span, View},
};
use ratelab_scenario::traffic::Arrivals;
use walk::{Walk, walk};

/// The least and the most that was in use, in parts of which so many are a request:
/// [`Band::unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The least.
    pub least: u128,
    /// The most.
    pub most: u128,
}

/// One state of one lane, over all of a run. It is of use with that run alone.
pub struct Band {
    lane: usize,
    own: Own,
    unit: u64,
    limit: u32,
    walk: Box<dyn Walk>,
    /// The columns that were asked for last. Lanes that share a band ask for the same ones,
    /// one after the other.
    last: RefCell<Option<(Span, Rc<[Extremes]>)>>,
}

/// The requests of a state.
struct Own {
    /// All requests of the lane by state, unless they are the same.
    keys: Option<Rc<Keys>>,
    /// The positions of the state's.
    positions: Range<usize>,
    /// What the state's clock shows at time zero.
    start: u64,
}

impl Simulation {
    /// The band of a client on the first server, once the run is done.
    pub fn band(&self, lane: usize, client: u32) -> Option<Band> {
        let mut band = self.begin_band(lane, client, 0)?;
        while !band.advance(self, usize::MAX) {}
        Some(band)
    }

    /// A band that is still to be walked through: of the state that a server has for a client. None where
    /// there is no such client or server, or where a state depends on more than its own requests.
    pub fn begin_band(&self, lane: usize, client: u32, server: u32) -> Option<Band> {
        let limiter = &self.lanes()[lane];
        let is_there = client < self.senders().clients() && server < limiter.sharing().router.servers;
        if !is_there || !limiter.is_plain() {
            return None;
        }
        let slot = limiter.sharing().slot_on(client, server);
        let (policy, start) = limiter.policy_and_clock(slot, self.scenario().start);
        let (keys, positions) = self.own(lane, slot)?;
        let (unit, limit, walk) = (policy.level_unit(), policy.limit(), walk(policy, positions.len()));
        Some(Band { lane, own: Own { keys, positions, start }, unit, limit, walk, last: RefCell::default() })
    }

    /// The first lane whose bands are also this one's: the same requests come to both,
    /// and their limiters go through the same states.
    pub fn lane_with_same_bands(&self, lane: usize) -> usize {
        let (lanes, this) = (self.lanes(), &self.lanes()[lane]);
        let is_alike = |other: &usize| {
            let other = &lanes[*other];
            other.attempts().is_none() && other.goes_as(this)
        };
        if this.attempts().is_some() { lane } else { (0..lane).find(is_alike).unwrap_or(lane) }
    }
}

impl Band {
    /// How many parts of what is in use are a request.
    pub const fn unit(&self) -> u64 {
        self.unit
    }

    /// The whole budget, in requests.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Walks on for about so many requests, and tells whether it came to the end.
    pub fn advance(&mut self, run: &Simulation, budget: usize) -> bool {
        match Requests::new(run, self.lane, &self.own) {
            Some(requests) => self.walk.advance(&requests, budget),
            None => true,
        }
    }

    /// The extremes in each column, once it was walked to the end.
    pub fn columns(&self, view: &View<'_>) -> Rc<[Extremes]> {
        let span = view.span();
        let mut last = self.last.borrow_mut();
        if let Some((_, columns)) = last.as_ref().filter(|(shown, _)| *shown == span) {
            return Rc::clone(columns);
        }
        let requests = Requests::new(view.run(), self.lane, &self.own);
        let columns = |requests: Requests<'_>| self.walk.columns(&requests, view);
        let columns: Rc<[_]> = requests.map_or(Rc::default(), columns);
        *last = Some((span, Rc::clone(&columns)));
        columns
    }

    /// What is in use at a time, just before any request of that time.
    pub fn level(&self, run: &Simulation, time: u64) -> Option<u128> {
        let requests = Requests::new(run, self.lane, &self.own)?;
        Some(self.walk.level(&requests, time))
    }
}

/// A state's requests in a lane. A position is a number among them.
struct Requests<'run> {
    lane: usize,
    arrivals: &'run Arrivals,
    own: Option<&'run [u32]>,
    outcomes: &'run Outcomes,
    start: u64,
    length: usize,
}

impl<'run> Requests<'run> {
    fn new(run: &'run Simulation, lane: usize, own: &'run Own) -> Option<Self> {
        let outcomes = run.lanes().get(lane)?.record().outcomes();
        let indices = own.keys.as_ref().map(|keys| &keys.order()[own.positions.clone()]);
        let length = own.positions.len();
        Some(Self { lane, arrivals: run.arrivals(lane)?, own: indices, outcomes, start: own.start, length })
    }

    const fn len(&self) -> usize {
        self.length
    }

    /// The number in the lane of a request.
    #[inline]
    fn index(&self, position: usize) -> usize {
        self.own.map_or(position, |own| own[position] as usize)
    }

    #[inline]
    fn time(&self, position: usize) -> u64 {
        self.arrivals.time(self.index(position))
    }

    #[inline]
    fn cost(&self, position: usize) -> u32 {
        self.arrivals.cost(self.index(position))
    }

    /// The limiter's clock at a time.
    #[inline]
    fn clock(&self, time: u64) -> u64 {
        self.start.saturating_add(time)
    }

    /// The first position at a time or after it.
    fn first_at(&self, time: u64) -> usize {
        self.first_from(self.arrivals.first_at(time))
    }

    /// The first position from a number of the lane on.
    fn first_from(&self, index: usize) -> usize {
        self.own.map_or(index.min(self.length), |own| own.partition_point(|other| (*other as usize) < index))
    }

    /// The first position of each column, and that of the first after the last one.
    fn edges(&self, view: &View<'_>) -> impl Iterator<Item = usize> {
        let edges = view.edges(self.lane);
        (0..edges.len()).map(move |edge| self.first_from(edges[edge] as usize))
    }
}
