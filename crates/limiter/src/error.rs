//! Why a policy is refused.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::value::Value;

/// What a parameter's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Requests of cost 1.
    Requests,
    /// Nanoseconds.
    Nanoseconds,
    /// Limiters that must agree.
    Limiters,
    /// One of a few words; it has no range.
    Word,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Requests => "requests",
            Self::Nanoseconds => "ns",
            Self::Limiters => "limiters",
            Self::Word => "word",
        })
    }
}

/// Why a policy was refused. It names the field, what was given and what is
/// allowed, so that a form can show it at the field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// A number outside its range.
    OutOfRange {
        /// The parameter's name.
        field: &'static str,
        /// What was given.
        given: i128,
        /// The least that is accepted.
        minimum: u64,
        /// The greatest that is accepted, with the other values as they are.
        maximum: u64,
        /// What the numbers count.
        unit: Unit,
        /// What lowered the maximum, when something did.
        because: Option<&'static str>,
    },
    /// Something that is not a whole number, where one is needed.
    NotANumber {
        /// The parameter's name.
        field: &'static str,
        /// What was given.
        given: String,
        /// The least that is accepted.
        minimum: u64,
        /// The greatest that is accepted.
        maximum: u64,
        /// What the numbers count.
        unit: Unit,
    },
    /// A word that is not one of those a field accepts: an option, an algorithm's
    /// name, a parameter's name.
    UnknownWord {
        /// The field.
        field: &'static str,
        /// What was given.
        given: String,
        /// The words that are accepted.
        allowed: Vec<&'static str>,
    },
}

impl PolicyError {
    /// A stable word for the kind of error, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. } => "out_of_range",
            Self::NotANumber { .. } => "not_a_number",
            Self::UnknownWord { .. } => "unknown_word",
        }
    }

    /// The field at which to show it.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::OutOfRange { field, .. }
            | Self::NotANumber { field, .. }
            | Self::UnknownWord { field, .. } => field,
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is ", self.field())?;
        match self {
            Self::OutOfRange { given, .. } => Value::Number(*given).fmt(f)?,
            Self::NotANumber { given, .. } | Self::UnknownWord { given, .. } => write!(f, "\"{given}\"")?,
        }
        let (what, minimum, maximum, unit, because) = match self {
            Self::OutOfRange { minimum, maximum, unit, because, .. } => {
                ("", minimum, maximum, unit, *because)
            }
            Self::NotANumber { minimum, maximum, unit, .. } => {
                ("a whole number ", minimum, maximum, unit, None)
            }
            Self::UnknownWord { allowed, .. } => return one_of(f, allowed),
        };
        write!(f, ", but must be {what}from {minimum} to {maximum} {unit}")?;
        because.map_or(Ok(()), |reason| write!(f, " {reason}"))
    }
}

fn one_of(f: &mut fmt::Formatter<'_>, allowed: &[&str]) -> fmt::Result {
    let mut before = ", but must be one of: ";
    for word in allowed {
        f.write_str(before)?;
        f.write_str(word)?;
        before = ", ";
    }
    Ok(())
}

impl core::error::Error for PolicyError {}
