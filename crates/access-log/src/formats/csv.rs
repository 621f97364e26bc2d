//! Values separated by commas, tabs, semicolons or bars, with columns chosen by the user.
//!
//! A column is chosen by its name in the header, or by its number from 1; if all are chosen by number, the header is
//! optional. The separator is detected from the first row. A value may be quoted, with quotes in it doubled, but must
//! end on its line: line breaks in quotes are not supported. Columns and the meaning of times are the same as for JSON;
//! see `chosen.rs`.
//!
//! The parser is our own because the reader has already split the log into lines, and only two or three values of a row
//! are borrowed; a CSV library would search for the ends of rows again, and store every value.

use super::chosen::{Chosen, ROLES, TIME, same};
use crate::search::first;
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// Longer text is not the name of a column.
const LONGEST_NAME: usize = 40;

pub(super) struct Csv {
    chosen: Chosen,
    /// The first row; `None` before it was read.
    header: Option<Header>,
    /// The error for a chosen column that the header does not have.
    lacking: Option<&'static str>,
}

struct Header {
    between: u8,
    /// The header line, which may be repeated; empty if there is none.
    row: Vec<u8>,
    columns: Vec<String>,
    /// The column of each role.
    indices: [Option<usize>; ROLES],
}

impl Csv {
    /// The format for a pattern such as `time=ts client=ip` or `time=1 client=3`.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        Ok(Box::new(Self { chosen: Chosen::parse(pattern)?, header: None, lacking: None }))
    }

    /// Reads the first row, and returns whether it is a header; otherwise it is data.
    fn begin(&mut self, line: &[u8]) -> Result<bool, Unparsed> {
        let between = between(line);
        let mut columns = Vec::new();
        let mut row = Row { line, at: Some(0), between };
        while let Some(value) = row.next()? {
            columns.push(String::from_utf8_lossy(&value).into_owned());
        }
        if self.chosen.guessing {
            let fields: Vec<_> =
                columns.iter().map(|name| (name.clone(), Text::Borrowed(b"?".as_slice()))).collect();
            self.chosen.guess(&fields);
        }
        let index = |name: &str| {
            let find = |alike: fn(&str, &str) -> bool| columns.iter().position(|column| alike(column, name));
            find(str::eq_ignore_ascii_case).or_else(|| find(same)).filter(|_| !name.is_empty())
        };
        let named: [Option<usize>; ROLES] = std::array::from_fn(|role| index(&self.chosen.names[role]));
        let indices = std::array::from_fn(|role| named[role].or_else(|| number(&self.chosen.names[role])));
        if indices[TIME].is_none() {
            return Err(Unparsed { expected: self.without_time(), at: 0 });
        }
        let lacks = |&role: &usize| !self.chosen.names[role].is_empty() && indices[role].is_none();
        self.lacking = (0..ROLES).find(lacks).map(|role| no_column(&self.chosen.names[role]));
        let names = named.iter().any(Option::is_some) || !self.reads(line, between, indices);
        let row = if names { line.to_vec() } else { Vec::new() };
        let columns = if names { columns } else { Vec::new() };
        self.header = Some(Header { between, row, columns, indices });
        Ok(names)
    }

    /// The error for a first row without a time.
    fn without_time(&mut self) -> &'static str {
        let name = &self.chosen.names[TIME];
        let guessed = "a header with a name for the time";
        self.lacking.get_or_insert_with(|| if name.is_empty() { guessed } else { no_column(name) })
    }

    /// Whether a row has a time in the chosen column.
    fn reads(&self, line: &[u8], between: u8, indices: [Option<usize>; ROLES]) -> bool {
        let header = Header { between, row: Vec::new(), columns: Vec::new(), indices };
        header.texts(line).is_ok_and(|texts| self.chosen.fill(texts, &mut Entry::default(), &|_| 0).is_ok())
    }
}

impl Format for Csv {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() || self.header.is_none() && self.begin(line)? {
            return Ok(Line::Other);
        }
        let Some(header) = &self.header else { return Ok(Line::Other) };
        if header.row == line {
            return Ok(Line::Other);
        }
        if let Some(expected) = self.lacking {
            return Err(Unparsed { expected, at: 0 });
        }
        let texts = header.texts(line)?;
        let row = |role: usize| (Row { line, at: Some(0), between: header.between }, header.indices[role]);
        self.chosen.fill(texts, entry, &|role| match row(role) {
            (mut row, Some(index)) => row.start(index),
            _ => line.len(),
        })
    }

    fn remembers(&self) -> bool {
        true
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        let header = self.header.as_ref()?;
        let index = header.columns.iter().position(|column| column == name).or_else(|| number(name))?;
        let mut row = Row { line, at: Some(0), between: header.between };
        row.start(index);
        row.next().ok()?
    }

    fn fields(&self) -> Vec<String> {
        self.header.as_ref().map_or_else(Vec::new, |header| header.columns.clone())
    }
}

impl Header {
    /// The texts of all roles.
    fn texts<'line>(&self, line: &'line [u8]) -> Result<[Text<'line>; ROLES], Unparsed> {
        let mut texts: [Text<'line>; ROLES] = Default::default();
        let (mut row, mut column) = (Row { line, at: Some(0), between: self.between }, 0);
        while let Some(value) = row.next()? {
            for (text, _) in texts.iter_mut().zip(self.indices).filter(|(_, index)| *index == Some(column)) {
                text.clone_from(&value);
            }
            column += 1;
        }
        let last = self.indices.iter().flatten().max().map_or(0, |last| last + 1);
        if column < self.columns.len().max(last) {
            return Err(Unparsed { expected: "one value per column", at: line.len() });
        }
        Ok(texts)
    }
}

/// The error for a missing column. The text is leaked, since errors are `'static`: once per invalid pattern.
fn no_column(name: &str) -> &'static str {
    String::leak(["the column ", name, ", which the header does not have"].concat())
}

/// Whether a line looks like a header, and the next one like data.
pub(crate) fn is_header(line: &[u8], below: &[u8]) -> bool {
    let between = between(line);
    let count = |line: &[u8]| line.iter().filter(|&&byte| byte == between).count();
    let is_name = |value: &[u8]| {
        let value = value.trim_ascii();
        value.len() <= LONGEST_NAME && value.first().is_some_and(|byte| !byte.is_ascii_digit())
    };
    count(line) > 0 && count(line) == count(below) && line.split(|&byte| byte == between).all(is_name)
}

/// The index of a column given by number.
fn number(name: &str) -> Option<usize> {
    usize::try_from(crate::time::number(name.as_bytes())?).ok()?.checked_sub(1)
}

/// The separator of a row: the most frequent candidate.
fn between(line: &[u8]) -> u8 {
    let count = |between: &u8| line.iter().filter(|byte| *byte == between).count();
    *b"|;\t,".iter().max_by_key(|between| count(between)).unwrap_or(&b',')
}

/// Iterates over the values of a row.
struct Row<'line> {
    line: &'line [u8],
    /// The start of the next value, unless the last one was read.
    at: Option<usize>,
    between: u8,
}

impl<'line> Row<'line> {
    /// The next value, without quotes and surrounding white space.
    fn next(&mut self) -> Result<Option<Text<'line>>, Unparsed> {
        let Some(at) = self.at else { return Ok(None) };
        let rest = &self.line[at..];
        if let [b'"', inside @ ..] = rest {
            return self.quoted(at, inside).map(Some);
        }
        let end = first(self.between, rest);
        self.at = end.map(|end| at + end + 1);
        Ok(Some(Text::Borrowed(rest[..end.unwrap_or(rest.len())].trim_ascii())))
    }

    /// A value that begins with a quote, and the text after it.
    fn quoted(&mut self, at: usize, inside: &'line [u8]) -> Result<Text<'line>, Unparsed> {
        let (mut text, mut start, mut end) = (Text::default(), 0, 0);
        loop {
            let Some(quote) = first(b'"', &inside[end..]) else {
                return Err(Unparsed { expected: "a closing quote on the same line", at });
            };
            end += quote + 1;
            if inside.get(end) != Some(&b'"') {
                break;
            }
            // Of two quotes, the first is part of the value.
            text.to_mut().extend_from_slice(&inside[start..end]);
            (start, end) = (end + 1, end + 1);
        }
        let last = &inside[start..end - 1];
        if text.is_empty() {
            text = Text::Borrowed(last);
        } else {
            text.to_mut().extend_from_slice(last);
        }
        self.at = match inside.get(end) {
            None => None,
            Some(byte) if *byte == self.between => Some(at + 1 + end + 1),
            Some(_) => {
                return Err(Unparsed { expected: "a separator after the closing quote", at: at + 1 + end });
            }
        };
        Ok(text)
    }

    /// Skips to a value by index, and returns its start, or the end of the row if there is none.
    fn start(&mut self, index: usize) -> usize {
        for _ in 0..index {
            if !matches!(self.next(), Ok(Some(_))) {
                self.at = None;
                break;
            }
        }
        self.at.unwrap_or(self.line.len())
    }
}
