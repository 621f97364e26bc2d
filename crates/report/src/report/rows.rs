//! The rows of a lane: their marks and columns, their names, and their captions.

use core::cell::OnceCell;

use ratelab_simulation::{
    rows::{RowKind, Rows},
    run::{Counts, Simulation},
    view::{Mark, Span, View},
};

use super::Report;
use crate::words::{count, named, title};

/// The rows of each lane, once they are known.
pub(super) struct KnownRows(Vec<OnceCell<Option<Rows>>>);

impl KnownRows {
    pub(super) fn new(lanes: usize) -> Self {
        Self((0..lanes).map(|_| OnceCell::new()).collect())
    }

    /// Returns the rows of a lane, once the run is done, if it has several.
    fn of(&self, run: &Simulation, lane: usize) -> Option<&Rows> {
        if !run.is_done() {
            return None;
        }
        self.0[lane].get_or_init(|| Rows::new(run, lane)).as_ref()
    }
}

impl Report {
    /// Returns the attempts of a row in a span, if there are at most `most`.
    pub fn row_marks(&self, lane: usize, row: usize, span: Span, most: usize) -> Option<Vec<Mark>> {
        self.divided(lane)?.marks(self, row, span, most)
    }

    /// Returns the number of each outcome in each column of a row.
    pub fn row_columns(&self, lane: usize, row: usize, view: &View<'_>) -> Option<Vec<Counts>> {
        self.divided(lane)?.columns(view, row)
    }

    /// Returns the total number of each outcome in a row.
    pub fn row_counts(&self, lane: usize, row: usize) -> Option<Counts> {
        self.divided(lane)?.counts(row)
    }

    /// Returns the name of a row: `server 1`, `gateway`.
    pub fn row_name(&self, lane: usize, row: usize) -> Option<String> {
        Some(match self.rows(lane)?.0 {
            RowKind::Servers => format!("server {}", row + 1),
            RowKind::Layers => self.layer_name(lane, row),
        })
    }

    /// Returns the caption of a row: `server 1: 10 of 20 let through`, `gateway: 8 of 30 refused`.
    pub fn row_words(&self, lane: usize, row: usize) -> Option<String> {
        let ((kind, _), name) = (self.rows(lane)?, self.row_name(lane, row)?);
        let counts = self.row_counts(lane, row)?;
        let all = count((counts.admitted() + counts.denied).into());
        Some(match kind {
            RowKind::Servers => {
                let admitted = count(counts.admitted().into());
                format!("{name}: {admitted} of {all} let through")
            }
            RowKind::Layers => {
                let denied = count(counts.denied.into());
                format!("{name}: {denied} of {all} refused")
            }
        })
    }

    /// Returns the name of a layer: its own, or that of its limiter.
    pub fn layer_name(&self, lane: usize, layer: usize) -> String {
        let member = self.scenario().lanes[lane].members.get(layer);
        member.map_or(String::new(), |member| match member.name {
            Some(name) => named(name.as_str()),
            None => title(member.algorithm).to_owned(),
        })
    }

    fn divided(&self, lane: usize) -> Option<&Rows> {
        self.rows.of(self, lane)
    }
}
