//! A client's state over time, exactly: the least and the most that was in use in each
//! column of pixels.
//!
//! What is in use never grows while nothing arrives. So in a column it is greatest
//! where the column begins or just after a request, and least just before a request
//! or where the column ends. A band walks once through the client's requests. It keeps
//! the extremes of each block of requests, and the state at its beginning. A column
//! then walks through the rest of one block and the beginning of another, and reads
//! everything between from a pyramid of extremes.

mod pyramid;
mod steps;
mod walk;

use core::cell::RefCell;
use std::rc::Rc;

use crate::{
    run::{Outcomes, Simulation},
    traffic::Arrivals,
    view::Span,
};
use walk::{Walk, walk};

/// The least and the most that was in use, in parts of which so many are a request:
/// `Limiter::level_unit` of the lane's policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The least.
    pub least: u128,
    /// The most.
    pub most: u128,
}

/// The state of one client in one lane, over all of a run. It is of use with that run
/// alone.
pub struct Band {
    lane: usize,
    /// The numbers of the client's requests in the lane, unless all are the client's.
    own: Option<Vec<u32>>,
    walk: Box<dyn Walk>,
    /// The columns that were asked for last. Lanes that share a band ask for the same ones,
    /// one after the other.
    last: RefCell<Option<(Span, Rc<[Extremes]>)>>,
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
        let requests = own.as_ref().map_or(arrivals.len(), Vec::len);
        Some(Band { lane, own, walk: walk(self.lanes()[lane].policy(), requests), last: RefCell::default() })
    }

    /// The first lane whose bands are also this one's: the same requests come to both,
    /// and their limiters go through the same states.
    pub fn lane_with_same_bands(&self, lane: usize) -> usize {
        let (lanes, this) = (self.lanes(), &self.lanes()[lane]);
        let is_alike = |other: &usize| {
            let other = &lanes[*other];
            other.attempts().is_none() && other.policy().admits_as(this.policy())
        };
        if this.attempts().is_some() { lane } else { (0..lane).find(is_alike).unwrap_or(lane) }
    }
}

fn own_requests(arrivals: &Arrivals, client: u32) -> Vec<u32> {
    (0..arrivals.len() as u32).filter(|index| arrivals.client(*index as usize) == client).collect()
}

impl Band {
    /// Walks on for about so many requests, and tells whether it came to the end.
    pub fn advance(&mut self, run: &Simulation, budget: usize) -> bool {
        match Requests::of(run, self.lane, self.own.as_deref()) {
            Some(requests) => self.walk.advance(&requests, budget),
            None => true,
        }
    }

    /// The extremes in each column, once it was walked to the end.
    pub fn columns(&self, run: &Simulation, span: Span) -> Rc<[Extremes]> {
        let mut last = self.last.borrow_mut();
        if let Some((_, columns)) = last.as_ref().filter(|(of, _)| *of == span) {
            return Rc::clone(columns);
        }
        let requests = Requests::of(run, self.lane, self.own.as_deref());
        let columns: Rc<[_]> = requests.map_or(Rc::default(), |requests| self.walk.columns(&requests, span));
        *last = Some((span, Rc::clone(&columns)));
        columns
    }

    /// What is in use at a time, just before any request of that time.
    pub fn level(&self, run: &Simulation, time: u64) -> Option<u128> {
        let requests = Requests::of(run, self.lane, self.own.as_deref())?;
        Some(self.walk.level(&requests, time))
    }
}

/// A client's requests in a lane. A place is a number among them.
struct Requests<'run> {
    run: &'run Simulation,
    lane: usize,
    arrivals: &'run Arrivals,
    own: Option<&'run [u32]>,
    outcomes: &'run Outcomes,
    start: u64,
}

impl<'run> Requests<'run> {
    fn of(run: &'run Simulation, lane: usize, own: Option<&'run [u32]>) -> Option<Self> {
        let outcomes = run.lanes().get(lane)?.record().outcomes();
        Some(Self { run, lane, arrivals: run.arrivals(lane)?, own, outcomes, start: run.scenario().start })
    }

    fn len(&self) -> usize {
        self.own.map_or(self.arrivals.len(), <[u32]>::len)
    }

    /// The number in the lane of a request.
    #[inline]
    fn index(&self, place: usize) -> usize {
        self.own.map_or(place, |own| own[place] as usize)
    }

    #[inline]
    fn time(&self, place: usize) -> u64 {
        self.arrivals.time(self.index(place))
    }

    #[inline]
    fn cost(&self, place: usize) -> u32 {
        self.arrivals.cost(self.index(place))
    }

    /// The limiter's clock at a time.
    #[inline]
    fn clock(&self, time: u64) -> u64 {
        self.start.saturating_add(time)
    }

    /// The first place at a time or after it.
    fn first_at(&self, time: u64) -> usize {
        self.first_from(self.arrivals.first_at(time))
    }

    /// The first place from a number of the lane on.
    fn first_from(&self, index: usize) -> usize {
        self.own.map_or(index, |own| own.partition_point(|other| (*other as usize) < index))
    }

    /// The first place of each column, and that of the first after the last one.
    fn edges(&self, span: Span) -> impl Iterator<Item = usize> {
        let edges = self.run.edges(self.lane, span);
        (0..edges.len()).map(move |edge| self.first_from(edges[edge] as usize))
    }
}
