//! The error of a command.

use std::{fmt, io, path::Path};

use crate::printable::printable;

/// An error message: the option or file, the value given, and the values allowed.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// An error about a file.
    pub(crate) fn at(path: &Path, error: impl fmt::Display) -> Self {
        Self(format!("{}: {error}", printable(&path.display().to_string())))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
