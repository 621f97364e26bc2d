//! What the formats of one server have in common: a line is split, and an entry is made of its parts.

use super::spaced::status;
use crate::address::{client, without_port};
use crate::{Entry, Line, Micros, Stamp, Text, Unread};

/// The parts of an entry, as they stand in a line.
#[derive(Default)]
pub(super) struct Parts<'line> {
    /// The time, if it could be read.
    pub(super) time: Option<Stamp>,
    /// Whether that is the arrival. Otherwise it is the answer.
    pub(super) arrival: bool,
    /// How long the request took, and how much longer it may have been, if the line tells.
    pub(super) took: Option<(Micros, u32)>,
    /// The client, perhaps with a port.
    pub(super) client: Text<'line>,
    pub(super) user: Text<'line>,
    pub(super) host: Text<'line>,
    pub(super) request: Text<'line>,
    pub(super) status: Text<'line>,
}

impl<'line> Parts<'line> {
    /// Fills in an entry. The places are those of the time and of the status in the line, for what is wrong.
    pub(super) fn fill(self, entry: &mut Entry<'line>, offsets: [usize; 2]) -> Result<Line, Unread> {
        let time = self.time.ok_or(Unread { expected: "a time", at: offsets[0] })?;
        entry.status = status(&self.status).ok_or(Unread { expected: "a status", at: offsets[1] })?;
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

/// A text, of which a hyphen stands for nothing.
fn known(text: Text<'_>) -> Text<'_> {
    if *text == *b"-" { Text::default() } else { text }
}

/// A part of a text, borrowed where the text is.
pub(super) fn part<'line>(text: Text<'line>, shorten: fn(&[u8]) -> &[u8]) -> Text<'line> {
    match text {
        Text::Borrowed(text) => Text::Borrowed(shorten(text)),
        Text::Owned(text) => Text::Owned(shorten(&text).to_vec()),
    }
}

/// Where a part of a line stands in it; at its end if it does not.
pub(super) fn offset(line: &[u8], part: Option<&[u8]>) -> usize {
    let before = part.and_then(|part| part.as_ptr().addr().checked_sub(line.as_ptr().addr()));
    before.unwrap_or(line.len()).min(line.len())
}
