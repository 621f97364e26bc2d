//! One field of a scenario changed, as a form does it.

use super::{
    error::{LanguageError, Mistake},
    parse::parse,
    reader::Span,
};
use crate::scenario::Scenario;

/// What separates fields, and so cannot be in a value.
const SEPARATORS: [char; 2] = ['&', '\n'];

/// Reads a scenario in which one field has another value; an empty one means the usual
/// value. A mistake in the value is told with its position in the value; one in another
/// field, which the new value brings out, with that of the text without the field.
///
/// ```
/// use ratelab_simulation::language::{amend, print};
///
/// let scenario = amend("limit=5/s&traffic=9@1s", "limit", "8/s")?;
/// assert_eq!(print(&scenario), "v=1&limit=8/s&traffic=9@1s");
/// assert_eq!(amend("limit=5/s", "limit", "8/x").unwrap_err().position, 2);
/// # Ok::<(), ratelab_simulation::language::LanguageError>(())
/// ```
pub fn amend(text: &str, key: &str, value: &str) -> Result<Scenario, LanguageError> {
    if let Some(start) = value.find(SEPARATORS) {
        let span = Span { start, end: start + 1 };
        let expected = "one field alone, without \"&\" or a new line".to_owned();
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

/// A mistake with its position in the value, or else in the other fields.
fn replaced(mut error: LanguageError, key: &str, value: &str) -> LanguageError {
    let value_at = key.len() + 1;
    let after = value_at + value.len() + 1;
    let before = if error.position >= after { after } else { value_at.min(error.position) };
    error.position -= before;
    error.column = error.column.saturating_sub(before).max(1);
    error
}
