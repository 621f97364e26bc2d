//! AWS Application Load Balancer.
//!
//! The second field is "the time when the load balancer generated a response to the client". So the arrival is
//! `request_creation_time`, "the time when the load balancer received the request from the client", if the line has it.
//! Older lines are shorter, and the three processing times are subtracted instead. One of them is -1 if that step did
//! not happen, and then the arrival is unknown. Later fields are ignored, since Amazon keeps adding them.

use super::parts::{Parts, offset};
use super::spaced::{Spaced, before_port, host, words};
use crate::time::{Unit, duration, rfc3339};
use crate::{Entry, Fault, Format, Line, Micros, Unparsed};

/// The words of a line.
const WORDS: [&str; 29] = [
    "type",
    "time",
    "elb",
    "client:port",
    "target:port",
    "request_processing_time",
    "target_processing_time",
    "response_processing_time",
    "elb_status_code",
    "target_status_code",
    "received_bytes",
    "sent_bytes",
    "request",
    "user_agent",
    "ssl_cipher",
    "ssl_protocol",
    "target_group_arn",
    "trace_id",
    "domain_name",
    "chosen_cert_arn",
    "matched_rule_priority",
    "request_creation_time",
    "actions_executed",
    "redirect_url",
    "error_reason",
    "target:port_list",
    "target_status_code_list",
    "classification",
    "classification_reason",
];

/// The number of words of the oldest lines.
const SHORTEST: usize = 18;
/// The indices of the domain name, the rule priority and the creation time.
const DOMAIN: usize = 18;
const PRIORITY: usize = 20;
const CREATED: usize = 21;

/// The access log of an AWS Application Load Balancer, which takes no pattern.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    Spaced::make(pattern, &WORDS, read)
}

fn read<'line>(line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
    let words = words(line, 0, &WORDS, SHORTEST)?;
    let [kind, answered, rest @ ..] = &words.list;
    let created = &words.list[CREATED];
    if ![b"http".as_slice(), b"https", b"h2", b"grpcs", b"ws", b"wss"].contains(kind) {
        return Err(Unparsed { expected: "http, https, h2, grpcs, ws or wss", at: 0 });
    }
    let mut parts = balanced(line, rest)?;
    parts.time = rfc3339(answered);
    let mut time = answered;
    if words.count > PRIORITY {
        (parts.time, parts.took, time) = (rfc3339(created), Some((0, 0)), created);
    }
    if !matches!(words.list[DOMAIN], b"" | b"-") {
        parts.host = words.list[DOMAIN].into();
    }
    parts.fill(entry, [time, words.list[8]].map(|word| offset(line, Some(word))))
}

/// Parses the fields common to all AWS load balancers, from the name of the balancer to the request.
pub(super) fn balanced<'line>(line: &'line [u8], words: &[&'line [u8]]) -> Result<Parts<'line>, Unparsed> {
    let [_, client, _, first, second, third, code, _, _, _, request, ..] = words else {
        return Err(Unparsed { expected: "a request in quotes", at: line.len() });
    };
    let unparsed = |word: &[u8], expected| Unparsed { expected, at: offset(line, Some(word)) };
    let mut took = Some((0, 0));
    for word in [first, second, third] {
        let part = duration(word, Unit::Seconds);
        if part.is_none() && !matches!(*word, b"-1" | b"-") {
            return Err(unparsed(word, "a processing time in seconds"));
        }
        let sum = |((sum, slack), (part, open)): ((Micros, u32), (Micros, u32))| {
            (part.saturating_add(sum), open.saturating_add(slack))
        };
        took = took.zip(part).map(sum);
    }
    let client = before_port(client).ok_or(unparsed(client, "a client with its port"))?;
    let (host, request, status) = (host(request).into(), (*request).into(), (*code).into());
    Ok(Parts { took, client: client.into(), host, request, status, ..Parts::default() })
}
