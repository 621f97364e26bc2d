//! A lane in rows: one for each server that decides on something of its own, or one for each layer
//! that a request has to pass.

use ratelab_scenario::{scenario::Store, traffic::Arrivals};

use crate::{
    run::{Counts, Kind, Outcomes, Simulation},
    span::Span,
    view::{Mark, View},
};

/// The most rows that a lane is drawn in. With more servers it is one row.
pub const MOST_ROWS: usize = 8;

/// What the rows of a lane are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Servers: each has the attempts that came to it.
    Servers,
    /// Layers, from the outside in: each has the attempts that came as far as it, and what it
    /// decided about them.
    Layers,
}

/// The attempts of a lane, row by row.
pub struct Rows {
    lane: usize,
    rows: Vec<Row>,
}

struct Row {
    /// Their numbers in the lane.
    attempts: Vec<u32>,
    outcomes: Outcomes,
}

impl Simulation {
    /// What the rows of a lane are and how many there are, if it has several.
    pub fn rows(&self, lane: usize) -> Option<(RowKind, usize)> {
        let limiter = &self.lanes()[lane];
        let servers = self.scenario().servers.count as usize;
        let (kind, count) = match limiter.layers() {
            1 if limiter.store() == Store::Shared && self.scenario().servers.clocks.is_empty() => {
                return None;
            }
            1 => (RowKind::Servers, servers),
            layers => (RowKind::Layers, layers),
        };
        (2..=MOST_ROWS).contains(&count).then_some((kind, count))
    }
}

impl Rows {
    /// The rows of a lane, once the run is done, if it has several.
    pub fn new(run: &Simulation, lane: usize) -> Option<Self> {
        let (kind, count) = run.rows(lane).filter(|_| run.is_done())?;
        let (limiter, arrivals) = (&run.lanes()[lane], run.arrivals(lane));
        let mut rows: Vec<Row> =
            (0..count).map(|_| Row { attempts: Vec::new(), outcomes: Outcomes::default() }).collect();
        let mut add = |row: usize, attempt: usize, outcome: Kind| {
            rows[row].attempts.push(attempt as u32);
            rows[row].outcomes.push(outcome);
        };
        for attempt in 0..limiter.record().outcomes().len() {
            let outcome = limiter.record().outcomes().get(attempt);
            match kind {
                RowKind::Servers => {
                    let client = arrivals.map_or(0, |arrivals| arrivals.client(attempt));
                    add(limiter.server(attempt, client) as usize, attempt, outcome);
                }
                RowKind::Layers => {
                    // What passes one layer comes to the next; what waits, waits behind the last.
                    let last = limiter.record().refused_by(attempt).unwrap_or(count - 1);
                    (0..last).for_each(|row| add(row, attempt, Kind::Allowed));
                    add(last, attempt, outcome);
                }
            }
        }
        Some(Self { lane, rows })
    }

    /// The attempts of a row in a span, if there are at most `most`. They have their numbers in the lane.
    pub fn marks(&self, run: &Simulation, row: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        let (arrivals, Row { attempts, outcomes }) = (run.arrivals(self.lane)?, self.rows.get(row)?);
        let position = |time: u64| position_of(attempts, arrivals, time);
        let range = position(span.from)..position(span.to);
        let mark = |position: usize| Mark {
            kind: outcomes.get(position),
            ..run.mark(self.lane, attempts[position] as usize)
        };
        (range.len() <= most).then(|| range.map(mark).collect())
    }

    /// How many of each outcome a row has in each column.
    pub fn columns(&self, view: &View<'_>, row: usize) -> Option<Vec<Counts>> {
        let Row { attempts, outcomes } = self.rows.get(row)?;
        let position = |edge: &u32| attempts.partition_point(|attempt| attempt < edge);
        let positions: Vec<usize> = view.edges(self.lane).iter().map(position).collect();
        Some(positions.windows(2).map(|ends| outcomes.count(ends[0]..ends[1])).collect())
    }

    /// How many of each outcome a row has in all.
    pub fn counts(&self, row: usize) -> Option<Counts> {
        let Row { outcomes, .. } = self.rows.get(row)?;
        Some(outcomes.count(0..outcomes.len()))
    }
}

/// The first position of a row at a time or after it.
fn position_of(attempts: &[u32], arrivals: &Arrivals, time: u64) -> usize {
    attempts.partition_point(|attempt| arrivals.time(*attempt as usize) < time)
}
