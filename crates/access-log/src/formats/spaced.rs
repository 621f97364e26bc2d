//! Lines of words separated by spaces, some in quotes or brackets.
//!
//! These servers do not escape quotes with backslashes. So a quote ends a field only if it is followed by a space and a
//! byte that can start a field, or by the end of the line: most quotes within a user agent do no harm.

use super::no_pattern;
use crate::search::{before, first, first_where, last};
use crate::{Entry, Fault, Format, Line, Text, Unparsed, time, without_port};

/// The most words of a line.
const MOST: usize = 32;

/// Parses a line that is not empty.
type Read = for<'line> fn(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed>;

/// A format whose lines have the same words in the same order, apart from trailing words that old lines lack.
pub(super) struct Spaced {
    /// The names of the words.
    names: &'static [&'static str],
    read: Read,
}

impl Spaced {
    /// The format, which takes no pattern.
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
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
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

/// A line, split into the words that its format names.
pub(super) struct Words<'line> {
    /// The words, without quotes or brackets: `"a b"` and `[a b]` are `a b`. Empty after the last.
    pub(super) list: [&'line [u8]; MOST],
    /// The number of words.
    pub(super) count: usize,
    /// The start of the next word.
    pub(super) end: usize,
}

/// Splits a line from a byte on into as many words as there are names, and at least `least`.
pub(super) fn words<'line>(
    line: &'line [u8],
    from: usize,
    names: &[&'static str],
    least: usize,
) -> Result<Words<'line>, Unparsed> {
    let mut words = Words { list: [&[]; MOST], count: 0, end: from };
    for (word, name) in words.list.iter_mut().zip(names) {
        let rest = line.get(words.end..).unwrap_or_default();
        if rest.is_empty() {
            return if words.count < least {
                Err(Unparsed { expected: name, at: line.len() })
            } else {
                Ok(words)
            };
        }
        let (start, length) = enclosed(rest).map_err(|expected| Unparsed { expected, at: words.end })?;
        *word = &rest[start..length - start];
        let spaces = rest[length..].iter().take_while(|&&byte| byte == b' ').count();
        words.end += length + spaces;
        words.count += 1;
    }
    Ok(words)
}

/// The number of bytes that enclose the word at the start of a text on each side, and its length including them.
fn enclosed(rest: &[u8]) -> Result<(usize, usize), &'static str> {
    match rest {
        [b'"', inside @ ..] => match closing(inside, b'"') {
            Some(end) => return Ok((1, end + 2)),
            None => return Err("a closing quote"),
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

/// The position of a closing mark, followed by the next word or the end. For brackets, it is the first one.
fn closing(inside: &[u8], mark: u8) -> Option<usize> {
    let ends = |index: usize| matches!(inside.get(index + 1), None | Some(b' '));
    if mark != b'"' {
        return first(mark, inside).filter(|&index| ends(index));
    }
    let starts = |byte: &u8| matches!(byte, b'"' | b'-' | b'+' | b'0'..=b'9' | b'A'..=b'Z');
    let likely = |index: usize| ends(index) && inside.get(index + 2).is_none_or(starts);
    first_where(mark, inside, &likely).or_else(|| first_where(mark, inside, &ends))
}

/// Returns a word by its name.
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

/// Names as a format returns them.
pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A word as text; `-` means none.
pub(super) fn known(word: &[u8]) -> Text<'_> {
    Text::Borrowed(if word == b"-" { &[] } else { word })
}

/// Parses a status: three digits, or a mark for none.
pub(super) fn status(word: &[u8]) -> Option<u16> {
    match word {
        b"-" | b"-1" | b"" => Some(0),
        _ => time::number(word).filter(|status| *status < 1000).map(|status| status as u16),
    }
}

/// The address before a port that is always present: `::1:80` is `::1`.
pub(super) fn before_port(word: &[u8]) -> Option<&[u8]> {
    let colon = last(b':', word).filter(|&colon| time::number(&word[colon + 1..]).is_some())?;
    match &word[..colon] {
        [b'[', address @ .., b']'] => Some(address),
        address => Some(address),
    }
}

/// The host of a URL, or of a request line with one.
pub(super) fn host(request: &[u8]) -> &[u8] {
    let mut colons = (0..request.len()).filter(|&at| request[at] == b':').take(4);
    let Some(colon) = colons.find(|&colon| request[colon..].starts_with(b"://")) else { return &[] };
    let rest = &request[colon + 3..];
    let host = &rest[..rest.iter().position(|byte| b"/? ".contains(byte)).unwrap_or(rest.len())];
    // AWS load balancers write `http://host:80-/` for a request that they could not parse.
    without_port(host.strip_suffix(b"-").unwrap_or(host))
}
