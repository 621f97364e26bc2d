//! What every format can do.

use super::Quick;
use crate::entry::{Entry, Text};

/// A way to read lines. It may remember what a line before said, as `#Fields` does.
pub trait Format: Send {
    /// Reads one line, without its line break, into an entry that is empty.
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread>;

    /// A field of a line by the name that the format has for it, for keys and costs made of it.
    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>>;

    /// The names that [`field`](Format::field) knows, as far as they are known before a line is read.
    fn fields(&self) -> Vec<String>;

    /// Whether there are no fields but [these](Format::fields) in any line.
    fn fixed(&self) -> bool {
        false
    }

    /// Whether a line may be read otherwise for what stands in those before it.
    fn remembers(&self) -> bool {
        false
    }

    /// Says which parts of an entry will be looked at, so that a format need not read a line further than
    /// these reach. Time and status are always wanted, and until this is called everything is.
    fn want(&mut self, _wanted: Wanted) {}

    /// A quicker way to read plain lines, once it is said what is wanted of them.
    fn quick(&self) -> Option<Quick> {
        None
    }
}

/// The parts of an entry that somebody will look at, besides its time and status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The client's address.
    pub client: bool,
    /// The user.
    pub user: bool,
    /// The host.
    pub host: bool,
    /// The request line or path.
    pub request: bool,
}

impl Wanted {
    /// Everything: what a line must have to be of the format.
    pub const ALL: Self = Self { client: true, user: true, host: true, request: true };
    /// Nothing but time and status.
    pub const NOTHING: Self = Self { client: false, user: false, host: false, request: false };
}

/// What a line was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A request: the entry is filled in.
    Request,
    /// Something that a log of this format has besides requests: a header, a comment, an empty line.
    Other,
}

/// Why a line was not understood: what was expected, and how far into the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What should have been there, as in "a time in brackets".
    pub expected: &'static str,
    /// The byte of the line at which it was not.
    pub at: usize,
}
