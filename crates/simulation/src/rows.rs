//! A lane in rows: one for each server that decides on something of its own, or one for each layer
//! that a request has to pass.

use crate::{
    run::{Counts, Kind, Outcomes, Simulation},
    view::{Mark, Span},
    words::{count, named, title},
};
use ratelab_scenario::{scenario::Store, traffic::Arrivals};

/// The most rows that a lane is drawn in. With more servers it is one row.
pub const MOST_ROWS: usize = 8;

/// What the rows of a lane are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOf {
    /// Servers: each has the attempts that came to it.
    Servers,
    /// Layers, from the outside in: each has the attempts that came as far as it, and what it
    /// decided about them.
    Layers,
}

/// The attempts of a lane, row by row.
pub(crate) struct Rows(Vec<Row>);

struct Row {
    /// Their numbers in the lane.
    attempts: Vec<u32>,
    outcomes: Outcomes,
}

impl Simulation {
    /// What the rows of a lane are and how many there are, if it has several.
    pub fn rows(&self, lane: usize) -> Option<(RowsOf, usize)> {
        let of = &self.lanes()[lane];
        let servers = self.scenario().servers.count as usize;
        let (kind, count) = match of.layers() {
            1 if of.store() == Store::Shared && self.scenario().servers.clocks.is_empty() => return None,
            1 => (RowsOf::Servers, servers),
            layers => (RowsOf::Layers, layers),
        };
        (2..=MOST_ROWS).contains(&count).then_some((kind, count))
    }

    /// The attempts of a row in a stretch of time, if there are at most `most`. They have their
    /// numbers in the lane.
    pub fn row_marks(&self, lane: usize, row: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        let (arrivals, rows) = (self.arrivals(lane)?, self.split(lane)?);
        let Row { attempts, outcomes } = rows.0.get(row)?;
        let place = |time: u64| place_of(attempts, arrivals, time);
        let range = place(span.from)..place(span.to);
        let mark =
            |place: usize| Mark { kind: outcomes.get(place), ..self.mark(lane, attempts[place] as usize) };
        (range.len() <= most).then(|| range.map(mark).collect())
    }

    /// How many of each outcome a row has in each column.
    pub fn row_columns(&self, lane: usize, row: usize, span: Span) -> Option<Vec<Counts>> {
        let rows = self.split(lane)?;
        let Row { attempts, outcomes } = rows.0.get(row)?;
        let edges = self.edges(lane, span);
        let places: Vec<usize> =
            edges.iter().map(|edge| attempts.partition_point(|attempt| attempt < edge)).collect();
        Some(places.windows(2).map(|ends| outcomes.count(ends[0]..ends[1])).collect())
    }

    /// How many of each outcome a row has in all.
    pub fn row_counts(&self, lane: usize, row: usize) -> Option<Counts> {
        let Row { outcomes, .. } = self.split(lane)?.0.get(row)?;
        Some(outcomes.count(0..outcomes.len()))
    }

    /// What a row is called: `server 1`, `gateway`.
    pub fn row_name(&self, lane: usize, row: usize) -> Option<String> {
        Some(match self.rows(lane)?.0 {
            RowsOf::Servers => format!("server {}", row + 1),
            RowsOf::Layers => self.layer_name(lane, row),
        })
    }

    /// What is written beside a row: `server 1: 10 of 20 let through`, `gateway: 8 of 30 refused`.
    pub fn row_words(&self, lane: usize, row: usize) -> Option<String> {
        let ((kind, _), name) = (self.rows(lane)?, self.row_name(lane, row)?);
        let counts = self.row_counts(lane, row)?;
        let all = count((counts.admitted() + counts.denied).into());
        Some(match kind {
            RowsOf::Servers => {
                let admitted = count(counts.admitted().into());
                format!("{name}: {admitted} of {all} let through")
            }
            RowsOf::Layers => {
                let denied = count(counts.denied.into());
                format!("{name}: {denied} of {all} refused")
            }
        })
    }

    /// What a layer is called: by the name that it was given, or by its limiter.
    pub fn layer_name(&self, lane: usize, layer: usize) -> String {
        let member = self.scenario().lanes[lane].members.get(layer);
        member.map_or(String::new(), |member| match member.name {
            Some(name) => named(name.as_str()),
            None => title(member.algorithm).to_owned(),
        })
    }

    /// The rows of a lane, once the run is done.
    fn split(&self, lane: usize) -> Option<&Rows> {
        let (kind, count) = self.rows(lane).filter(|_| self.is_done())?;
        Some(self.lanes()[lane].split(|| self.divide(lane, kind, count)))
    }

    fn divide(&self, lane: usize, kind: RowsOf, count: usize) -> Rows {
        let (of, arrivals) = (&self.lanes()[lane], self.arrivals(lane));
        let mut rows: Vec<Row> =
            (0..count).map(|_| Row { attempts: Vec::new(), outcomes: Outcomes::default() }).collect();
        let mut add = |row: usize, attempt: usize, outcome: Kind| {
            rows[row].attempts.push(attempt as u32);
            rows[row].outcomes.push(outcome);
        };
        for attempt in 0..of.record().outcomes().len() {
            let outcome = of.record().outcomes().get(attempt);
            match kind {
                RowsOf::Servers => {
                    let client = arrivals.map_or(0, |arrivals| arrivals.client(attempt));
                    add(of.server(attempt, client) as usize, attempt, outcome);
                }
                RowsOf::Layers => {
                    // What passes one layer comes to the next; what waits, waits behind the last.
                    let last = of.record().refused_by(attempt).unwrap_or(count - 1);
                    (0..last).for_each(|row| add(row, attempt, Kind::Allowed));
                    add(last, attempt, outcome);
                }
            }
        }
        Rows(rows)
    }
}

/// The first place of a row at a time or after it.
fn place_of(attempts: &[u32], arrivals: &Arrivals, time: u64) -> usize {
    attempts.partition_point(|attempt| arrivals.time(*attempt as usize) < time)
}
