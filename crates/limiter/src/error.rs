//! Errors of policies that are out of bounds.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::value::Value;

/// The unit of a parameter's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the scenario language must be able to read and print every unit.
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

/// A policy was refused. The error has the field, the given value and the allowed ones, so
/// that a form can show it at the field.
///
/// ```
/// use ratelab_limiter::{Gcra, PolicyError, SECOND};
///
/// let refused = Gcra::new(0, 1, SECOND).unwrap_err();
/// assert_eq!((refused.code(), refused.field()), ("out_of_range", "burst"));
/// assert!(matches!(refused, PolicyError::OutOfRange { given: 0, minimum: 1, .. }));
/// assert_eq!(refused.to_string(), "burst is 0, but must be from 1 to 4294967295 requests");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// A number outside its range.
    OutOfRange {
        /// The parameter's name.
        field: &'static str,
        /// The given value.
        given: i128,
        /// The least value that is accepted.
        minimum: u64,
        /// The greatest value that is accepted, given the other values.
        maximum: u64,
        /// The unit of the numbers.
        unit: Unit,
        /// The reason for a maximum that is lower than usual.
        because: Option<&'static str>,
    },
    /// A value that is not a whole number, where one is required.
    NotANumber {
        /// The parameter's name.
        field: &'static str,
        /// The given value.
        given: String,
        /// The least value that is accepted.
        minimum: u64,
        /// The greatest value that is accepted.
        maximum: u64,
        /// The unit of the numbers.
        unit: Unit,
    },
    /// A word that the field does not accept: an option, an algorithm's name or a
    /// parameter's name.
    UnknownWord {
        /// The field.
        field: &'static str,
        /// The given value.
        given: String,
        /// The words that are accepted.
        allowed: Vec<&'static str>,
    },
}

impl PolicyError {
    /// Returns a stable word for the kind of error, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. } => "out_of_range",
            Self::NotANumber { .. } => "not_a_number",
            Self::UnknownWord { .. } => "unknown_word",
        }
    }

    /// Returns the name of the field at which to show the error.
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
