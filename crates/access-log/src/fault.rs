//! Errors in options.

use std::fmt;

/// An invalid option: its name, the given value, and the allowed values.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::Fault;
///
/// let fault = Fault::new("key", "ip", "client, user or path");
/// assert_eq!(fault.to_string(), "the key is \"ip\" and must be client, user or path");
/// assert_eq!(Fault::pattern("%h", "empty").field, "pattern");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The option: `format`, `pattern`, `key`, `cost` or `limited`.
    pub field: &'static str,
    /// The given value, or the invalid part of it.
    pub given: String,
    /// The allowed values, worded to follow "must be".
    pub allowed: String,
}

impl Fault {
    /// Creates an error about an option.
    pub fn new(field: &'static str, given: &str, allowed: &str) -> Self {
        Self { field, given: given.to_owned(), allowed: allowed.to_owned() }
    }

    /// Creates an error about a pattern.
    pub fn pattern(given: &str, allowed: &str) -> Self {
        Self::new("pattern", given, allowed)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (the, field) = match self.field {
            "limited" => ("a ", "status that means limited"),
            field => ("the ", field),
        };
        for text in [the, field, " is \"", &self.given, "\" and must be ", &self.allowed] {
            formatter.write_str(text)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
