//! What is wrong with a text: where, what is there, what was expected, an example.

use std::fmt;

use super::{
    extras::plain::Fix,
    extras::{line_and_column, shortened},
    reader::Span,
};

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
    /// What was expected, as a phrase.
    pub expected: String,
    /// An example of it.
    pub example: &'static str,
    /// What kind of mistake it is.
    pub mistake: Mistake,
    /// The whole value of the field as it could be, if a few edits make it right.
    pub fix: Fix,
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
    /// Something that the small build leaves out.
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
    pub(super) fn new(mistake: Mistake, text: &str, span: Span, expected: String) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self {
            position: span.start,
            length: span.end - span.start,
            line,
            column,
            field: None,
            found: shortened(span.of(text)),
            expected,
            example: Self::EXAMPLE,
            mistake,
            fix: Fix::default(),
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
