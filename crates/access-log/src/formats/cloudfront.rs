//! CloudFront standard logs: the W3C format with tabs.
//!
//! `time` is "the time when the CloudFront server finished responding to the request (in UTC)", in whole seconds, and
//! `time-taken` is subtracted: "the number of seconds (to the thousandth of a second) from when the server receives the
//! viewer's request to when the server writes the last byte of the response". The columns have a fixed order that
//! Amazon only appends to, so a log without a header can still be read. Values are URL-encoded, sometimes with a doubly
//! encoded percent sign. `cs(Host)` is the name of the distribution; `x-host-header` is the host of the request, and
//! used as the host.

use super::no_pattern;
use super::w3c::{Dialect, W3c};
use crate::{Fault, Format, Text};

static CLOUDFRONT: Dialect = Dialect {
    between: b'\t',
    columns: "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) \
              cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header \
              cs-protocol cs-bytes time-taken",
    decode,
    host: ["x-host-header", "cs(Host)"],
};

/// The format, which takes no pattern.
pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    no_pattern(pattern)?;
    Ok(Box::new(W3c::new(&CLOUDFRONT)))
}

/// Decodes a value: `%20` is a space, and so is `%2520`.
fn decode(value: &[u8]) -> Text<'_> {
    if !value.contains(&b'%') {
        return Text::Borrowed(value);
    }
    Text::Owned(decoded(&decoded(value)))
}

fn decoded(value: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).map(|digit| digit as u8);
    let (mut text, mut rest) = (Vec::with_capacity(value.len()), value);
    while let [byte, after @ ..] = rest {
        rest = after;
        text.push(match after {
            [high, low, after @ ..] if *byte == b'%' => match (digit(high), digit(low)) {
                (Some(high), Some(low)) => {
                    rest = after;
                    high << 4 | low
                }
                _ => b'%',
            },
            _ => *byte,
        });
    }
    text
}
