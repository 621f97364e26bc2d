//! What to draw: requests one by one where they fit, and otherwise how many of each
//! outcome there are in each column of pixels. The cost of a view depends on its
//! width, not on how long the run was.

use core::ops::Range;

use crate::{
    run::{Counts, Kind, Simulation},
    traffic::Arrivals,
};

/// A stretch of time, as so many columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub from: u64,
    /// Where it ends; this instant is not part of it.
    pub to: u64,
    /// Columns.
    pub width: u32,
}

/// The most columns of a view: more than any screen has.
pub const MOST_COLUMNS: u32 = 16_384;

impl Span {
    /// A stretch with at least a nanosecond and a column in it.
    pub fn new(from: u64, to: u64, width: u32) -> Self {
        let from = from.min(u64::MAX - 1);
        Self { from, to: to.max(from + 1), width: width.clamp(1, MOST_COLUMNS) }
    }

    /// Where a column begins; that of the last but one is where the span ends.
    pub fn edge(&self, column: u32) -> u64 {
        let length = u128::from(self.to - self.from);
        let offset = length * u128::from(column) / u128::from(self.width);
        self.from + offset as u64
    }

    /// The requests of each column, by their numbers.
    fn columns<'a>(&'a self, arrivals: &'a Arrivals) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut begin = arrivals.first_at(self.from);
        (1..=self.width).map(move |column| {
            let end = arrivals.first_at(self.edge(column));
            let range = begin..end;
            begin = end;
            range
        })
    }
}

/// What is in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Every request, where there are few.
    Marks(Vec<Mark>),
    /// How many in each column, where there are many. None of them vanishes.
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
    /// What a lane shows of a stretch of time: marks if there are at most so many.
    pub fn view(&self, lane: usize, span: Span, most_marks: usize) -> View {
        let Some(arrivals) = self.arrivals(lane) else { return View::Marks(Vec::new()) };
        let record = self.lanes()[lane].record();
        let decided = record.outcomes().len();
        let all = arrivals.first_at(span.from).min(decided)..arrivals.first_at(span.to).min(decided);
        if all.len() <= most_marks {
            return View::Marks(all.map(|index| self.mark(lane, index)).collect());
        }
        let columns = span.columns(arrivals);
        View::Columns(
            columns.map(|range| record.count(range.start.min(decided)..range.end.min(decided))).collect(),
        )
    }

    /// How many requests of the traffic come in each column.
    pub fn traffic_view(&self, span: Span) -> Vec<u32> {
        self.traffic()
            .map_or(Vec::new(), |traffic| span.columns(traffic).map(|range| range.len() as u32).collect())
    }

    /// One request of a lane.
    pub fn mark(&self, lane: usize, index: usize) -> Mark {
        let time = self.arrivals(lane).map_or(0, |arrivals| arrivals.time(index));
        let record = self.lanes()[lane].record();
        let kind = record.outcomes().get(index);
        Mark { index: index as u32, time, kind, started: record.started(index, time) }
    }
}
