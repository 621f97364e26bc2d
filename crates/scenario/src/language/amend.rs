//! Changes one field of a scenario, as a form does.

use super::{
    error::{LanguageError, Mistake},
    expected::Expected,
    grammar::parse,
    parse::read_value,
    plain::one_line,
    print::print,
    span::Span,
};
use crate::scenario::Scenario;

/// The separators of fields, which a value cannot contain.
const SEPARATORS: [char; 2] = ['&', '\n'];

/// Returns the scenario with another value for one field, or the default value if `value` is empty.
///
/// The position of a mistake is relative to the value. For a mistake in another field, which does not go
/// together with the new value, it is relative to the printed text without the field.
///
/// ```
/// use ratelab_scenario::language::{amend, parse, print};
///
/// let scenario = amend(&parse("limit=5/s&traffic=9@1s")?, "limit", "8/s")?;
/// assert_eq!(print(&scenario), "v=1&limit=8/s&traffic=9@1s");
/// assert_eq!(amend(&scenario, "limit", "8/x").unwrap_err().position, 2);
/// # Ok::<(), ratelab_scenario::language::LanguageError>(())
/// ```
///
/// # Errors
///
/// Returns a [`LanguageError`] if there is no such field, if the value is not valid, or if it does not go together with
/// another field.
pub fn amend(scenario: &Scenario, key: &str, value: &str) -> Result<Scenario, LanguageError> {
    let is_one = !value.contains(SEPARATORS) && !value.trim().is_empty();
    let amended = is_one.then(|| read_value(scenario, key, value)).flatten();
    amended.map_or_else(|| amend_text(&print(scenario), key, &one_line(key, value)), Ok)
}

/// Amends through the text: mistakes have their positions there, and a field can go back to its default.
pub(super) fn amend_text(text: &str, key: &str, value: &str) -> Result<Scenario, LanguageError> {
    if let Some(start) = value.find(SEPARATORS) {
        let span = Span { start, end: start + 1 };
        let expected = Expected::Phrase("one field, without \"&\" or a line break");
        return Err(LanguageError::new(Mistake::Unexpected, value, span, expected));
    }
    let is_other = |field: &&str| field.split_once('=').is_none_or(|(name, _)| name.trim() != key);
    let others: Vec<&str> = text.split(SEPARATORS).filter(is_other).collect();
    let others = others.join("&");
    if value.trim().is_empty() {
        return parse(&others);
    }
    parse(&format!("{key}={value}&{others}")).map_err(|error| replaced(error, key, value))
}

/// Moves the position of an error to the value, or else to the other fields.
fn replaced(mut error: LanguageError, key: &str, value: &str) -> LanguageError {
    let value_at = key.len() + 1;
    let after = value_at + value.len() + 1;
    let before = if error.position >= after { after } else { value_at.min(error.position) };
    error.position -= before;
    error.column = error.column.saturating_sub(before as u32).max(1);
    error
}
