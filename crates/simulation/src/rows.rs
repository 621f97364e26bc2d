//! The rows of a lane: one for each server with its own state, or one for each layer that a request has to
//! pass.

use ratelab_scenario::{scenario::Store, traffic::Arrivals};

use crate::{
    run::{Counts, Kind, Outcomes, Simulation},
    span::Span,
    view::{Mark, View},
};

/// The maximum number of rows of a lane. With more servers there is only one row.
pub const MOST_ROWS: usize = 8;

/// The kind of rows of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: `ratelab-report` must name every kind of row.
pub enum RowKind {
    /// Servers: each row has the attempts that reached one server.
    Servers,
    /// Layers, from the outermost to the innermost: each row has the attempts that reached a layer, with its
    /// decisions. Every attempt reaches all members of an all-of.
    Layers,
}

/// The attempts of a lane, row by row.
pub struct Rows {
    lane: usize,
    rows: Vec<Row>,
}

struct Row {
    /// Their indices in the lane.
    attempts: Vec<u32>,
    outcomes: Outcomes,
}

impl Simulation {
    /// Returns the kind and number of a lane's rows, if it has several.
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
    /// Returns the rows of a lane, once the run is done, if it has several.
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
                    for row in 0..count {
                        match limiter.record().layer_admits(attempt, row) {
                            Some(false) => add(row, attempt, Kind::Denied),
                            // A delay applies after the last layer.
                            Some(true) if row == count - 1 && outcome != Kind::Denied => {
                                add(row, attempt, outcome);
                            }
                            Some(true) => add(row, attempt, Kind::Allowed),
                            None => {}
                        }
                    }
                }
            }
        }
        Some(Self { lane, rows })
    }

    /// Returns the attempts of a row in a span, with their indices in the lane, if there are at most `most`.
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

    /// Returns the number of attempts with each outcome in each column of a row.
    pub fn columns(&self, view: &View<'_>, row: usize) -> Option<Vec<Counts>> {
        let Row { attempts, outcomes } = self.rows.get(row)?;
        let position = |edge: &u32| attempts.partition_point(|attempt| attempt < edge);
        let positions: Vec<usize> = view.edges(self.lane).iter().map(position).collect();
        Some(positions.windows(2).map(|ends| outcomes.count(ends[0]..ends[1])).collect())
    }

    /// Returns the total number of attempts with each outcome in a row.
    pub fn counts(&self, row: usize) -> Option<Counts> {
        let Row { outcomes, .. } = self.rows.get(row)?;
        Some(outcomes.count(0..outcomes.len()))
    }
}

/// Returns the first position of a row at or after a time.
fn position_of(attempts: &[u32], arrivals: &Arrivals, time: u64) -> usize {
    attempts.partition_point(|attempt| arrivals.time(*attempt as usize) < time)
}
