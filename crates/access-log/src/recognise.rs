//! Detects the format of a log, and the envelope of its lines.

use crate::address::is_address;
use crate::formats::{Envelope, Kind, is_header, kind};
use crate::search::first;
use crate::trim::trim;
use crate::{Entry, Format, Line, Options, Unparsed};

/// The error for lines of a log in no known format.
pub(crate) const UNKNOWN: Unparsed = Unparsed { expected: "a line in a known format", at: 0 };
const NO_CLIENT: Unparsed = Unparsed {
    expected: "a client in a field with a usual name, or a pattern such as time=NAME client=NAME",
    at: 0,
};
/// The error for a log without the fields that a pattern names.
const NO_FIELDS: Unparsed = Unparsed {
    expected: "JSON, pairs such as time=…, or CSV with a header, with the fields of the pattern",
    at: 0,
};
/// The error for binary files.
const NOT_TEXT: Unparsed = Unparsed { expected: "text: this is not a text file", at: 0 };
pub(crate) const WIDE: Unparsed = Unparsed { expected: "text in UTF-8: this is UTF-16", at: 0 };
/// The formats whose field names are guessed if no pattern names them.
const GUESSED: [&str; 3] = ["json", "logfmt", "csv"];

/// A format, its parser, and the envelope of its lines.
type Found = (&'static Kind, Box<dyn Format>, Envelope);

/// Returns the format that parses most of these lines, each with its line break. Ties go to the earlier format in the
/// table, and to lines without an envelope.
pub(crate) fn recognise(lines: &[u8], options: &Options) -> Result<Found, Unparsed> {
    let guessing = options.pattern.trim().is_empty();
    let (mut best, mut most, mut why) = (None, 0, if guessing { UNKNOWN } else { NO_FIELDS });
    for envelope in Envelope::ALL {
        let Some(opened) = envelope.open_all(lines) else { continue };
        // In other envelopes a timestamp is left over, which would pass for the whole line.
        let tried = |kind: &Kind| envelope == Envelope::Bare || kind.name != "timestamps";
        for (kind, mut format) in options.candidates().filter(|(kind, _)| tried(kind)) {
            let (requests, clients) = understood(&opened, &mut *format, guessing);
            let no_client = clients == 0 && options.wanted().client;
            if guessing && no_client && requests > 0 && GUESSED.contains(&kind.name) {
                why = NO_CLIENT;
            } else if requests > most {
                (best, most) = (Some((kind, envelope)), requests);
            }
        }
    }
    let (kind, envelope) = best.ok_or(why)?;
    // A new parser, which has not seen the lines yet.
    let format = (kind.make)(&options.pattern).map_err(|_| UNKNOWN)?;
    Ok((kind, format, envelope))
}

/// Counts the lines that the format parses as requests, and how many of these have a client. The count is zero if the
/// format was not chosen and mistakes the word before the client for the client.
fn understood(mut lines: &[u8], format: &mut dyn Format, guessing: bool) -> (usize, usize) {
    let (mut requests, mut clients) = (0, 0);
    while let Some(end) = first(b'\n', lines) {
        let mut entry = Entry::default();
        let line = trim(&lines[..end]);
        if matches!(format.read(line, &mut entry), Ok(Line::Request)) {
            if guessing && !is_address(&entry.client) && has_address_for_name(line, format) {
                return (0, 0);
            }
            requests += 1;
            clients += usize::from(!entry.client.is_empty());
        }
        lines = &lines[end + 1..];
    }
    (requests, clients)
}

/// Whether the `identd` name of the common log is an address, which no name is.
fn has_address_for_name(line: &[u8], format: &dyn Format) -> bool {
    format.fixed() && format.field(line, "l").is_some_and(|name| is_address(&name))
}

/// Returns the format that unrecognised lines resemble, to explain why they are rejected.
pub(crate) fn likely(lines: &[u8], options: &Options) -> Option<Box<dyn Format>> {
    let mut lines = lines.split(|&byte| byte == b'\n').map(trim).filter(|line| !line.is_empty());
    let (first, second) = (lines.next()?, lines.next().unwrap_or_default());
    let is_json = || options.pattern.trim().is_empty() && first.starts_with(b"{");
    let name = match is_header(first, second) {
        _ if is_json() => "json",
        true => "csv",
        false => return None,
    };
    // The JSON of a container wraps a line that has no field names.
    (kind(name)?.make)(&options.pattern).ok().filter(|format| format.field(first, "log").is_none())
}

/// Explains why lines are not text in UTF-8; `None` if they are.
pub(crate) fn not_text(lines: &[u8]) -> Option<Unparsed> {
    let zeros = |from: usize| lines.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), lines.len() / 2);
    // In UTF-16, every other byte of English text is zero.
    let alternate = even.max(odd) > half / 2 && even.min(odd) <= half / 16;
    if alternate || matches!(lines, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return Some(WIDE);
    }
    // In random bytes, one in nine is a control character that text does not contain. A log may have a few, from
    // clients that speak TLS on a plain port, and zeros where it was truncated while the server had it open.
    let rest = &lines[lines.iter().take_while(|&&byte| byte == 0).count()..];
    let strange = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    (rest.iter().filter(strange).count() > rest.len() / 16).then_some(NOT_TEXT)
}
