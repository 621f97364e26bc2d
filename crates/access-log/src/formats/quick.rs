//! The common log read at once, where a line is as nearly all are.
//!
//! This decides nothing of its own: it answers only what the steps of the pattern would, and leaves to them
//! every line that is not so.

use memchr::memchr;

use super::literal::{Literal, find};
use super::pattern::{Step, status};
use super::pieces::{Form, Role};
use crate::address;
use crate::entry::put;
use crate::time::Memo;
use crate::{Entry, Stamp, Wanted};

/// What stands between the client and the time if nobody said who they are.
const NOBODY: &[u8] = b" - - [";
const AFTER_TIME: &[u8] = b"] \"";
const AFTER_REQUEST: &[u8] = b"\" ";

/// The texts of a line, ready to be compared.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    nobody: Literal,
    after_time: Literal,
    after_request: Literal,
}

impl Quick {
    /// A quick way for these steps, if they begin as the common log does and nothing is wanted but the client.
    pub(crate) fn new(before: &Literal, steps: &[Step], wanted: Wanted) -> Option<Self> {
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
        })
    }

    /// Reads a line that nobody logged in for, of the day of the line before.
    #[inline(always)]
    pub(crate) fn read<'line>(
        &self,
        line: &'line [u8],
        memo: &Memo,
        entry: &mut Entry<'line>,
    ) -> Option<Stamp> {
        let client = find(b' ', line, 0).filter(|&end| end > 1 && self.nobody.is_at(line, end))?;
        let time = client + NOBODY.len();
        let (stamp, length) = memo.again(&line[time..])?;
        let behind = Some(time + length).filter(|&at| self.after_time.is_at(line, at))?;
        let request = behind + AFTER_TIME.len();
        let quote = request + memchr(b'"', &line[request..])?;
        let plain = line[quote - 1] != b'\\' && self.after_request.is_at(line, quote);
        let code = line.get(quote + 2..quote + 6).filter(|code| plain && code[3] == b' ')?;
        entry.status = status(&code[..3])?;
        put(&mut entry.client, address::client(&line[..client]));
        Some(stamp)
    }
}
