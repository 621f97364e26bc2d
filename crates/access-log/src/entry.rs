//! The content of one line.

use std::borrow::Cow;

use crate::time::Stamp;

/// Bytes of a line: borrowed where the line has them verbatim, owned where an escape was decoded.
pub type Text<'line> = Cow<'line, [u8]>;

/// The content of one line. A format fills in the fields its lines have, and leaves the others unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry<'line> {
    /// When the request arrived, if the line has that time; otherwise when it was answered.
    pub time: Stamp,
    /// The client's address, without its port.
    pub client: Text<'line>,
    /// The user, if the client authenticated.
    pub user: Text<'line>,
    /// The requested host.
    pub host: Text<'line>,
    /// The request line (`GET /a?b HTTP/1.1`), or the path if the log has nothing more.
    pub request: Text<'line>,
    /// The status of the response; 0 if the line has none.
    pub status: u16,
}

/// Borrows a text from a line. The previous value is usually borrowed too, so nothing has to be freed.
#[inline(always)]
pub(crate) fn put<'line>(text: &mut Text<'line>, part: &'line [u8]) {
    match text {
        Text::Borrowed(before) => *before = part,
        Text::Owned(_) => *text = Text::Borrowed(part),
    }
}
