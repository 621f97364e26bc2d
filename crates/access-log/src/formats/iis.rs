//! IIS, in the W3C extended log file format, and other servers that separate values with spaces.
//!
//! The time is UTC, in whole seconds. Microsoft documents it as when the activity occurred; HTTP.sys writes the line
//! when the last response was sent or acknowledged (article 944884 on `time-taken`), and the time is that of writing.
//! So `time-taken` is subtracted: milliseconds, or seconds if it has a point, as in the W3C format and in Tomcat.
//! Spaces within a value are written as `+`, and not decoded.

use super::no_pattern;
use super::w3c::{Dialect, W3c};
use crate::{Fault, Format, Text};

static IIS: Dialect = Dialect {
    between: b' ',
    columns: "",
    decode: |value| Text::Borrowed(value),
    host: ["cs-host", "cs(Host)"],
};

/// The format, which takes no pattern.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    no_pattern(pattern)?;
    Ok(Box::new(W3c::new(&IIS)))
}
