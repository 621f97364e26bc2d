//! Pairs of names and values, `at=info path="/a b"`, with names chosen by the user, or with usual names.
//!
//! A quoted value may contain spaces and escapes. Words that are not pairs are skipped; but if the line begins with a
//! time, it is used when no pair is a time, as in the log of Heroku's router. Names and the meaning of times are the
//! same as for JSON; see `chosen.rs`. Heroku writes the connect time next to the service time, and both are subtracted.

use super::chosen::{CLIENT, Chosen, LEADING, ROLES, TIME};
use super::parts::offset;
use super::timestamps::any;
use crate::escape::unescape;
use crate::search::{before, first_of, first_where};
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

pub(super) struct Logfmt {
    chosen: Chosen,
}

impl Logfmt {
    /// The format for a pattern such as `time=ts client=ip`.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        Ok(Box::new(Self { chosen: Chosen::parse(pattern)? }))
    }

    fn find<'line>(&self, line: &'line [u8]) -> [Option<&'line [u8]>; ROLES] {
        let mut found = [None; ROLES];
        for (name, value) in (Pairs { line, at: 0 }) {
            for (index, chosen) in self.chosen.names.iter().enumerate() {
                if chosen.as_bytes().eq_ignore_ascii_case(name) {
                    found[index] = Some(value);
                }
            }
        }
        found
    }

    /// Searches a line for usual names. They are kept until a line has no such time.
    fn guess(&mut self, line: &[u8]) -> Result<(), Unparsed> {
        let field = |(name, value)| (String::from_utf8_lossy(name).into_owned(), Text::Borrowed(value));
        let pairs: Vec<_> = Pairs { line, at: 0 }.map(field).collect();
        let enough = pairs.len() > 1 && self.chosen.guess(&pairs);
        if enough { Ok(()) } else { Err(Unparsed { expected: "pairs such as time=… and path=…", at: 0 }) }
    }
}

impl Format for Logfmt {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let mut found = self.find(line);
        if self.chosen.unsure(found[TIME].is_some(), found[CLIENT].is_some_and(|client| !client.is_empty())) {
            self.guess(line)?;
            found = self.find(line);
        }
        let mut texts = found.map(|value| unescape(value.unwrap_or_default()));
        if let ("service", Some(connect)) = (self.chosen.names[ROLES - 1].as_str(), field(line, "connect")) {
            texts[ROLES - 1] = Text::Owned([&connect, b"+".as_slice(), &texts[ROLES - 1]].concat());
        }
        self.chosen.fill(texts, entry, &|role| offset(line, found[role]))
    }

    fn remembers(&self) -> bool {
        true
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        field(line, name)
    }

    fn fields(&self) -> Vec<String> {
        self.chosen.names.iter().filter(|name| !name.is_empty()).cloned().collect()
    }
}

fn field<'line>(line: &'line [u8], name: &str) -> Option<Text<'line>> {
    let named = |pair: &(&[u8], &[u8])| pair.0.eq_ignore_ascii_case(name.as_bytes());
    Pairs { line, at: 0 }.find(named).map(|(_, value)| unescape(value))
}

/// Iterates over the pairs of a line, values without their quotes.
struct Pairs<'line> {
    line: &'line [u8],
    at: usize,
}

impl<'line> Iterator for Pairs<'line> {
    type Item = (&'line [u8], &'line [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.line.len() {
            let (start, rest) = (self.at, &self.line[self.at..]);
            let end = first_of([b' ', b'='], rest).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            let [b'=', value @ ..] = behind else {
                self.at += end + 1;
                if start == 0 && any(name).is_some() {
                    return Some((LEADING.as_bytes(), name));
                }
                continue;
            };
            let [b'"', inside @ ..] = value else {
                let value = before(b' ', value);
                self.at += end + value.len() + 2;
                return Some((name, value));
            };
            let open = |quote: usize| {
                inside[..quote].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 0
            };
            let length = first_where(b'"', inside, &open).unwrap_or(inside.len());
            self.at += end + length + 3;
            return Some((name, &inside[..length]));
        }
        None
    }
}
