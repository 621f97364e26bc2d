//! Classic load balancers of AWS.
//!
//! The first field is "the time when the load balancer received the request from the client": the arrival. The
//! rest is what application load balancers have from the name on, up to the user agent, cipher and protocol. A
//! TCP listener writes `"- - - "` for the request and no status.

use super::alb::balanced;
use super::no_pattern;
use super::parts::{Parts, place};
use super::spaced::{named, owned, words};
use crate::time::rfc3339;
use crate::{Entry, Fault, Format, Line, Text, Unread};

/// The words of a line.
const WORDS: [&str; 15] = [
    "timestamp",
    "elb",
    "client:port",
    "backend:port",
    "request_processing_time",
    "backend_processing_time",
    "response_processing_time",
    "elb_status_code",
    "backend_status_code",
    "received_bytes",
    "sent_bytes",
    "request",
    "user_agent",
    "ssl_cipher",
    "ssl_protocol",
];

/// Reads the access log of a classic load balancer of AWS.
pub(super) struct Elb;

impl Elb {
    /// The format, which has no choices.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        no_pattern(pattern)?;
        Ok(Box::new(Self))
    }
}

impl Format for Elb {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unread> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let words = words(line, 0, &WORDS, WORDS.len() - 3)?;
        let [time, rest @ ..] = &words.list;
        let parts = Parts { time: rfc3339(time), arrival: true, ..balanced(line, rest)? };
        parts.fill(entry, [time, words.list[7]].map(|word| place(line, Some(word))))
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
