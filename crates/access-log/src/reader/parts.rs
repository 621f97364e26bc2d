//! Pieces of a log that other threads read, and how they become one log.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::Reader;
use crate::report::Report;
use crate::rows::{Row, Rows};

/// Reads pieces of a log whose format another reader has found; see [`Reader::worker`].
pub struct Worker {
    number: usize,
    reader: Reader,
    /// How many of its keys the other reader knows.
    sent: usize,
}

/// What a [`Worker`] made of a piece.
pub struct Part {
    worker: usize,
    /// Where in the piece the lines are that begin and end in it.
    lines: Range<usize>,
    /// As they were logged, with the worker's numbers of keys.
    rows: Rows,
    report: Report,
    /// The keys that the worker had not seen before.
    keys: Vec<Box<[u8]>>,
}

impl Worker {
    /// Reads the lines that begin and end in a piece. The pieces of one worker are to be given to it in their order.
    pub fn read(&mut self, piece: &[u8]) -> Part {
        let start = memchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        let end = memrchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        self.reader.push(&piece[start..end]);
        let rows = std::mem::replace(&mut self.reader.rows, Rows::as_logged());
        let report = std::mem::replace(&mut self.reader.report, Report::of_part());
        let before = std::mem::replace(&mut self.sent, self.reader.keys.len());
        let keys = (before..self.sent).map(|key| self.reader.keys.bytes(key as u32).into()).collect();
        Part { worker: self.number, lines: start..end, rows, report, keys }
    }
}

impl Reader {
    /// A reader for another thread: what it makes of a piece of the log, [`add`](Reader::add) takes as if this one had
    /// read the piece. `None` while the format is not known, and if its lines are not read one by one.
    pub fn worker(&mut self) -> Option<Worker> {
        let (kind, _) = self.format.as_ref().filter(|_| self.divides())?;
        let mut reader = Self::new(self.options.clone());
        reader.choose(kind, (kind.make)(&self.options.pattern).ok()?, self.envelope);
        (reader.rows, reader.report) = (Rows::as_logged(), Report::of_part());
        self.numbers.push(Vec::new());
        Some(Worker { number: self.numbers.len() - 1, reader, sent: 0 })
    }

    /// Takes what a worker made of the next piece of the log, and reads the lines that it left: those that begin or
    /// end outside. Workers may be at different pieces, but the pieces are to be added in their order.
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
