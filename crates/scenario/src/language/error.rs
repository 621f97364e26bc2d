//! What is wrong with a text: where, what is there, what was expected, an example.

use std::fmt;

use super::{expected::Expected, reader::Span};

/// The most of a wrong text that a message repeats.
const MOST_REPEATED: usize = 40;

/// What is wrong with a text, and at which characters, so that a page can show it where a
/// person types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError {
    /// The byte of the text at which it begins.
    pub position: usize,
    /// How many bytes are wrong; none where something is missing.
    pub length: usize,
    /// The line, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// The key whose value it is in.
    pub field: Option<&'static str>,
    /// What is there, shortened; empty where something is missing.
    pub found: String,
    /// What was expected.
    pub expected: Expected,
    /// An example of it.
    pub example: &'static str,
    /// What kind of mistake it is.
    pub mistake: Mistake,
    /// The whole value of the field as it could be, if a few edits make it right.
    pub fix: Option<Box<Repaired>>,
}

/// The value of a field as it could be. In a box within an error, because every result of reading has room for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The whole value.
    pub text: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The text is longer than [`MOST_TEXT`](super::MOST_TEXT).
    TooLong,
    /// A character that the language does not have.
    NotAscii,
    /// A key that the language does not have.
    UnknownKey,
    /// A key or an option for the second time.
    Repeated,
    /// A version that cannot be read.
    UnknownVersion,
    /// Something other than what was expected.
    Unexpected,
    /// A word that is not one of a few.
    UnknownWord,
    /// A fraction where only a whole number makes sense.
    NotWhole,
    /// A value that is too small or too large.
    OutOfRange,
    /// More requests than a scenario may make.
    TooManyRequests,
    /// A link with a broken `%`.
    BadEscape,
    /// Something that [`Grammar::BASIC`](super::Grammar::BASIC) leaves out.
    NotHere,
}

impl LanguageError {
    /// A stable word for the kind of mistake, for programs.
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

    /// What could be there where nothing was read yet.
    pub(super) const EXAMPLE: &'static str = "limit=10/10s";

    /// A mistake in a stretch of a text, outside of any field.
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
        if self.found.is_empty() {
            f.write_str(": found nothing")?;
        } else {
            write!(f, ": found \"{}\"", self.found)?;
        }
        write!(f, ", expected {}, as in \"{}\"", self.expected, self.example)
    }
}

impl std::error::Error for LanguageError {}

/// The line of a byte of a text, and the character in that line, both from 1.
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

/// Whether a character begins with this byte of a text.
const fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// A message is a sentence, however long the text is.
fn shortened(found: &str) -> String {
    let end = found.floor_char_boundary(MOST_REPEATED);
    let mut text = found.get(..end).unwrap_or_default().to_owned();
    if end < found.len() {
        text.push_str("...");
    }
    text
}
