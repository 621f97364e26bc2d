//! The native format of Squid: `%ts.%03tu %6tr %>a %Ss/%03>Hs %<st %rm %ru %[un %Sh/%<a %mt`.
//!
//! The time is that of writing the line, so of the response, and `elapsed` in milliseconds is subtracted; both come
//! from one clock.
//!
//! <https://wiki.squid-cache.org/Features/LogFormat>

use super::parts::{Parts, offset};
use super::spaced::{Spaced, host, words};
use crate::search::first;
use crate::time::{Unit, duration, epoch};
use crate::{Entry, Fault, Format, Line, Unparsed};

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

/// The access log of Squid, which takes no pattern.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    Spaced::make(pattern, &WORDS, read)
}

fn read<'line>(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
    let [time, took, client, result, _, _, url, user, peer, ..] =
        words(line, 0, &WORDS, WORDS.len() - 1)?.list;
    let unparsed = |word, expected| Unparsed { expected, at: offset(line, Some(word)) };
    let slash = first(b'/', result).ok_or(unparsed(result, "a result and a status, as in TCP_MISS/200"))?;
    first(b'/', peer).ok_or(unparsed(peer, "a hierarchy code and a peer, as in HIER_DIRECT/192.0.2.1"))?;
    let (took, _) = duration(took, Unit::Millis).ok_or(unparsed(took, "milliseconds"))?;
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
    parts.fill(entry, [time, result].map(|word| offset(line, Some(word))))
}
