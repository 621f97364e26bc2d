//! What a command leaves: text on standard output, or a file.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use serde::Serialize;

use crate::failure::Failure;

/// Writes a text to standard output. A reader that has gone, as `head` does, has read enough.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    still_read(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}

/// Whether the reader of an output is still there.
pub(crate) fn still_read(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}

/// Writes a value to standard output as JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::new(error.to_string()))?;
    say(&(text + "\n"))
}

/// Whether a path stands for standard output or standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a picture where it was asked for, and gives whether that was standard output.
pub(crate) fn draw(path: &Path, picture: &str) -> Result<bool, Failure> {
    if is_standard(path) {
        say(picture)?;
        return Ok(true);
    }
    fs::write(path, picture).map_err(|error| Failure::at(path, error))?;
    Ok(false)
}
