//! Squid's native format: `%ts.%03tu %6tr %>a %Ss/%03>Hs %<st %rm %ru %[un %Sh/%<a %mt`.
//!
//! The time is that at which the line was written, so of the answer, and `elapsed` in milliseconds is taken off it;
//! both are of one clock.
//!
//! <https://wiki.squid-cache.org/Features/LogFormat>

use super::no_pattern;
use super::parts::{Parts, place};
use super::spaced::{host, named, owned, words};
use crate::search::first;
use crate::time::{Unit, duration, epoch};
use crate::{Entry, Fault, Format, Line, Text, Unread};

/// The words of a line.
const WORDS: [&str; 10] = [
    "time",
    "elapsed",
    "client",
    "result/status",
    "bytes",
    "method",
    "url",
    "user",
    "hierarchy/peer",
    "type",
];

/// Reads the access log of Squid.
pub(super) struct Squid;

impl Squid {
    /// The format, which has no choices.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Squid {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let [time, took, client, result, _, _, url, user, peer, ..] =
            words(line, 0, &WORDS, WORDS.len() - 1)?.list;
        let unread = |word, expected| Unread { expected, at: place(line, Some(word)) };
        let slash = first(b'/', result).ok_or(unread(result, "a result and a status, as TCP_MISS/200"))?;
        first(b'/', peer).ok_or(unread(peer, "a way and a peer, as HIER_DIRECT/192.0.2.1"))?;
        let (took, _) = duration(took, Unit::Millis).ok_or(unread(took, "milliseconds"))?;
        let parts = Parts {
            time: epoch(time, Some(Unit::Seconds)),
            took: Some((took, 0)),
            client: client.into(),
            user: user.into(),
            host: host(url).into(),
            request: url.into(),
            status: result[slash + 1..].into(),
            ..Parts::default()
        };
        parts.fill(entry, [time, result].map(|word| place(line, Some(word))))
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        named(line, 0, &WORDS, name)
    }

    fn fields(&self) -> Vec<String> {
        owned(&WORDS)
    }

    fn fixed(&self) -> bool {
        true
    }
}
