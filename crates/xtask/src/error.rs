//! How a command fails.

use std::error::Error;

/// What went wrong, in words for a person.
pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;
