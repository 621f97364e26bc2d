//! The error type of commands.

use std::error::Error;

/// A result with an error message for people.
pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;
