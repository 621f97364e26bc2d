//! The W3C extended log file format, which IIS and CloudFront write.
//!
//! `#Fields` names the columns of the lines after it, and may be repeated with other columns. `#Date` gives the day if
//! lines have only a time. Both are read as UTC, also `date-local` and `time-local`. A value may be quoted.

use super::parts::{Parts, offset};
use crate::search::{first, first_where};
use crate::time::{self, Unit};
use crate::{Entry, Format, Line, Text, Unparsed};

/// The variant of a server.
pub(super) struct Dialect {
    /// The separator of values.
    pub(super) between: u8,
    /// The columns before the first `#Fields`; empty if unknown.
    pub(super) columns: &'static str,
    /// Decodes spaces and special characters of values.
    pub(super) decode: fn(&[u8]) -> Text<'_>,
    /// The column of the host, and the one to use if it is missing.
    pub(super) host: [&'static str; 2],
}

/// The columns of an entry, as indices of `indices`.
const DATE: usize = 0;
const TIME: usize = 1;
const CLIENT: usize = 2;
const USER: usize = 3;
const PATH: usize = 4;
const STATUS: usize = 5;
const TOOK: usize = 6;
const HOST: usize = 7;
const OTHER_HOST: usize = 8;
const NAMES: [&str; 7] = ["date", "time", "c-ip", "cs-username", "cs-uri-stem", "sc-status", "time-taken"];
/// Alternative names for columns that are missing.
const OTHERS: [&str; 7] = ["date-local", "time-local", "", "", "", "c-status", ""];

/// Parses a log in the W3C format.
pub(super) struct W3c {
    dialect: &'static Dialect,
    columns: Vec<String>,
    /// The column of each part of an entry, if present.
    indices: [Option<usize>; 9],
    date: Vec<u8>,
}

impl W3c {
    pub(super) fn new(dialect: &'static Dialect) -> Self {
        let mut format = Self { dialect, columns: Vec::new(), indices: [None; 9], date: Vec::new() };
        format.name(dialect.columns.as_bytes());
        format
    }

    /// Sets the names of the columns.
    fn name(&mut self, names: &[u8]) {
        let words = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
        self.columns = words.map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        let find = |name: &str| self.columns.iter().position(|column| column == name);
        for (index, name) in self.indices.iter_mut().zip(NAMES.iter().chain(&self.dialect.host)) {
            *index = find(name);
        }
        for (index, name) in self.indices.iter_mut().zip(OTHERS) {
            *index = index.or_else(|| find(name));
        }
    }

    /// Parses a line that starts with `#`.
    fn directive(&mut self, line: &[u8]) {
        if let Some(names) = line.strip_prefix(b"#Fields:") {
            self.name(names);
        }
        if let Some(date) = line.strip_prefix(b"#Date:") {
            let date = date.trim_ascii_start();
            self.date = date[..date.len().min(10)].to_vec();
        }
    }

    /// The value that starts here, without quotes, and the start of the next. If no quote closes, none does further on,
    /// so it is not searched again.
    fn value<'line>(&self, line: &'line [u8], at: usize, quotes: &mut bool) -> (&'line [u8], usize) {
        let (rest, between) = (&line[at..], self.dialect.between);
        if let [b'"', inside @ ..] = rest
            && *quotes
        {
            let ends = |quote: usize| inside.get(quote + 1).is_none_or(|&byte| byte == between);
            if let Some(end) = first_where(b'"', inside, &ends) {
                return (&inside[..end], at + end + 3);
            }
            *quotes = false;
        }
        let end = first(between, rest).unwrap_or(rest.len());
        (&rest[..end], at + end + 1)
    }

    /// The values of the columns of an entry; empty if there is no such column.
    fn values<'line>(&self, line: &'line [u8]) -> Result<[&'line [u8]; 9], Unparsed> {
        let mut values = [[].as_slice(); 9];
        let (mut column, mut at, mut quotes) = (0, 0, true);
        while at <= line.len() {
            let (found, next) = self.value(line, at, &mut quotes);
            for (value, _) in values.iter_mut().zip(self.indices).filter(|(_, index)| *index == Some(column))
            {
                *value = found;
            }
            (column, at) = (column + 1, next);
        }
        if column < self.columns.len() {
            return Err(Unparsed { expected: "one value per name in #Fields", at: line.len() });
        }
        Ok(values)
    }
}

impl Format for W3c {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.starts_with(b"#") || line.trim_ascii().is_empty() {
            self.directive(line);
            return Ok(Line::Other);
        }
        if self.indices[TIME].is_none() || self.indices[CLIENT].is_none() {
            return Err(Unparsed { expected: "a preceding #Fields line with time and c-ip", at: 0 });
        }
        let values = self.values(line)?;
        let date = if self.indices[DATE].is_some() { values[DATE] } else { &self.date };
        // The unit of the W3C format is the second, with a point; that of IIS is the millisecond.
        let unit = if first(b'.', values[TOOK]).is_some() { Unit::Seconds } else { Unit::Millis };
        let host = if matches!(values[HOST], b"" | b"-") { values[OTHER_HOST] } else { values[HOST] };
        let parts = Parts {
            time: time::date_and_time(date, values[TIME]),
            took: time::duration(values[TOOK], unit),
            client: values[CLIENT].into(),
            user: values[USER].into(),
            host: host.into(),
            request: values[PATH].into(),
            status: values[STATUS].into(),
            ..Parts::default()
        };
        parts.fill(entry, [TIME, STATUS].map(|column| offset(line, Some(values[column]))))
    }

    fn remembers(&self) -> bool {
        true
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        let index = self.columns.iter().position(|column| column == name)?;
        let (mut at, mut quotes) = (0, true);
        for _ in 0..index {
            at = Some(self.value(line, at, &mut quotes).1).filter(|next| *next <= line.len())?;
        }
        let (value, _) = self.value(line, at, &mut quotes);
        Some(if value == b"-" { Text::default() } else { (self.dialect.decode)(value) })
    }

    fn fields(&self) -> Vec<String> {
        self.columns.clone()
    }
}
