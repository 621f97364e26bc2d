//! Lines of words with spaces between them, some in quotes or brackets.
//!
//! The servers read so escape nothing, or not with backslashes. So a quote ends a field only where a space follows
//! and then what another field can start with, or the end of the line: most quotes within a user agent do no harm.

use super::no_pattern;
use crate::search::{before, first, first_where, last};
use crate::{Entry, Fault, Format, Line, Text, Unread, time, without_port};

/// The most words that a line is split into.
const MOST: usize = 32;

/// Reads a line that is not empty.
type Read = for<'line> fn(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread>;

/// A format whose lines have the same words in the same order, old ones perhaps not the last.
pub(super) struct Spaced {
    /// The names of the words.
    names: &'static [&'static str],
    read: Read,
}

impl Spaced {
    /// The format, which has no choices.
    pub(super) fn make(
        pattern: &str,
        names: &'static [&'static str],
        read: Read,
    ) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self { names, read }))
    }
}

impl Format for Spaced {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread> {
        if line.trim_ascii().is_empty() { Ok(Line::Other) } else { (self.read)(line, entry) }
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        named(line, 0, self.names, name)
    }

    fn fields(&self) -> Vec<String> {
        owned(self.names)
    }

    fn fixed(&self) -> bool {
        true
    }
}

/// A line, split into the words that its format has names for.
pub(super) struct Words<'line> {
    /// The words, without what encloses them: `"a b"` is `a b`, and so is `[a b]`. Empty where there are no more.
    pub(super) list: [&'line [u8]; MOST],
    /// How many there are.
    pub(super) count: usize,
    /// Where the next word would start.
    pub(super) end: usize,
}

/// Splits a line from a byte on, into as many words as there are names; there must be at least so many.
pub(super) fn words<'line>(
    line: &'line [u8],
    from: usize,
    names: &[&'static str],
    least: usize,
) -> Result<Words<'line>, Unread> {
    let mut words = Words { list: [&[]; MOST], count: 0, end: from };
    for (word, name) in words.list.iter_mut().zip(names) {
        let rest = line.get(words.end..).unwrap_or_default();
        if rest.is_empty() {
            return if words.count < least {
                Err(Unread { expected: name, at: line.len() })
            } else {
                Ok(words)
            };
        }
        let (start, length) = enclosed(rest).map_err(|expected| Unread { expected, at: words.end })?;
        *word = &rest[start..length - start];
        let spaces = rest[length..].iter().take_while(|&&byte| byte == b' ').count();
        words.end += length + spaces;
        words.count += 1;
    }
    Ok(words)
}

/// How many bytes enclose the word at the start of a text on each side, and its length with them.
fn enclosed(rest: &[u8]) -> Result<(usize, usize), &'static str> {
    match rest {
        [b'"', inside @ ..] => match closing(inside, b'"') {
            Some(end) => return Ok((1, end + 2)),
            None => return Err("a closing quote to this one"),
        },
        [b'[', inside @ ..] => {
            if let Some(end) = closing(inside, b']') {
                return Ok((1, end + 2));
            }
        }
        _ => (),
    }
    Ok((0, before(b' ', rest).len()))
}

/// Where a closing mark stands, after which the next word or the end comes. A bracket must be the first.
fn closing(inside: &[u8], mark: u8) -> Option<usize> {
    let ends = |index: usize| matches!(inside.get(index + 1), None | Some(b' '));
    if mark != b'"' {
        return first(mark, inside).filter(|&index| ends(index));
    }
    let starts = |byte: &u8| matches!(byte, b'"' | b'-' | b'+' | b'0'..=b'9' | b'A'..=b'Z');
    let likely = |index: usize| ends(index) && inside.get(index + 2).is_none_or(starts);
    first_where(mark, inside, &likely).or_else(|| first_where(mark, inside, &ends))
}

/// A word by its name.
pub(super) fn named<'line>(
    line: &'line [u8],
    from: usize,
    names: &[&'static str],
    name: &str,
) -> Option<Text<'line>> {
    let index = names.iter().position(|known| *known == name)?;
    let words = words(line, from, &names[..=index], index + 1).ok()?;
    Some(known(words.list[index]))
}

/// Names as a format gives them.
pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A word as text; `-` stands for nothing.
pub(super) fn known(word: &[u8]) -> Text<'_> {
    Text::Borrowed(if word == b"-" { &[] } else { word })
}

/// A status: three digits, or a sign for none.
pub(super) fn status(word: &[u8]) -> Option<u16> {
    match word {
        b"-" | b"-1" | b"" => Some(0),
        _ => time::number(word).filter(|status| *status < 1000).map(|status| status as u16),
    }
}

/// An address before its port, where there always is a port: `::1:80` is `::1`.
pub(super) fn before_port(word: &[u8]) -> Option<&[u8]> {
    let colon = last(b':', word).filter(|&colon| time::number(&word[colon + 1..]).is_some())?;
    match &word[..colon] {
        [b'[', address @ .., b']'] => Some(address),
        address => Some(address),
    }
}

/// The host of a URL, or of a request line that has one.
pub(super) fn host(request: &[u8]) -> &[u8] {
    let mut colons = (0..request.len()).filter(|&at| request[at] == b':').take(4);
    let Some(colon) = colons.find(|&colon| request[colon..].starts_with(b"://")) else { return &[] };
    let rest = &request[colon + 3..];
    let host = &rest[..rest.iter().position(|byte| b"/? ".contains(byte)).unwrap_or(rest.len())];
    // `http://host:80-/` is what balancers of AWS write of a request that they could not read.
    without_port(host.strip_suffix(b"-").unwrap_or(host))
}
