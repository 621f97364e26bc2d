//! The default format string of Envoy, and that of Istio, which has more fields.
//!
//! `%START_TIME%` is the "request start time including milliseconds", the arrival. The client is the first address of
//! `X-Forwarded-For`; if that is missing, lines of Istio still have the address of the connection. Envoy escapes
//! nothing.

use super::no_pattern;
use super::parts::{Parts, offset};
use super::spaced::{named, owned, words};
use crate::search::before;
use crate::time::rfc3339;
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// The words of a default line.
const DEFAULT: [&str; 13] = [
    "start_time",
    "request",
    "response_code",
    "response_flags",
    "bytes_received",
    "bytes_sent",
    "duration",
    "upstream_service_time",
    "x_forwarded_for",
    "user_agent",
    "request_id",
    "authority",
    "upstream_host",
];

/// The words of a line of Istio.
const ISTIO: [&str; 22] = [
    "start_time",
    "request",
    "response_code",
    "response_flags",
    "response_code_details",
    "connection_termination_details",
    "upstream_transport_failure_reason",
    "bytes_received",
    "bytes_sent",
    "duration",
    "upstream_service_time",
    "x_forwarded_for",
    "user_agent",
    "request_id",
    "authority",
    "upstream_host",
    "upstream_cluster",
    "upstream_local_address",
    "downstream_local_address",
    "downstream_remote_address",
    "requested_server_name",
    "route_name",
];

/// Parses the default access log of Envoy.
pub(super) struct Envoy;

impl Envoy {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Envoy {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let from = start(line);
        if line[from..].first() != Some(&b'[') {
            return Err(Unparsed { expected: "a time in brackets", at: from });
        }
        let (names, shift) = layout(line)?;
        let words = words(line, from, names, DEFAULT.len() + shift)?.list;
        let [time, request, code, ..] = words;
        let (forwarded, remote) = (words[8 + shift], words[ISTIO.len() - 3]);
        if !quoted(line, forwarded) {
            return Err(Unparsed {
                expected: "an X-Forwarded-For in quotes",
                at: offset(line, Some(forwarded)),
            });
        }
        let first = before(b',', forwarded);
        let parts = Parts {
            time: rfc3339(time),
            arrival: true,
            client: if first == b"-" { remote.into() } else { first.into() },
            host: words[11 + shift].into(),
            request: request.into(),
            status: code.into(),
            ..Parts::default()
        };
        parts.fill(entry, [time, code].map(|word| offset(line, Some(word))))
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        named(line, start(line), layout(line).ok()?.0, name)
    }

    fn fields(&self) -> Vec<String> {
        owned(&DEFAULT)
    }
}

/// The start of the time: Ambassador writes a word before it.
fn start(line: &[u8]) -> usize {
    if line.starts_with(b"ACCESS ") { 7 } else { 0 }
}

/// The names of the words of a line, and the number of words that only Istio has before the common ones.
fn layout(line: &[u8]) -> Result<(&'static [&'static str], usize), Unparsed> {
    let words = words(line, start(line), &DEFAULT, 7)?;
    let istio = quoted(line, words.list[6]);
    Ok(if istio { (&ISTIO, 3) } else { (&DEFAULT, 0) })
}

/// Whether a word of a line is quoted.
fn quoted(line: &[u8], word: &[u8]) -> bool {
    line[..offset(line, Some(word))].ends_with(b"\"")
}
