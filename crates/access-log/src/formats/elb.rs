//! AWS Classic Load Balancer.
//!
//! The first field is "the time when the load balancer received the request from the client", the arrival. The other
//! fields are those of Application Load Balancers from the name on, up to the user agent, cipher and protocol. A TCP
//! listener writes `"- - - "` as the request, and no status.

use super::alb::balanced;
use super::parts::{Parts, offset};
use super::spaced::{Spaced, words};
use crate::time::rfc3339;
use crate::{Entry, Fault, Format, Line, Unparsed};

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

/// The access log of an AWS Classic Load Balancer, which takes no pattern.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    Spaced::make(pattern, &WORDS, read)
}

fn read<'line>(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
    let words = words(line, 0, &WORDS, WORDS.len() - 3)?;
    let [time, rest @ ..] = &words.list;
    let parts = Parts { time: rfc3339(time), arrival: true, ..balanced(line, rest)? };
    parts.fill(entry, [time, words.list[7]].map(|word| offset(line, Some(word))))
}
