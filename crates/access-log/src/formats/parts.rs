//! Code shared by formats that split a line into parts and build an entry from them.

use super::spaced::status;
use crate::address::{client, without_port};
use crate::{Entry, Line, Micros, Stamp, Text, Unparsed};

/// The parts of an entry, as written in a line.
#[derive(Default)]
pub(super) struct Parts<'line> {
    /// The time, if it is valid.
    pub(super) time: Option<Stamp>,
    /// Whether the time is the arrival. Otherwise it is that of the response.
    pub(super) arrival: bool,
    /// The duration of the request, and how much longer it may have been, if the line has it.
    pub(super) took: Option<(Micros, u32)>,
    /// The client, possibly with a port.
    pub(super) client: Text<'line>,
    pub(super) user: Text<'line>,
    pub(super) host: Text<'line>,
    pub(super) request: Text<'line>,
    pub(super) status: Text<'line>,
}

impl<'line> Parts<'line> {
    /// Fills in an entry. The offsets are those of the time and the status in the line, for error messages.
    pub(super) fn fill(self, entry: &mut Entry<'line>, offsets: [usize; 2]) -> Result<Line, Unparsed> {
        let time = self.time.ok_or(Unparsed { expected: "a time", at: offsets[0] })?;
        entry.status = status(&self.status).ok_or(Unparsed { expected: "a status", at: offsets[1] })?;
        entry.time = match self.took {
            _ if self.arrival => time,
            Some((took, slack)) => time.began(took, slack),
            None => time.completed(),
        };
        entry.client = known(part(self.client, client));
        entry.host = part(known(self.host), without_port);
        (entry.user, entry.request) = (known(self.user), self.request);
        Ok(Line::Request)
    }
}

/// A text, with a hyphen meaning none.
fn known(text: Text<'_>) -> Text<'_> {
    if *text == *b"-" { Text::default() } else { text }
}

/// Shortens a text, without copying if it is borrowed.
pub(super) fn part<'line>(text: Text<'line>, shorten: fn(&[u8]) -> &[u8]) -> Text<'line> {
    match text {
        Text::Borrowed(text) => Text::Borrowed(shorten(text)),
        Text::Owned(text) => Text::Owned(shorten(&text).to_vec()),
    }
}

/// The offset of a part in its line; the end of the line if it is not part of it.
pub(super) fn offset(line: &[u8], part: Option<&[u8]>) -> usize {
    let before = part.and_then(|part| part.as_ptr().addr().checked_sub(line.as_ptr().addr()));
    before.unwrap_or(line.len()).min(line.len())
}
