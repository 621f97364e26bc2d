//! A fast path for typical lines of the common log.
//!
//! It returns only results that the steps of the pattern would, and leaves every other line to them.

use memchr::memchr2;

use super::literal::{Literal, find, has_break};
use super::roles::{Form, Role, status};
use super::step::Step;
use crate::address;
use crate::time::{self, time_of_day};
use crate::{Stamp, Wanted};

/// The text between the client and the time of an unauthenticated request.
const NO_USER: &[u8] = b" - - [";
const AFTER_TIME: &[u8] = b"] \"";
const AFTER_REQUEST: &[u8] = b"\" ";
/// The length of a time, `10/Oct/2000:13:55:36 -0700`, and the position of its time of day.
const TIME: usize = 26;
const OF_DAY: usize = 12;

/// Parses lines of the common log without a user: only time, client and status.
#[derive(Clone, Debug)]
pub struct Quick {
    no_user: Literal,
    after_time: Literal,
    after_request: Literal,
    /// Whether the time is that of the response.
    completion: bool,
    day: Day,
}

/// A cached time, with the timestamp of its day at 0:00:00. For another time of that day and zone, only the eight bytes
/// in the middle are parsed.
#[derive(Clone, Debug)]
struct Day {
    text: [u8; TIME],
    start: Stamp,
}

impl Day {
    #[inline(always)]
    fn at(&self, text: &[u8; TIME]) -> Option<Stamp> {
        let word = |bytes: &[u8; TIME], at: usize| {
            bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
        };
        let differs = |at: usize| word(text, at) ^ word(&self.text, at);
        // Of the last eight bytes, the first two belong to the second.
        let alike = differs(0) | differs(OF_DAY - 8) | differs(TIME - 8) >> 16 == 0;
        let of_day = text[OF_DAY..].first_chunk().and_then(time_of_day).filter(|_| alike)?;
        Some(Stamp { at: self.start.at + of_day, ..self.start })
    }
}

/// The result of the fast path.
pub(crate) struct Plain<'line> {
    pub(crate) time: Stamp,
    pub(crate) client: &'line [u8],
    pub(crate) status: u16,
    /// The end of the bytes that were examined: they contain no line break.
    pub(crate) end: usize,
}

impl Quick {
    /// A fast path for these steps, if they begin like the common log and only the client is needed.
    pub(crate) fn new(before: &Literal, steps: &[Step], wanted: Wanted, completion: bool) -> Option<Self> {
        let plain = !(wanted.user || wanted.host || wanted.request) && before.text().is_empty();
        let common: [(Role, &[u8]); 6] = [
            (Role::Client, b" "),
            (Role::Skip, b" "),
            (Role::User, b" ["),
            (Role::Whole(Form::Common), AFTER_TIME),
            (Role::Request, AFTER_REQUEST),
            (Role::Status, b" "),
        ];
        let same =
            |(step, (role, text)): (&Step, (Role, &[u8]))| step.role == role && step.after.text() == text;
        let fits = plain && steps.len() > 6 && steps.iter().zip(common).all(same);
        let literal = |text: &[u8]| Literal::new(text.to_vec());
        fits.then(|| Self {
            no_user: literal(NO_USER),
            after_time: literal(AFTER_TIME),
            after_request: literal(AFTER_REQUEST),
            completion,
            day: Day { text: [0; TIME], start: Stamp::default() },
        })
    }

    /// Parses a line, if it is plain. The text after its status may include further lines: the caller searches for the
    /// line break only from there.
    #[inline(always)]
    pub(crate) fn read<'line>(&mut self, line: &'line [u8]) -> Option<Plain<'line>> {
        let client = find(b' ', line, 0).filter(|&end| end > 1 && self.no_user.is_at(line, end))?;
        let start = client + NO_USER.len();
        let text = line[start..].first_chunk()?;
        let behind = Some(start + TIME).filter(|&at| self.after_time.is_at(line, at))?;
        let time = self.day.at(text).or_else(|| self.turn(text))?;
        let request = behind + AFTER_TIME.len();
        let quote = request + memchr2(b'"', b'\n', &line[request..])?;
        let plain = line[quote - 1] != b'\\' && self.after_request.is_at(line, quote);
        let code = line.get(quote + 2..quote + 6).filter(|code| plain && code[3] == b' ')?;
        let client = Some(&line[..client]).filter(|client| !has_break(client))?;
        Some(Plain { time, client: address::client(client), status: status(&code[..3])?, end: quote + 6 })
    }

    /// Parses a time of another day than that of the previous line.
    #[cold]
    fn turn(&mut self, text: &[u8; TIME]) -> Option<Stamp> {
        let time = time::common(text)?;
        let of_day = text[OF_DAY..].first_chunk().and_then(time_of_day)?;
        let start = Stamp { at: time.at - of_day, ..time };
        self.day = Day { text: *text, start: if self.completion { start.completed() } else { start } };
        self.day.at(text)
    }
}
