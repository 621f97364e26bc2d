//! What to draw: single requests where they fit, otherwise how many requests of each
//! outcome fall into each column of pixels. A view costs time by its width, not by the
//! length of the run.

use std::{cell::Cell, rc::Rc};

use crate::run::{Counts, Kind, Simulation};
pub use crate::span::{MOST_COLUMNS, Span};

/// The first request of each column of the span that was viewed last. A figure asks for one span
/// many times, and searching its columns anew for every lane would be most of the work.
#[derive(Default)]
pub struct LastColumns(Cell<Option<(Span, Rc<Vec<u32>>)>>);

impl LastColumns {
    /// A run through a span, whose columns are searched only if the span is another one than before.
    pub fn view<'run>(&self, run: &'run Simulation, span: Span) -> View<'run> {
        let known = self.0.take().filter(|(last, _)| *last == span).map(|(_, edges)| edges);
        let view = known.map_or_else(|| View::new(run, span), |edges| View { run, span, edges });
        // Before the traffic is drawn there are no columns to remember.
        self.0.set(run.traffic().map(|_| (span, Rc::clone(&view.edges))));
        view
    }
}

/// A run through a span: what its lanes show in each column.
///
/// ```
/// use ratelab_scenario::language::parse;
/// use ratelab_simulation::{run::Simulation, view::{Span, View}};
///
/// let run = Simulation::complete(parse("limit=10/10s & traffic=12@5s")?)?;
/// let view = View::new(&run, Span::new(0, 10_000_000_000, 2));
/// assert_eq!(view.traffic(), [0, 12]);
/// assert_eq!(view.columns(0)[1].denied, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct View<'run> {
    run: &'run Simulation,
    span: Span,
    /// The first request of the traffic in each column, then the first after the last one.
    edges: Rc<Vec<u32>>,
}

/// What a lane shows of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Every request, where there are few.
    Marks(Vec<Mark>),
    /// How many in each column, where there are many. None vanishes.
    Columns(Vec<Counts>),
}

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its number in the lane.
    pub index: u32,
    /// When it came.
    pub time: u64,
    /// What became of it.
    pub kind: Kind,
    /// When it started, if it was admitted.
    pub started: Option<u64>,
}

impl<'run> View<'run> {
    /// A run through a span.
    pub fn new(run: &'run Simulation, span: Span) -> Self {
        let edges = run.traffic().map_or_else(Vec::new, |traffic| span.edges(traffic));
        Self { run, span, edges: Rc::new(edges) }
    }

    /// The span.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The run.
    pub const fn run(&self) -> &'run Simulation {
        self.run
    }

    /// What a lane shows: marks if there are at most `most_marks`.
    pub fn shown(&self, lane: usize, most_marks: usize) -> Shown {
        match self.run.marks(lane, self.span, most_marks) {
            Some(marks) => Shown::Marks(marks),
            None => Shown::Columns(self.columns(lane)),
        }
    }

    /// How many of each outcome a lane has in each column.
    pub fn columns(&self, lane: usize) -> Vec<Counts> {
        let outcomes = self.run.lanes()[lane].record().outcomes();
        let edges = self.edges(lane);
        // Where one column ends the next begins, so each edge is counted up to once.
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

    /// How many requests of the traffic come in each column.
    pub fn traffic(&self) -> Vec<u32> {
        self.edges.windows(2).map(|edges| edges[1] - edges[0]).collect()
    }

    /// The first attempt of a lane in each column, then the first after the last one. Lanes with the
    /// same arrivals share them.
    pub fn edges(&self, lane: usize) -> Rc<Vec<u32>> {
        match self.run.lanes()[lane].attempts() {
            Some(attempts) => Rc::new(self.span.edges(&attempts.arrivals)),
            None => Rc::clone(&self.edges),
        }
    }

    /// The first request of the traffic in each column, then the first after the last one.
    pub fn traffic_edges(&self) -> &[u32] {
        &self.edges
    }
}

impl Simulation {
    /// The run through a span.
    pub fn view(&self, span: Span) -> View<'_> {
        View::new(self, span)
    }

    /// The requests of a lane in a stretch of time, if there are at most `most`.
    pub fn marks(&self, lane: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        let Some(arrivals) = self.arrivals(lane) else { return Some(Vec::new()) };
        let decided = self.lanes()[lane].record().outcomes().len();
        let range = arrivals.first_at(span.from).min(decided)..arrivals.first_at(span.to).min(decided);
        (range.len() <= most).then(|| range.map(|index| self.mark(lane, index)).collect())
    }

    /// The number of the first request of a lane at an instant or after it, or else of the
    /// last one, if any is decided.
    pub fn request_at(&self, lane: usize, instant: u64) -> Option<usize> {
        let last = self.lanes()[lane].record().outcomes().len().checked_sub(1)?;
        Some(self.arrivals(lane)?.first_at(instant).min(last))
    }

    /// The time range to show at first: the scenario's own, or else all that arrives, with room around it in which
    /// windows end and tokens come back. A queue may serve until long after.
    pub fn shown(&self) -> Option<(u64, u64)> {
        if let Some(said) = self.scenario().show {
            return Some(said);
        }
        let arrived = |lane| self.arrivals(lane)?.times().last().copied();
        let last = (0..self.lanes().len()).filter_map(arrived).max().unwrap_or(0);
        let first = self.traffic()?.times().first().copied().unwrap_or(0);
        let (length, period) = (last - first, self.scenario().limit.period);
        let before = (length / 20).max(period / 20).max(1_000);
        let after = (length / 20).max(period / 5).max(1_000);
        Some((first.saturating_sub(before), last.saturating_add(after)))
    }

    /// When the last request of a lane arrives or, if it waits, starts.
    pub fn end(&self, lane: usize) -> Option<u64> {
        let arrived = self.arrivals(lane)?.times().last().copied();
        arrived.max(self.lanes()[lane].record().releases().last())
    }

    /// The first other limiter before this lane that decides exactly as it does, by its
    /// settings and not by chance: a token bucket, a meter and GCRA are one limiter under
    /// three names. Where clients retry, each lane has requests of its own, and they must be
    /// the same.
    pub fn equivalent_lane(&self, lane: usize) -> Option<usize> {
        let lanes = self.lanes();
        (0..lane).find(|other| lanes[*other].is_equivalent_to(&lanes[lane]))
    }

    /// One request of a lane.
    pub fn mark(&self, lane: usize, index: usize) -> Mark {
        let time = self.arrivals(lane).map_or(0, |arrivals| arrivals.time(index));
        let record = self.lanes()[lane].record();
        let kind = record.outcomes().get(index);
        Mark { index: index as u32, time, kind, started: record.started(index, time) }
    }
}
