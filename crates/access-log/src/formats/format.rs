//! The trait of all formats.

use super::Quick;
use crate::entry::{Entry, Text};

/// A parser of lines. It may depend on earlier lines, such as `#Fields`.
pub trait Format: Send {
    /// Parses one line, without its line break, into an empty entry.
    ///
    /// # Errors
    ///
    /// Returns what was expected, and where, if the line is not in this format.
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed>;

    /// Returns a field of a line by its name in the format, for keys and costs.
    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>>;

    /// The names that [`field`](Format::field) accepts, as far as they are known before the first line.
    fn fields(&self) -> Vec<String>;

    /// Whether lines have no fields other than [these](Format::fields).
    fn fixed(&self) -> bool {
        false
    }

    /// Whether earlier lines affect how a line is parsed.
    fn remembers(&self) -> bool {
        false
    }

    /// Sets which parts of an entry are needed, so that lines need not be parsed any further. Time and status are
    /// always needed; by default, all parts are.
    fn want(&mut self, _wanted: Wanted) {}

    /// A fast path for plain lines, once the needed parts are set.
    fn quick(&self) -> Option<Quick> {
        None
    }
}

/// The parts of an entry that are needed, in addition to its time and status.
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
    /// Every part.
    pub const ALL: Self = Self { client: true, user: true, host: true, request: true };
    /// Only time and status.
    pub const NOTHING: Self = Self { client: false, user: false, host: false, request: false };
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line {
    /// A request: the entry is filled in.
    Request,
    /// Another line that belongs to the format: a header, a comment, an empty line.
    Other,
}

/// Why a line could not be parsed: what was expected, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// What was expected, as in "a time in brackets".
    pub expected: &'static str,
    /// The byte of the line at which it was expected.
    pub at: usize,
}
