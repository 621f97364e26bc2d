//! What a line says of one request.

use std::borrow::Cow;

use crate::time::Stamp;

/// Bytes of a line: borrowed where they stand in it as they are, owned where an escape had to be undone.
pub type Text<'line> = Cow<'line, [u8]>;

/// What a line says of one request. A format fills in what its lines have; the rest stays as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry<'line> {
    /// When the request arrived, if the line tells; otherwise when it was answered.
    pub time: Stamp,
    /// The client's address, without its port.
    pub client: Text<'line>,
    /// The user, if the client said who it is.
    pub user: Text<'line>,
    /// The host that was asked for.
    pub host: Text<'line>,
    /// The request line (`GET /a?b HTTP/1.1`), or the path alone where the log has no more.
    pub request: Text<'line>,
    /// The status that was answered, 0 if the line has none.
    pub status: u16,
}

/// Makes a text this part of a line. What it was before is most often a part of the line too, and then nothing has to
/// be freed.
#[inline(always)]
pub(crate) fn put<'line>(text: &mut Text<'line>, part: &'line [u8]) {
    match text {
        Text::Borrowed(before) => *before = part,
        Text::Owned(_) => *text = Text::Borrowed(part),
    }
}
