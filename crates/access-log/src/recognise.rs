//! Which format a log is in, and what is around its lines.

use crate::address::is_address;
use crate::formats::{Envelope, Kind, is_header, kind};
use crate::search::first;
use crate::trim::trim;
use crate::{Entry, Format, Line, Options, Unread};

/// Why a line is not understood of a log that is in no format.
pub(crate) const UNKNOWN: Unread = Unread { expected: "a line of a format that is known", at: 0 };
const NO_CLIENT: Unread = Unread {
    expected: "a client by a name that is usual, or a pattern such as time=NAME client=NAME",
    at: 0,
};
/// Of a log that has nothing of what a pattern names.
const NO_FIELDS: Unread = Unread {
    expected: "JSON, pairs such as time=…, or CSV below a row of names, with the fields of the pattern",
    at: 0,
};
/// Of a log that is no text, whatever its lines are.
const NOT_TEXT: Unread = Unread { expected: "text: this is not a text file", at: 0 };
pub(crate) const WIDE: Unread = Unread { expected: "text in UTF-8: this is UTF-16", at: 0 };
/// The formats whose fields have names that are guessed if nobody says them.
const GUESSED: [&str; 3] = ["json", "logfmt", "csv"];

/// A format, what reads it, and what is around each line.
type Found = (&'static Kind, Box<dyn Format>, Envelope);

/// The format that understands most of these lines, each with its line break; the earlier in the table of two
/// that understand as many, and nothing around the lines rather than something.
pub(crate) fn recognise(lines: &[u8], options: &Options) -> Result<Found, Unread> {
    let guessing = options.pattern.trim().is_empty();
    let (mut best, mut most, mut why) = (None, 0, if guessing { UNKNOWN } else { NO_FIELDS });
    for envelope in Envelope::ALL {
        let Some(opened) = envelope.open_all(lines) else { continue };
        // Of what is around other lines, a time is left where the line was.
        let tried = |kind: &Kind| envelope == Envelope::Bare || kind.name != "timestamps";
        for (kind, mut format) in options.candidates().filter(|(kind, _)| tried(kind)) {
            let (requests, clients) = understood(&opened, &mut *format, guessing);
            let nobody = clients == 0 && options.wanted().client;
            if guessing && nobody && requests > 0 && GUESSED.contains(&kind.name) {
                why = NO_CLIENT;
            } else if requests > most {
                (best, most) = (Some((kind, envelope)), requests);
            }
        }
    }
    let (kind, envelope) = best.ok_or(why)?;
    // One that has read nothing: what it remembers of the lines must not be there before them.
    let format = (kind.make)(&options.pattern).map_err(|_| UNKNOWN)?;
    Ok((kind, format, envelope))
}

/// How many of the lines are requests to the format, and how many of these have a client. None is, if nobody chose the
/// format and it mistakes what stands before the client for the client.
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

/// Whether an address stands where the common log has the name by `identd`, which is nobody's name.
fn has_address_for_name(line: &[u8], format: &dyn Format) -> bool {
    format.fixed() && format.field(line, "l").is_some_and(|name| is_address(&name))
}

/// What can tell why it does not take these lines, which no format takes: that which they look like.
pub(crate) fn likely(lines: &[u8], options: &Options) -> Option<Box<dyn Format>> {
    let mut lines = lines.split(|&byte| byte == b'\n').map(trim).filter(|line| !line.is_empty());
    let (first, second) = (lines.next()?, lines.next().unwrap_or_default());
    let is_json = || options.pattern.trim().is_empty() && first.starts_with(b"{");
    let name = match is_header(first, second) {
        _ if is_json() => "json",
        true => "csv",
        false => return None,
    };
    // What a container's line holds has no names.
    (kind(name)?.make)(&options.pattern).ok().filter(|format| format.field(first, "log").is_none())
}

/// Why lines are not understood that are no text, or not in UTF-8; `None` if they are.
pub(crate) fn not_text(lines: &[u8]) -> Option<Unread> {
    let zeros = |from: usize| lines.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), lines.len() / 2);
    // Every other byte of UTF-16 is a zero, where its letters are those of English.
    let alternate = even.max(odd) > half / 2 && even.min(odd) <= half / 16;
    if alternate || matches!(lines, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return Some(WIDE);
    }
    // Of bytes that are anything, one in nine is a sign that no text has. A log may have some, as of clients that speak
    // TLS where none is expected; and zeros where it was emptied under the server's hands.
    let rest = &lines[lines.iter().take_while(|&&byte| byte == 0).count()..];
    let strange = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    (rest.iter().filter(strange).count() > rest.len() / 16).then_some(NOT_TEXT)
}
