//! The common log read at once, where a line is as nearly all are.
//!
//! This decides nothing of its own: it answers only what the steps of the pattern would, and leaves to them
//! every line that is not so.

use memchr::memchr;

use super::literal::{Literal, find};
use super::pattern::{Step, status};
use super::pieces::{Form, Role};
use crate::address;
use crate::time::{self, Memo};
use crate::{Stamp, Wanted};

/// What stands between the client and the time if nobody said who they are.
const NOBODY: &[u8] = b" - - [";
const AFTER_TIME: &[u8] = b"] \"";
const AFTER_REQUEST: &[u8] = b"\" ";

/// Reads lines of the common log that nobody logged in for: time, client and status, and nothing else of them.
#[derive(Clone, Debug)]
pub struct Quick {
    nobody: Literal,
    after_time: Literal,
    after_request: Literal,
    /// Whether the time is that of the answer.
    completion: bool,
    memo: Memo,
}

/// What the quick way says of a line.
pub(crate) struct Plain<'line> {
    pub(crate) time: Stamp,
    pub(crate) client: &'line [u8],
    pub(crate) status: u16,
}

impl Quick {
    /// A quick way for these steps, if they begin as the common log does and nothing is wanted but the client.
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
            nobody: literal(NOBODY),
            after_time: literal(AFTER_TIME),
            after_request: literal(AFTER_REQUEST),
            completion,
            memo: Memo::default(),
        })
    }

    /// Reads a line, if it is plain.
    #[inline(always)]
    pub(crate) fn read<'line>(&mut self, line: &'line [u8]) -> Option<Plain<'line>> {
        let client = find(b' ', line, 0).filter(|&end| end > 1 && self.nobody.is_at(line, end))?;
        let start = client + NOBODY.len();
        let (time, length) = self.memo.again(&line[start..]).or_else(|| self.time(&line[start..]))?;
        let behind = Some(start + length).filter(|&at| self.after_time.is_at(line, at))?;
        let request = behind + AFTER_TIME.len();
        let quote = request + memchr(b'"', &line[request..])?;
        let plain = line[quote - 1] != b'\\' && self.after_request.is_at(line, quote);
        let code = line.get(quote + 2..quote + 6).filter(|code| plain && code[3] == b' ')?;
        let time = if self.completion { time.completed() } else { time };
        Some(Plain { time, client: address::client(&line[..client]), status: status(&code[..3])? })
    }

    /// A time of another day than the line before, and the length of its text.
    #[cold]
    fn time(&mut self, rest: &[u8]) -> Option<(Stamp, usize)> {
        let length = find(b']', rest, 0)?;
        Some((self.memo.read(&rest[..length], time::common)?, length))
    }
}
