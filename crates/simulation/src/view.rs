//! What to draw: single requests where they fit, otherwise how many requests of each
//! outcome fall into each column of pixels. A view costs time by its width, not by the
//! length of the run.

use std::rc::Rc;

use crate::run::{Counts, Kind, Simulation};
use ratelab_scenario::traffic::Arrivals;

/// A stretch of time, divided into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub from: u64,
    /// Where it ends, exclusive.
    pub to: u64,
    /// Columns.
    pub width: u32,
}

/// The most columns of a view: more than any screen has.
pub const MOST_COLUMNS: u32 = 16_384;

impl Span {
    /// A stretch of at least one nanosecond and one column.
    pub fn new(from: u64, to: u64, width: u32) -> Self {
        let from = from.min(u64::MAX - 1);
        Self { from, to: to.max(from + 1), width: width.clamp(1, MOST_COLUMNS) }
    }

    /// Where a column begins. The column after the last begins where the span ends.
    pub fn edge(&self, column: u32) -> u64 {
        let length = u128::from(self.to - self.from);
        let offset = length * u128::from(column) / u128::from(self.width);
        self.from + offset as u64
    }

    /// The column of a time; the first or the last one, if the time lies outside.
    pub fn column(&self, time: u64) -> u32 {
        let offset = u128::from(time.clamp(self.from, self.to) - self.from) + 1;
        let column = (offset * u128::from(self.width) - 1) / u128::from(self.to - self.from);
        (column as u32).min(self.width - 1)
    }

    /// The number of the first request of each column, then of the first request after the
    /// span.
    pub(crate) fn edges(&self, arrivals: &Arrivals) -> Rc<Vec<u32>> {
        let mut edge = arrivals.first_at(self.from);
        let mut step = 1;
        let first = edge as u32;
        let next = |column: u32| {
            let before = edge;
            edge = arrivals.first_at_from(before, step, self.edge(column));
            // The next column has about as many.
            step = edge - before + 1;
            edge as u32
        };
        Rc::new([first].into_iter().chain((1..=self.width).map(next)).collect())
    }
}

/// What is in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
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

impl Simulation {
    /// What a lane shows of a stretch of time: marks if there are at most `most_marks`.
    pub fn view(&self, lane: usize, span: Span, most_marks: usize) -> View {
        match self.marks(lane, span, most_marks) {
            Some(marks) => View::Marks(marks),
            None => View::Columns(self.columns(lane, span)),
        }
    }

    /// The requests of a lane in a stretch of time, if there are at most `most`.
    pub fn marks(&self, lane: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        let Some(arrivals) = self.arrivals(lane) else { return Some(Vec::new()) };
        let decided = self.lanes()[lane].record().outcomes().len();
        let range = arrivals.first_at(span.from).min(decided)..arrivals.first_at(span.to).min(decided);
        (range.len() <= most).then(|| range.map(|index| self.mark(lane, index)).collect())
    }

    /// How many of each outcome a lane has in each column.
    pub fn columns(&self, lane: usize, span: Span) -> Vec<Counts> {
        let outcomes = self.lanes()[lane].record().outcomes();
        let edges = self.edges(lane, span);
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

    /// The number of the first request of a lane at an instant or after it, or else of the
    /// last one, if any is decided.
    pub fn request_at(&self, lane: usize, instant: u64) -> Option<usize> {
        let last = self.lanes()[lane].record().outcomes().len().checked_sub(1)?;
        Some(self.arrivals(lane)?.first_at(instant).min(last))
    }

    /// The stretch of time to show at first: the scenario's own, or the story. That is all
    /// that arrives, with room around it in which windows end and tokens come back. A queue
    /// may serve until long after.
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
    pub fn twin(&self, lane: usize) -> Option<usize> {
        let lanes = self.lanes();
        let is_twin = |other: &usize| lanes[*other].is_twin_of(&lanes[lane]);
        (0..lane).find(is_twin)
    }

    /// The first request of each column of a span. Lanes with the same arrivals share them.
    pub(crate) fn edges(&self, lane: usize, span: Span) -> Rc<Vec<u32>> {
        match self.lanes()[lane].attempts() {
            Some(attempts) => span.edges(&attempts.arrivals),
            None => self.traffic_edges(span),
        }
    }

    /// The same for the traffic. A picture asks for one span many times, so the last one is
    /// kept.
    pub(crate) fn traffic_edges(&self, span: Span) -> Rc<Vec<u32>> {
        let Some(traffic) = self.traffic() else { return Rc::default() };
        let known = self.edges.take().filter(|(of, _)| *of == span);
        let edges = known.map_or_else(|| span.edges(traffic), |(_, edges)| edges);
        self.edges.set(Some((span, Rc::clone(&edges))));
        edges
    }

    /// How many requests of the traffic come in each column.
    pub fn traffic_view(&self, span: Span) -> Vec<u32> {
        self.traffic_edges(span).windows(2).map(|edges| edges[1] - edges[0]).collect()
    }

    /// One request of a lane.
    pub fn mark(&self, lane: usize, index: usize) -> Mark {
        let time = self.arrivals(lane).map_or(0, |arrivals| arrivals.time(index));
        let record = self.lanes()[lane].record();
        let kind = record.outcomes().get(index);
        Mark { index: index as u32, time, kind, started: record.started(index, time) }
    }
}
