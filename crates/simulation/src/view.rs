//! What to draw: single requests where they fit, otherwise the number of requests with each outcome in each
//! column of pixels. The cost of a view depends on its width, not on the length of the run.

use std::{cell::Cell, rc::Rc};

use crate::run::{Counts, Kind, Simulation};
pub use crate::span::{MOST_COLUMNS, Span};

/// The first request of each column of the last span. A figure views the same span many times, and searching
/// its columns for every lane would be most of the work.
#[derive(Default)]
pub struct LastColumns(Cell<Option<(Span, Rc<Vec<u32>>)>>);

impl LastColumns {
    /// Returns a view of a run. The columns are only searched if the span has changed.
    pub fn view<'run>(&self, run: &'run Simulation, span: Span) -> View<'run> {
        let known = self.0.take().filter(|(last, _)| *last == span).map(|(_, edges)| edges);
        let view = known.map_or_else(|| View::new(run, span), |edges| View { run, span, edges });
        // Before the traffic is complete, there are no columns to remember.
        self.0.set(run.traffic().map(|_| (span, Rc::clone(&view.edges))));
        view
    }
}

/// A run within a span: what its lanes show in each column.
///
/// ```
/// use ratelab_scenario::language::parse;
/// use ratelab_simulation::{run::Simulation, view::{Span, View}};
///
/// let run = Simulation::complete(parse("limit=10/10s & traffic=12@5s")?)?;
/// let view = View::new(&run, Span::new(0..10_000_000_000, 2));
/// assert_eq!(view.traffic(), [0, 12]);
/// assert_eq!(view.columns(0)[1].denied, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct View<'run> {
    run: &'run Simulation,
    span: Span,
    /// The first request of the traffic in each column, and the first after the last column.
    edges: Rc<Vec<u32>>,
}

/// The contents of a lane in a span.
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: code that draws a lane must be able to draw all of it.
pub enum Shown {
    /// Single requests, where there are few.
    Marks(Vec<Mark>),
    /// Counts per column, where there are many. No request is lost.
    Columns(Vec<Counts>),
}

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its index in the lane.
    pub index: u32,
    /// Its arrival time.
    pub time: u64,
    /// Its outcome.
    pub kind: Kind,
    /// When it started, if it was admitted.
    pub started: Option<u64>,
}

impl<'run> View<'run> {
    /// Returns a view of a run.
    pub fn new(run: &'run Simulation, span: Span) -> Self {
        let edges = run.traffic().map_or_else(Vec::new, |traffic| span.edges(traffic));
        Self { run, span, edges: Rc::new(edges) }
    }

    /// Returns the span.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the run.
    pub const fn run(&self) -> &'run Simulation {
        self.run
    }

    /// Returns what a lane shows: marks if there are at most `most_marks`.
    pub fn shown(&self, lane: usize, most_marks: usize) -> Shown {
        match self.run.marks(lane, self.span, most_marks) {
            Some(marks) => Shown::Marks(marks),
            None => Shown::Columns(self.columns(lane)),
        }
    }

    /// Returns the number of requests with each outcome in each column of a lane.
    pub fn columns(&self, lane: usize) -> Vec<Counts> {
        let outcomes = self.run.lanes()[lane].record().outcomes();
        let edges = self.edges(lane);
        // Each column ends where the next one begins, so the requests before each edge are counted once.
        let mut totals = edges.iter().map(|edge| {
            let edge = (*edge as usize).min(outcomes.len());
            (edge as u32, outcomes.before(edge))
        });
        let mut before = totals.next().unwrap_or_default();
        let column = |after: (u32, (u32, u32))| {
            let (count, denied, delayed) =
                (after.0 - before.0, after.1.0 - before.1.0, after.1.1 - before.1.1);
            before = after;
            Counts { allowed: count - denied - delayed, denied, delayed }
        };
        totals.map(column).collect()
    }

    /// Returns the number of requests of the traffic in each column.
    pub fn traffic(&self) -> Vec<u32> {
        self.edges.windows(2).map(|edges| edges[1] - edges[0]).collect()
    }

    /// Returns the first attempt of a lane in each column, and the first after the last column. Lanes with the
    /// same arrivals share them.
    pub fn edges(&self, lane: usize) -> Rc<Vec<u32>> {
        match self.run.lanes()[lane].attempts() {
            Some(attempts) => Rc::new(self.span.edges(&attempts.arrivals)),
            None => Rc::clone(&self.edges),
        }
    }

    /// Returns the first request of the traffic in each column, and the first after the last column.
    pub fn traffic_edges(&self) -> &[u32] {
        &self.edges
    }
}

impl Simulation {
    /// Returns a view of the run.
    pub fn view(&self, span: Span) -> View<'_> {
        View::new(self, span)
    }

    /// Returns the requests of a lane in a time range, if there are at most `most`.
    pub fn marks(&self, lane: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        let Some(arrivals) = self.arrivals(lane) else { return Some(Vec::new()) };
        let decided = self.lanes()[lane].record().outcomes().len();
        let range = arrivals.first_at(span.from).min(decided)..arrivals.first_at(span.to).min(decided);
        (range.len() <= most).then(|| range.map(|index| self.mark(lane, index)).collect())
    }

    /// Returns the index of the first request of a lane at or after an instant, or else of the last decided
    /// one.
    pub fn request_at(&self, lane: usize, instant: u64) -> Option<usize> {
        let last = self.lanes()[lane].record().outcomes().len().checked_sub(1)?;
        Some(self.arrivals(lane)?.first_at(instant).min(last))
    }

    /// Returns the time range to show at first: the scenario's own, or all arrivals with a margin in which
    /// windows end and tokens are refilled. A queue may continue long after that.
    pub fn shown(&self) -> Option<(u64, u64)> {
        if let Some(stated) = self.scenario().show {
            return Some(stated);
        }
        let arrived = |lane| self.arrivals(lane)?.times().last().copied();
        let last = (0..self.lanes().len()).filter_map(arrived).max().unwrap_or(0);
        let first = self.traffic()?.times().first().copied().unwrap_or(0);
        let (length, period) = (last - first, self.scenario().limit.period);
        let before = (length / 20).max(period / 20).max(1_000);
        let after = (length / 20).max(period / 5).max(1_000);
        Some((first.saturating_sub(before), last.saturating_add(after)))
    }

    /// Returns when the last request of a lane arrives, or starts if it waits.
    pub fn end(&self, lane: usize) -> Option<u64> {
        let arrived = self.arrivals(lane)?.times().last().copied();
        arrived.max(self.lanes()[lane].record().releases().last())
    }

    /// Returns the first lane before this one with another limiter that decides exactly the same, because of
    /// its settings and not by chance: a token bucket, a meter and GCRA are one limiter under three names.
    /// Where clients retry, each lane has its own requests, which must be the same.
    pub fn equivalent_lane(&self, lane: usize) -> Option<usize> {
        let lanes = self.lanes();
        (0..lane).find(|other| lanes[*other].is_equivalent_to(&lanes[lane]))
    }

    /// Returns one request of a lane.
    pub fn mark(&self, lane: usize, index: usize) -> Mark {
        let time = self.arrivals(lane).map_or(0, |arrivals| arrivals.time(index));
        let record = self.lanes()[lane].record();
        let kind = record.outcomes().get(index);
        Mark { index: index as u32, time, kind, started: record.started(index, time) }
    }
}
