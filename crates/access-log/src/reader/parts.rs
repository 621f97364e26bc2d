//! Pieces of a log that other threads read, and how they are merged.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::Reader;
use crate::report::Report;
use crate::rows::{Row, Rows};

/// Reads pieces of a log whose format another reader has detected; see [`Reader::worker`].
pub struct Worker {
    number: usize,
    reader: Reader,
    /// How many of its keys the other reader has received.
    sent: usize,
}

/// The content of a piece, read by a [`Worker`].
pub struct Part {
    worker: usize,
    /// The range of the complete lines in the piece.
    lines: Range<usize>,
    /// In log order, with the worker's key numbers.
    rows: Rows,
    report: Report,
    /// The keys that are new to the worker.
    keys: Vec<Box<[u8]>>,
}

impl Worker {
    /// Reads the complete lines of a piece. A worker must receive its pieces in order.
    pub fn read(&mut self, piece: &[u8]) -> Part {
        let start = memchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        let end = memrchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        self.reader.push(&piece[start..end]);
        let rows = std::mem::replace(&mut self.reader.rows, Rows::as_logged());
        let report = std::mem::replace(&mut self.reader.report, Report::for_part());
        let before = std::mem::replace(&mut self.sent, self.reader.keys.len());
        let keys = (before..self.sent).map(|key| self.reader.keys.bytes(key as u32).into()).collect();
        Part { worker: self.number, lines: start..end, rows, report, keys }
    }
}

impl Reader {
    /// Creates a reader for another thread. [`add`](Reader::add) merges the parts it reads as if this reader had read
    /// the pieces. `None` while the format is unknown, and if lines depend on each other.
    pub fn worker(&mut self) -> Option<Worker> {
        let (kind, _) = self.format.as_ref().filter(|_| self.divides())?;
        let mut reader = Self::new(self.options.clone());
        reader.choose(kind, (kind.make)(&self.options.pattern).ok()?, self.envelope);
        (reader.rows, reader.report) = (Rows::as_logged(), Report::for_part());
        self.numbers.push(Vec::new());
        Some(Worker { number: self.numbers.len() - 1, reader, sent: 0 })
    }

    /// Merges the part of the next piece, and reads the lines that begin or end outside it. Pieces must be added in
    /// order, whichever worker read them.
    ///
    /// # Panics
    ///
    /// If the part is from another reader's worker or of another piece, and does not fit here.
    pub fn add(&mut self, piece: &[u8], part: Part) {
        let Part { worker, lines, rows, report, keys } = part;
        self.push(&piece[..lines.start]);
        self.report.bytes += lines.len() as u64;
        self.report.add(report);
        self.numbers[worker].extend(keys.iter().map(|key| self.keys.number(key)));
        let numbers = &self.numbers[worker];
        for row in rows.iter() {
            self.rows.push(Row { key: numbers[row.key as usize], ..row });
        }
        self.push(&piece[lines.end..]);
    }
}
