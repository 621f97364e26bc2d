//! What a line says of one request.

use std::borrow::Cow;

use crate::time::Unit;

/// Bytes of a line: borrowed where they stand in it as they are, owned where an escape had to be undone.
pub type Text<'line> = Cow<'line, [u8]>;

/// An instant: whole microseconds since 1970, in UTC.
pub type Micros = i64;

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

/// When a request was logged, and what is known of that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The instant.
    pub at: Micros,
    /// How much later than `at` it may really have been: 999,999 for a stamp in whole seconds, 0 for microseconds.
    pub slack: u32,
    /// What the instant means.
    pub timing: Timing,
    /// The unit and the digits after the second, of an instant that is written as a number of seconds or milliseconds.
    /// Who writes numbers leaves out zeros at their ends: so a line alone does not tell what it leaves open, but the
    /// most digits that any has.
    pub number: Option<(Unit, u8)>,
}

impl Stamp {
    /// When a request arrived that was answered at this stamp after so many microseconds: as said, or up to
    /// `slack` more, where the digits of the duration were cut. What a log says beyond reason leaves the stamp.
    pub fn began(self, duration: Micros, slack: u32) -> Self {
        match self.at.checked_sub(duration.max(0)).and_then(|at| at.checked_sub(slack.into())) {
            Some(at) => {
                Self { at, slack: self.slack.saturating_add(slack), timing: Timing::Corrected, ..self }
            }
            None => self.completed(),
        }
    }

    /// The same instant, known to be that of the answer.
    pub fn completed(self) -> Self {
        Self { timing: Timing::Completion, ..self }
    }
}

/// What the time of a line means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The request arrived then.
    #[default]
    Arrival,
    /// The request was answered then and the line tells how long that took, which was taken off.
    Corrected,
    /// The request was answered then, and nothing tells when it arrived.
    Completion,
}
