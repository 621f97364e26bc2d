//! Traefik: its common log format, or JSON.
//!
//! The common log format has four fields more than that of other servers: a count of requests, the router (in version 1
//! the frontend), the URL of the server, and the duration. Its time is `StartUTC` or `StartLocal`, the arrival, in
//! whole seconds; in JSON it is in nanoseconds. If `accessLog.fields` drops both from JSON, `time` remains, when the
//! line was written, and `Duration` in nanoseconds is subtracted. Traefik quotes texts, and does not escape quotes in
//! them.

use super::parts::{Parts, offset};
use super::spaced::{named, owned, words};
use super::{durations, json, no_pattern, timestamps};
use crate::time::{Unit, common, number};
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// The fields of JSON, in the order of the array in `read_json`.
const JSON: [&str; 11] = [
    "StartUTC",
    "StartLocal",
    "time",
    "Duration",
    "ClientHost",
    "ClientAddr",
    "ClientUsername",
    "RequestHost",
    "RequestPath",
    "DownstreamStatus",
    "OriginStatus",
];

/// The words of a line, by their names in JSON.
const WORDS: [&str; 13] = [
    "ClientHost",
    "-",
    "ClientUsername",
    "StartUTC",
    "Request",
    "OriginStatus",
    "OriginContentSize",
    "request_Referer",
    "request_User-Agent",
    "RequestCount",
    "RouterName",
    "ServiceURL",
    "Duration",
];

/// Parses both access logs of Traefik.
pub(super) struct Traefik;

impl Traefik {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Traefik {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        match line.trim_ascii_start() {
            [] => Ok(Line::Other),
            [b'{', ..] => read_json(line, entry),
            _ => read_words(line, entry),
        }
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        match line.trim_ascii_start() {
            [b'{', ..] => json::field(line, name),
            _ => named(line, 0, &WORDS, name),
        }
    }

    fn fields(&self) -> Vec<String> {
        owned(&JSON)
    }
}

fn read_words<'line>(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
    let words = words(line, 0, &WORDS, WORDS.len())?;
    let [client, _, user, time, request, code, _, _, _, count, _, _, took, ..] = words.list;
    let counted = count == b"-" || number(count).is_some();
    if !counted || took.strip_suffix(b"ms").and_then(number).is_none() || words.end < line.len() {
        return Err(Unparsed {
            expected: "a count, a router, a server and a duration as in 12ms",
            at: offset(line, Some(count)),
        });
    }
    let parts = Parts {
        time: common(time),
        arrival: true,
        client: client.into(),
        user: user.into(),
        request: request.into(),
        status: code.into(),
        ..Parts::default()
    };
    parts.fill(entry, [time, code].map(|word| offset(line, Some(word))))
}

fn read_json<'line>(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
    let [utc, local, written, duration, client, address, user, host, path, code, origin, ..] =
        json::find(line, &JSON)?;
    let (start, client, code) = (utc.or(local), client.or(address), code.or(origin));
    let time = start.or(written);
    json::needed(
        line,
        &[(time, "the field StartUTC or time"), (client, "the field ClientHost or ClientAddr")],
    )?;
    let parts = Parts {
        time: timestamps::any(&json::text(time)),
        arrival: start.is_some(),
        took: durations::read(&json::text(duration), Unit::Nanos),
        client: json::text(client),
        user: json::text(user),
        host: json::text(host),
        request: json::text(path),
        status: json::text(code),
    };
    parts.fill(entry, [time, code].map(|value| offset(line, value)))
}
