//! HAProxy with `option httplog` or `option httpslog`, with or without a syslog prefix.
//!
//! The date in brackets is "the exact date when the first byte of the HTTP request was received by HAProxy" (`%tr`;
//! before version 1.7, the connection), the arrival. It is in milliseconds and has no zone, so it is read as UTC. The
//! date of syslog is that of the end of the request, and ignored. The request is the only field that can contain
//! quotes, and comes last so that nothing else is lost if syslog truncates the line. The host is the name in the TLS
//! handshake, which httpslog has, or a word that was added before the timers. Lines about failed connections and about
//! servers are not requests.

use super::no_pattern;
use super::parts::{Parts, offset};
use super::spaced::{before_port, named, owned, words};
use crate::search::{before, first, first_where, last};
use crate::time::{common, number};
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// The length of `06/Feb/2009:12:14:14.655`.
const DATE: usize = 24;

/// The words of a line, from the client on. Captured headers follow, in braces and possibly with spaces.
const WORDS: [&str; 12] = [
    "client",
    "request_date",
    "frontend",
    "backend_server",
    "timers",
    "status_code",
    "bytes_read",
    "captured_request_cookie",
    "captured_response_cookie",
    "termination_state",
    "connections",
    "queues",
];
/// The index of the word that identifies HTTP lines.
const TIMERS: usize = 4;
/// The most words that users may add before it.
const MOST_ADDED: usize = 3;
/// The fields after the words.
const REST: [&str; 3] = ["captured_request_headers", "captured_response_headers", "request"];

/// Parses the HTTP log of HAProxy.
pub(super) struct HaProxy;

impl HaProxy {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for HaProxy {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let Some(start) = client(line) else { return other(line) };
        if failed(line, start) {
            return Ok(Line::Other);
        }
        let [client, date, ..] = words(line, start, &WORDS, TIMERS)?.list;
        let (from, named) = timed(line, start)?;
        let words = words(line, from, &WORDS[TIMERS..], WORDS.len() - TIMERS)?;
        let [_, code, size, ..] = words.list;
        let unparsed = |word, expected| Unparsed { expected, at: offset(line, Some(word)) };
        number(size.strip_prefix(b"+").unwrap_or(size)).ok_or(unparsed(size, "a size"))?;
        let rest = &line[words.end..];
        let request = request(rest).ok_or(unparsed(rest, "a request in quotes"))?;
        let parts = Parts {
            time: common(date),
            arrival: true,
            client: before_port(client).ok_or(unparsed(client, "a client with its port"))?.into(),
            host: if named.is_empty() { server_name(rest).into() } else { named.into() },
            request: plain(request),
            status: code.into(),
            ..Parts::default()
        };
        parts.fill(entry, [date, code].map(|word| offset(line, Some(word))))
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        let start = client(line)?;
        let Some(index) = REST.iter().position(|known| *known == name) else {
            let (first, last) = WORDS.split_at(TIMERS);
            return named(line, start, first, name)
                .or_else(|| named(line, timed(line, start).ok()?.0, last, name));
        };
        let words = words(line, timed(line, start).ok()?.0, &WORDS[TIMERS..], WORDS.len() - TIMERS).ok()?;
        let rest = &line[words.end..];
        let found = if index == 2 { request(rest) } else { headers(rest, index) };
        found.map(|text| if text == b"-" { Text::default() } else { plain(text) })
    }

    fn fields(&self) -> Vec<String> {
        owned(&[WORDS.as_slice(), &REST].concat())
    }

    fn fixed(&self) -> bool {
        true
    }
}

/// The start of the client: the word before a date in brackets.
fn client(line: &[u8]) -> Option<usize> {
    let dated = |bracket: usize| {
        let date = line.get(bracket + 1..bracket + 1 + DATE);
        line[..bracket].ends_with(b" ") && date.is_some_and(|date| common(date).is_some())
    };
    let bracket = first_where(b'[', line, &dated)?;
    Some(last(b' ', &line[..bracket - 1]).map_or(0, |space| space + 1))
}

/// The index of the timers, and the first word added before them, usually the host.
fn timed(line: &[u8], start: usize) -> Result<(usize, &[u8]), Unparsed> {
    let (mut at, mut added) = (words(line, start, &WORDS[..TIMERS], TIMERS)?.end, [].as_slice());
    let first = at;
    for _ in 0..=MOST_ADDED {
        let next = words(line, at, &WORDS[TIMERS..=TIMERS], 1)?;
        if timers(next.list[0]).is_some() {
            return Ok((at, added));
        }
        // A connection has fewer timers.
        if matches!(next.list[0], [b'0'..=b'9' | b'-', rest @ ..] if rest.contains(&b'/')) {
            break;
        }
        if added.is_empty() {
            added = next.list[0];
        }
        at = next.end;
    }
    Err(Unparsed { expected: "five timers", at: first })
}

/// Whether a line is about a failed connection: `frt/f1: Connection error during SSL handshake`.
fn failed(line: &[u8], start: usize) -> bool {
    words(line, start, &WORDS[..3], 3).is_ok_and(|words| words.list[2].ends_with(b":"))
}

/// Classifies a line without a date in brackets.
fn other(line: &[u8]) -> Result<Line, Unparsed> {
    // `haproxy[14385]: Proxy http-in started.`
    let name = line.windows(8).position(|bytes| bytes == b"haproxy[");
    let ours = name.is_some_and(|name| {
        first(b']', &line[name..]).is_some_and(|end| line[name + end..].starts_with(b"]: "))
    });
    if ours { Ok(Line::Other) } else { Err(Unparsed { expected: "a client and a time in brackets", at: 0 }) }
}

/// Matches five numbers separated by slashes: -1 for steps that did not happen, and a `+` before the last if the
/// request was still running.
fn timers(word: &[u8]) -> Option<()> {
    let known = |part: &[u8]| part == b"-1" || number(part).is_some();
    let mut parts = word.split(|&byte| byte == b'/');
    let all = parts.by_ref().take(5).filter(|part| known(part.strip_prefix(b"+").unwrap_or(part))).count();
    (all == 5 && parts.next().is_none()).then_some(())
}

/// The request in the text after the queues: between the first and the last quote.
fn request(rest: &[u8]) -> Option<&[u8]> {
    let start = first(b'"', rest)? + 1;
    let end = last(b'"', rest).filter(|&end| end >= start);
    Some(&rest[start..end.unwrap_or(rest.len())])
}

/// Decodes a text: HAProxy writes `#22` for a quote, and likewise for all bytes that are not plain ASCII, and for `#`.
fn plain(text: &[u8]) -> Text<'_> {
    let Some(first) = first(b'#', text) else { return Text::Borrowed(text) };
    let (mut plain, mut rest) = (text[..first].to_vec(), &text[first..]);
    while let [byte, after @ ..] = rest {
        let written = if *byte == b'#' { byte_of(after) } else { None };
        plain.push(written.unwrap_or(*byte));
        rest = &after[if written.is_some() { 2 } else { 0 }..];
    }
    Text::Owned(plain)
}

/// Parses a byte of two hexadecimal digits.
fn byte_of(text: &[u8]) -> Option<u8> {
    let digit = |index: usize| char::from(*text.get(index)?).to_digit(16);
    u8::try_from(16 * digit(0)? + digit(1)?).ok()
}

/// The name in the TLS handshake, which `option httpslog` writes after the request: `0/0/0/0/0 1wt.eu/TLSv1.3/…`.
fn server_name(rest: &[u8]) -> &[u8] {
    let after = last(b'"', rest).map_or([].as_slice(), |quote| &rest[quote + 1..]);
    let mut words = after.split(|&byte| byte == b' ').skip(2);
    words.next().and_then(|word| word.split(|&byte| byte == b'/').next()).unwrap_or_default()
}

/// The first or the second list of headers in braces.
fn headers(rest: &[u8], index: usize) -> Option<&[u8]> {
    let mut parts = before(b'"', rest)
        .split(|&byte| byte == b'}')
        .filter_map(|part| part.trim_ascii_start().strip_prefix(b"{"));
    parts.nth(index)
}
