//! Google Cloud Application Load Balancers: Cloud Logging entries as JSON, one per line, as written by a sink to a
//! bucket or by `jq -c '.[]'`.
//!
//! `timestamp` is "the time the event described by the log entry occurred" (reference of `LogEntry`), and `httpRequest`
//! describes the request. Google does not document whether the event is the start or the end of the request. It is read
//! as the arrival. `receiveTimestamp` is when Cloud Logging received the entry. An entry without a `timestamp` has only
//! that, which is later than the response, so `latency`, "from the time the request was received until the response was
//! sent", is subtracted.

use super::parts::{Parts, offset, part};
use super::spaced::{host, owned};
use super::{durations, json, no_pattern, timestamps};
use crate::time::Unit;
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// The fields, in the order of the array in `read`.
const NAMES: [&str; 6] = [
    "timestamp",
    "receiveTimestamp",
    "httpRequest.remoteIp",
    "httpRequest.requestUrl",
    "httpRequest.status",
    "httpRequest.latency",
];

/// Parses the log of Google Cloud load balancers.
pub(super) struct Gcp;

impl Gcp {
    /// The format, which takes no pattern.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Gcp {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let [time, received, client, url, code, latency, ..] = json::find(line, &NAMES)?;
        let stamp = time.or(received);
        json::needed(line, &[(stamp, "the field timestamp"), (url, "the field httpRequest.requestUrl")])?;
        let request = json::text(url);
        let parts = Parts {
            time: timestamps::any(&json::text(stamp)),
            arrival: time.is_some(),
            took: durations::read(&json::text(latency), Unit::Seconds),
            client: json::text(client),
            host: part(request.clone(), host),
            request,
            status: json::text(code),
            ..Parts::default()
        };
        parts.fill(entry, [stamp, code].map(|value| offset(line, value)))
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        json::field(line, name)
    }

    fn fields(&self) -> Vec<String> {
        owned(&NAMES)
    }
}
