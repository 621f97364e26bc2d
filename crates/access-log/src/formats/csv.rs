//! Rows of values with commas, tabs, semicolons or bars between them, of which the user chose columns.
//!
//! A column is named as the first row names it, or by its number from 1; where all are numbers, the first row
//! need not be names. What stands between the values is told by the first row. A value may stand in quotes, with
//! quotes in it doubled, but must end on its line: a line break in quotes is not read. What can be chosen, and what
//! the time then means, is the same as for JSON; see the file `chosen.rs`.
//!
//! It is our own because a reader gets a row as the line that it is, already cut, and borrows two or three values from
//! it; a reader of CSV would look for the ends of rows again, and hold every value.

use super::chosen::{Chosen, ROLES, TIME, same};
use crate::search::first;
use crate::{Entry, Fault, Format, Line, Text, Unread};

/// What is longer is no name of a column.
const LONGEST_NAME: usize = 40;

/// Reads rows of values.
pub(super) struct Csv {
    chosen: Chosen,
    /// The first row; `None` before it was read.
    header: Option<Header>,
    /// What is expected in vain, if a column was chosen that the first row does not have.
    lacking: Option<&'static str>,
}

struct Header {
    between: u8,
    /// The row as it stands, which may come again; empty if it had no names.
    row: Vec<u8>,
    columns: Vec<String>,
    /// Which column each part is.
    indices: [Option<usize>; ROLES],
}

impl Csv {
    /// The format, of a pattern as `time=ts client=ip` or `time=1 client=3`.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        Ok(Box::new(Self { chosen: Chosen::parse(pattern)?, header: None, lacking: None }))
    }

    /// Reads the first row. Whether it has names; otherwise it is a row like the others.
    fn begin(&mut self, line: &[u8]) -> Result<bool, Unread> {
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
            return Err(Unread { expected: self.without_time(), at: 0 });
        }
        let lacks = |&role: &usize| !self.chosen.names[role].is_empty() && indices[role].is_none();
        self.lacking = (0..ROLES).find(lacks).map(|role| no_column(&self.chosen.names[role]));
        let names = named.iter().any(Option::is_some) || !self.reads(line, between, indices);
        let row = if names { line.to_vec() } else { Vec::new() };
        let columns = if names { columns } else { Vec::new() };
        self.header = Some(Header { between, row, columns, indices });
        Ok(names)
    }

    /// What is expected of a row that has no time where all names are looked for.
    fn without_time(&mut self) -> &'static str {
        let name = &self.chosen.names[TIME];
        let guessed = "a row of names, that of the time among them";
        self.lacking.get_or_insert_with(|| if name.is_empty() { guessed } else { no_column(name) })
    }

    /// Whether a row has a time where one should be.
    fn reads(&self, line: &[u8], between: u8, indices: [Option<usize>; ROLES]) -> bool {
        let header = Header { between, row: Vec::new(), columns: Vec::new(), indices };
        header.texts(line).is_ok_and(|texts| self.chosen.fill(texts, &mut Entry::default(), &|_| 0).is_ok())
    }
}

impl Format for Csv {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread> {
        if line.trim_ascii().is_empty() || self.header.is_none() && self.begin(line)? {
            return Ok(Line::Other);
        }
        let Some(header) = &self.header else { return Ok(Line::Other) };
        if header.row == line {
            return Ok(Line::Other);
        }
        if let Some(expected) = self.lacking {
            return Err(Unread { expected, at: 0 });
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
    /// The texts of the parts of an entry.
    fn texts<'line>(&self, line: &'line [u8]) -> Result<[Text<'line>; ROLES], Unread> {
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
            return Err(Unread { expected: "as many values as there are columns", at: line.len() });
        }
        Ok(texts)
    }
}

/// Says that a chosen column is not there. The text stays in memory, as all that is expected does: it is one for each
/// pattern that somebody got wrong.
fn no_column(name: &str) -> &'static str {
    String::leak(["the column ", name, ", but the row of names has no such column"].concat())
}

/// Whether a line looks as if it were names of columns, and another as if it were a row below them.
pub(crate) fn is_header(line: &[u8], below: &[u8]) -> bool {
    let between = between(line);
    let count = |line: &[u8]| line.iter().filter(|&&byte| byte == between).count();
    let is_name = |value: &[u8]| {
        let value = value.trim_ascii();
        value.len() <= LONGEST_NAME && value.first().is_some_and(|byte| !byte.is_ascii_digit())
    };
    count(line) > 0 && count(line) == count(below) && line.split(|&byte| byte == between).all(is_name)
}

/// The number of a column, counted from 0.
fn number(name: &str) -> Option<usize> {
    usize::try_from(crate::time::number(name.as_bytes())?).ok()?.checked_sub(1)
}

/// What stands between the values of a row: the one of these that comes most often.
fn between(line: &[u8]) -> u8 {
    let count = |between: &u8| line.iter().filter(|byte| *byte == between).count();
    *b"|;\t,".iter().max_by_key(|between| count(between)).unwrap_or(&b',')
}

/// The values of a row, one after the other.
struct Row<'line> {
    line: &'line [u8],
    /// Where the next value starts, unless the last one was read.
    at: Option<usize>,
    between: u8,
}

impl<'line> Row<'line> {
    /// The next value, without its quotes and the white space around it.
    fn next(&mut self) -> Result<Option<Text<'line>>, Unread> {
        let Some(at) = self.at else { return Ok(None) };
        let rest = &self.line[at..];
        if let [b'"', inside @ ..] = rest {
            return self.quoted(at, inside).map(Some);
        }
        let end = first(self.between, rest);
        self.at = end.map(|end| at + end + 1);
        Ok(Some(Text::Borrowed(rest[..end.unwrap_or(rest.len())].trim_ascii())))
    }

    /// A value whose opening quote is at a place, and what comes after that.
    fn quoted(&mut self, at: usize, inside: &'line [u8]) -> Result<Text<'line>, Unread> {
        let (mut text, mut start, mut end) = (Text::default(), 0, 0);
        loop {
            let Some(quote) = first(b'"', &inside[end..]) else {
                return Err(Unread { expected: "a closing quote to this one on the same line", at });
            };
            end += quote + 1;
            if inside.get(end) != Some(&b'"') {
                break;
            }
            // Of two quotes the first is part of the value.
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
                return Err(Unread { expected: "the next value after a closing quote", at: at + 1 + end });
            }
        };
        Ok(text)
    }

    /// Goes to a value by its number from 0, and gives where it starts; at the end if there is none.
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
