//! The parts of the language that a program supports.

use super::{
    error::LanguageError, parse::parse_parts, plain::read_plainly, rare::WHOLE_LANGUAGE, reader::Parts,
};
use crate::{scenario::Scenario, traffic::Sources};

/// The parts of the language that a program supports.
///
/// ```
/// use ratelab_scenario::language::{Grammar, parse};
///
/// let text = "limit=5/1s & traffic = 15 every 100ms";
/// assert_eq!(Grammar::BASIC.parse(text), parse(text));
/// assert_eq!(Grammar::BASIC.parse("servers=3 local").unwrap_err().code(), "not_here");
/// ```
pub struct Grammar {
    parts: &'static Parts,
    /// Reads a text in plain words that the grammar refused with this error, or finds a fix.
    plain: fn(&str, LanguageError) -> Result<Scenario, LanguageError>,
}

impl Grammar {
    /// The fields and shapes that most scenarios use, in canonical form. The rest is refused as
    /// [`NotHere`](super::Mistake::NotHere).
    pub const BASIC: &'static Self =
        &Self { parts: &Parts { rare: None, sources: Sources::BASIC }, plain: |_, error| Err(error) };

    /// The whole language.
    pub const FULL: &'static Self = &Self { parts: WHOLE_LANGUAGE, plain: read_plainly };

    /// Parses a scenario.
    ///
    /// # Errors
    ///
    /// Returns a [`LanguageError`] at the first mistake, and for each field or shape that this grammar leaves out.
    pub fn parse(&'static self, text: &str) -> Result<Scenario, LanguageError> {
        parse_parts(self.parts, text).or_else(|error| (self.plain)(text, error))
    }
}

/// Parses a scenario, in the words of the grammar or in plain words.
///
/// # Errors
///
/// Returns a [`LanguageError`] at the first mistake, with a fix if one is found.
pub fn parse(text: &str) -> Result<Scenario, LanguageError> {
    Grammar::FULL.parse(text)
}
