//! What is wrong with an option that was given.

use std::fmt;

/// An option that cannot be used: which, what was given, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The option: `format`, `pattern`, `key`, `cost` or `limited`.
    pub field: &'static str,
    /// What was given for it, or the part of it that is wrong.
    pub given: String,
    /// What it may be, as it stands after "must be".
    pub allowed: String,
}

impl Fault {
    /// A fault of an option.
    pub fn new(field: &'static str, given: &str, allowed: &str) -> Self {
        Self { field, given: given.to_owned(), allowed: allowed.to_owned() }
    }

    /// A pattern that cannot be used.
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
