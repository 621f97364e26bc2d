//! Caddy 2: one JSON object per request, from the logger `http.log.access`.
//!
//! An entry is written when the request has been handled, so `ts` is the time of the response, and `duration` is
//! subtracted. `ts` is a number of seconds unless `time_format` is set; `duration` is too unless `duration_format` is
//! set: then integer nanoseconds, or Go syntax such as `6.31ms`. The client is `client_ip`, which respects trusted
//! proxies, or in older versions `remote_ip` or `remote_addr`. Messages of other loggers are not requests; those of
//! `http.log.error` repeat a request that has its own entry.

use super::parts::{Parts, offset};
use super::spaced::owned;
use super::{durations, json, no_pattern, timestamps};
use crate::search::{before, first_where};
use crate::time::Unit;
use crate::{Entry, Fault, Format, Line, Micros, Text, Unparsed};

/// The fields, in the order of the array in `read`.
const NAMES: [&str; 11] = [
    "ts",
    "logger",
    "request.client_ip",
    "request.remote_ip",
    "request.remote_addr",
    "request.host",
    "request.uri",
    "status",
    "duration",
    "user_id",
    "msg",
];

/// Parses the access log of Caddy 2.
pub(super) struct Caddy;

impl Caddy {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Caddy {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let [ts, logger, client, remote, address, host, uri, code, duration, user, message, ..] =
            json::find(&line[object(line)..], &NAMES)
                .map_err(|why| Unparsed { at: why.at + object(line), ..why })?;
        // On a terminal, the time precedes the object: `2026/08/09 12:44:22.481   INFO    http.log.access …       {`.
        let ts = ts.or_else(|| Some(before(b'\t', line)).filter(|_| object(line) > 0));
        if json::text(logger).starts_with(b"http.log.error")
            || uri.is_none() && message.is_some() && ts.is_some()
        {
            return Ok(Line::Other);
        }
        let from = client.or(remote).or(address);
        let needed =
            [(ts, "the field ts"), (from, "the field request.remote_ip"), (uri, "the field request.uri")];
        json::needed(line, &needed)?;
        let parts = Parts {
            time: timestamps::any(&json::text(ts)),
            took: took(&json::text(duration)),
            client: json::text(from),
            user: json::text(user),
            host: json::text(host),
            request: json::text(uri),
            status: json::text(code),
            ..Parts::default()
        };
        parts.fill(entry, [ts, code].map(|value| offset(line, value)))
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        json::field(&line[object(line)..], name)
    }

    fn fields(&self) -> Vec<String> {
        owned(&NAMES)
    }
}

/// The start of the object at the end of a line: after a tab, unless it is the whole line.
fn object(line: &[u8]) -> usize {
    first_where(b'\t', line, &|tab| line[tab + 1..].starts_with(b"{")).map_or(0, |tab| tab + 1)
}

/// Parses a duration in any of Caddy's formats. Integers are nanoseconds, except for small ones: no request takes less
/// than a microsecond, and whole seconds are written without a point. There is no slack: Caddy measures nanoseconds,
/// and omits only trailing zeros.
fn took(text: &[u8]) -> Option<(Micros, u32)> {
    let seconds = text.len() < 4 || text.iter().any(|byte| b".eE".contains(byte));
    let (took, _) = durations::read(text, if seconds { Unit::Seconds } else { Unit::Nanos })?;
    Some((took, 0))
}
