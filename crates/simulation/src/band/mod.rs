//! The exact state of a limiter over time: the minimum and the maximum usage in each column of pixels. The
//! state belongs to a client or another key, and to a server where each server has its own.
//!
//! Usage never grows while nothing arrives. Within a column it is therefore highest at the start of the column
//! or just after a request, and lowest just before a request or at the end of the column. A band walks through
//! the requests of the state once, and keeps the extremes of each block of requests and the state at its start.
//! A column then walks through the rest of one block and the beginning of another, and reads everything between
//! them from a pyramid of extremes.

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

/// The minimum and maximum usage, in fractions of a request: see [`Band::unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The minimum usage.
    pub least: u128,
    /// The maximum usage.
    pub most: u128,
}

/// One state of one lane over a whole run. It is only valid together with that run.
pub struct Band {
    lane: usize,
    own: Own,
    unit: u64,
    limit: u32,
    walk: Box<dyn Walk>,
    /// The most recently requested columns. Lanes that share a band request the same ones in sequence.
    last: RefCell<Option<(Span, Rc<[Extremes]>)>>,
}

/// The requests of a state.
struct Own {
    /// All requests of the lane by state, unless there is only one state.
    keys: Option<Rc<Keys>>,
    /// The positions of this state's requests.
    positions: Range<usize>,
    /// The reading of the state's clock at time zero.
    start: u64,
}

impl Simulation {
    /// Returns the band of a client on the first server, if the run is done.
    pub fn band(&self, lane: usize, client: u32) -> Option<Band> {
        let mut band = self.begin_band(lane, client, 0)?;
        while !band.advance(self, usize::MAX) {}
        Some(band)
    }

    /// Begins the band of the state that a server has for a client; it still has to be advanced. Returns none
    /// if there is no such client or server, or if a state depends on more than its own requests.
    pub fn begin_band(&self, lane: usize, client: u32, server: u32) -> Option<Band> {
        let limiter = &self.lanes()[lane];
        let exists = client < self.senders().clients() && server < limiter.sharing().router.servers;
        if !exists || !limiter.is_plain() {
            return None;
        }
        let slot = limiter.sharing().slot_on(client, server);
        let (policy, start) = limiter.policy_and_clock(slot, self.scenario().start);
        let (keys, positions) = self.own(lane, slot)?;
        let (unit, limit, walk) = (policy.level_unit(), policy.limit(), walk(policy, positions.len()));
        Some(Band { lane, own: Own { keys, positions, start }, unit, limit, walk, last: RefCell::default() })
    }

    /// Returns the first lane with the same bands as this one: both receive the same requests, and their
    /// limiters go through the same states.
    pub fn lane_with_same_bands(&self, lane: usize) -> usize {
        let (lanes, this) = (self.lanes(), &self.lanes()[lane]);
        let is_alike = |other: &usize| {
            let other = &lanes[*other];
            other.attempts().is_none() && other.has_states_of(this)
        };
        if this.attempts().is_some() { lane } else { (0..lane).find(is_alike).unwrap_or(lane) }
    }
}

impl Band {
    /// Returns how many fractions make up a request.
    pub const fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns the whole budget, in requests.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Advances by about `budget` requests, and returns whether the end was reached.
    pub fn advance(&mut self, run: &Simulation, budget: usize) -> bool {
        match Requests::new(run, self.lane, &self.own) {
            Some(requests) => self.walk.advance(&requests, budget),
            None => true,
        }
    }

    /// Returns the extremes in each column, once the band has been advanced to the end.
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

    /// Returns the usage at a time, just before any request at that time.
    pub fn level(&self, run: &Simulation, time: u64) -> Option<u128> {
        let requests = Requests::new(run, self.lane, &self.own)?;
        Some(self.walk.level(&requests, time))
    }
}

/// The requests of a state in a lane. A position is an index among them.
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

    /// Returns the index in the lane of the request at a position.
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

    /// Returns the reading of the limiter's clock at a time.
    #[inline]
    fn clock(&self, time: u64) -> u64 {
        self.start.saturating_add(time)
    }

    /// Returns the first position at or after a time.
    fn first_at(&self, time: u64) -> usize {
        self.first_from(self.arrivals.first_at(time))
    }

    /// Returns the first position at or after an index of the lane.
    fn first_from(&self, index: usize) -> usize {
        self.own.map_or(index.min(self.length), |own| own.partition_point(|other| (*other as usize) < index))
    }

    /// Returns the first position of each column, and the first after the last column.
    fn edges(&self, view: &View<'_>) -> impl Iterator<Item = usize> {
        let edges = view.edges(self.lane);
        (0..edges.len()).map(move |edge| self.first_from(edges[edge] as usize))
    }
}
