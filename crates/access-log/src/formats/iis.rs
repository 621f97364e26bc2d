//! IIS, in the W3C's extended log file format, and others that separate its values by spaces.
//!
//! The time is UTC and in whole seconds. Microsoft says that the activity occurred then; HTTP.sys writes the line
//! when the last response was sent or acknowledged (article 944884 on `time-taken`), and the time is that of
//! the writing. So `time-taken` is taken off it: milliseconds, or seconds if it has a point, as the W3C has it and
//! Tomcat writes it. Spaces within a value are written as `+`, and stay so.

use super::no_pattern;
use super::w3c::{Dialect, W3c};
use crate::{Fault, Format, Text};

static IIS: Dialect = Dialect {
    between: b' ',
    columns: "",
    decode: |value| Text::Borrowed(value),
    host: ["cs-host", "cs(Host)"],
};

/// The format, which has no choices.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    no_pattern(pattern)?;
    Ok(Box::new(W3c::new(&IIS)))
}
