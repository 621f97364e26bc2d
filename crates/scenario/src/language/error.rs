//! Errors of the language: the position, what was found, what was expected, and an example.

use std::fmt;

use super::{expected::Expected, span::Span};

/// The maximum length of the wrong text that a message repeats.
const MOST_REPEATED: usize = 40;

/// A mistake in a text with its position, so that a page can mark it where a person types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError {
    /// The byte at which it begins.
    pub position: usize,
    /// The number of wrong bytes; 0 where something is missing.
    pub length: usize,
    /// The line, from 1.
    pub line: u32,
    /// The character within that line, from 1.
    pub column: u32,
    /// The key of the field that contains it.
    pub field: Option<&'static str>,
    /// The wrong text, shortened; empty where something is missing.
    pub found: String,
    /// The text or value that was expected.
    pub expected: Expected,
    /// A valid example.
    pub example: &'static str,
    /// The kind of mistake.
    pub mistake: Mistake,
    /// A corrected value for the whole field, if a few edits make it valid.
    pub fix: Option<Box<Repaired>>,
}

/// A corrected value. It is boxed within an error to keep results small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The whole value.
    pub text: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// The text is longer than [`MOST_TEXT`](super::MOST_TEXT).
    TooLong,
    /// A character that is not part of the language.
    NotAscii,
    /// An unknown key.
    UnknownKey,
    /// A key or an option that was given before.
    Repeated,
    /// An unsupported version.
    UnknownVersion,
    /// A token other than those expected.
    Unexpected,
    /// A word that is not in the list of allowed words.
    UnknownWord,
    /// A fraction where a whole number is required.
    NotWhole,
    /// A value that is too small or too large.
    OutOfRange,
    /// More requests than a scenario may contain.
    TooManyRequests,
    /// A link with an invalid `%` escape.
    BadEscape,
    /// A part of the language that [`Grammar::BASIC`](super::Grammar::BASIC) leaves out.
    NotHere,
}

impl LanguageError {
    /// Returns a stable identifier for the kind of mistake.
    pub const fn code(&self) -> &'static str {
        match self.mistake {
            Mistake::TooLong => "too_long",
            Mistake::NotAscii => "not_ascii",
            Mistake::UnknownKey => "unknown_key",
            Mistake::Repeated => "repeated",
            Mistake::UnknownVersion => "unknown_version",
            Mistake::Unexpected => "unexpected",
            Mistake::UnknownWord => "unknown_word",
            Mistake::NotWhole => "not_whole",
            Mistake::OutOfRange => "out_of_range",
            Mistake::TooManyRequests => "too_many_requests",
            Mistake::BadEscape => "bad_escape",
            Mistake::NotHere => "not_here",
        }
    }

    /// The example where no field has been read yet.
    pub(super) const EXAMPLE: &'static str = "limit=10/10s";

    /// Returns an error for a span of a text, outside of any field.
    pub(super) fn new(mistake: Mistake, text: &str, span: Span, expected: Expected) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self {
            position: span.start,
            length: span.end - span.start,
            line,
            column,
            field: None,
            found: shortened(span.slice(text)),
            expected,
            example: Self::EXAMPLE,
            mistake,
            fix: None,
        }
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at ")?;
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "character {}", self.column)?;
        self.field.map_or(Ok(()), |field| write!(f, ", in {field}"))?;
        f.write_str(": ")?;
        match self.mistake {
            Mistake::Repeated => f.write_str("use ")?,
            Mistake::Unexpected if self.found.is_empty() => f.write_str(add(&self.expected))?,
            _ if self.found.is_empty() => f.write_str("use ")?,
            _ => write!(f, "instead of \"{}\", use ", self.found)?,
        }
        write!(f, "{}, as in \"{}\"", self.expected, self.example)
    }
}

impl std::error::Error for LanguageError {}

/// Returns the request to add something. A token that says little by itself comes with the question that it answers.
fn add(expected: &Expected) -> &'static str {
    match expected {
        Expected::Token("for") => "for how long? Add ",
        Expected::Token("/") => "per what period? Add ",
        _ => "add ",
    }
}

/// Returns the line of a byte, and the character within that line, both from 1.
fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let (mut line, mut column) = (1, 1);
    for byte in text.get(..at).unwrap_or_default().bytes() {
        if byte == b'\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += u32::from(begins_character(byte));
        }
    }
    (line, column)
}

/// Returns whether this byte begins a character.
const fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// Shortens a text, so that a message stays a sentence.
fn shortened(found: &str) -> String {
    let end = found.floor_char_boundary(MOST_REPEATED);
    let mut text = found.get(..end).unwrap_or_default().to_owned();
    if end < found.len() {
        text.push_str("...");
    }
    text
}
