//! Plain timestamps: each line is a time, optionally followed by the client.
//!
//! The time may be in any notation of the other formats: seconds, milliseconds, microseconds or nanoseconds since 1970,
//! RFC 3339, or that of the common log with or without its brackets. It is read as the arrival of a request.

use super::no_pattern;
use super::spaced::owned;
use crate::time::{common, epoch, rfc3339};
use crate::{Entry, Fault, Format, Line, Stamp, Text, Unparsed};

/// Parses plain timestamps.
pub(super) struct Timestamps;

impl Timestamps {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Timestamps {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if matches!(line.trim_ascii(), [] | [b'#', ..]) {
            return Ok(Line::Other);
        }
        let (time, word) = split(line)?;
        (entry.time, entry.client) = (time, Text::Borrowed(word));
        Ok(Line::Request)
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        let (_, word) = split(line).ok()?;
        (name == "client").then_some(Text::Borrowed(word))
    }

    fn fields(&self) -> Vec<String> {
        owned(&["client"])
    }

    fn fixed(&self) -> bool {
        true
    }
}

/// A time in any notation, and the word after it.
fn split(line: &[u8]) -> Result<(Stamp, &[u8]), Unparsed> {
    let text = line.trim_ascii();
    let (mut end, mut found) = (0, None);
    // The longest match: text that looks like a zone is one. A time has at most two spaces.
    for _ in 0..4 {
        let spaces = text[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let word = text[end + spaces..].iter().position(u8::is_ascii_whitespace);
        end = word.map_or(text.len(), |length| end + spaces + length);
        let (time, rest) = text.split_at(end);
        found = any(time).map(|time| (time, rest.trim_ascii())).or(found);
    }
    match found {
        None => Err(Unparsed { expected: "a time", at: 0 }),
        Some((time, word)) if !word.iter().any(u8::is_ascii_whitespace) => Ok((time, word)),
        Some((_, word)) => {
            let space = word.iter().position(u8::is_ascii_whitespace).unwrap_or_default();
            let at = line.trim_ascii_end().len() - word.len() + space;
            Err(Unparsed { expected: "end of line after a timestamp and one word", at })
        }
    }
}

/// A time in any notation.
pub(super) fn any(text: &[u8]) -> Option<Stamp> {
    let text = match text {
        [b'[', inside @ .., b']'] => inside,
        _ => text,
    };
    rfc3339(text).or_else(|| epoch(text, None)).or_else(|| common(text))
}
