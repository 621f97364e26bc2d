//! Output of a command: text on standard output, or a file.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use serde::Serialize;

use crate::{failure::Failure, printable::escaped};

/// Writes text to standard output. A closed pipe, as `head` leaves it, is not an error.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    still_read(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}

/// Whether the output still has a reader.
pub(crate) fn still_read(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}

/// Writes a value to standard output as JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::new(error.to_string()))?;
    let text = escaped(&text);
    say(&(text + "\n"))
}

/// Whether a path means standard output or standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a picture to a file or standard output, and returns whether it was standard output.
pub(crate) fn draw(path: &Path, picture: &str) -> Result<bool, Failure> {
    if is_standard(path) {
        say(picture)?;
        return Ok(true);
    }
    fs::write(path, picture).map_err(|error| Failure::at(path, error))?;
    Ok(false)
}
