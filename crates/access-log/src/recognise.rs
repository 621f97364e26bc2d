//! Which format a log is in, and what is around its lines.

use crate::formats::{Envelope, Kind};
use crate::reader::trim;
use crate::search::first;
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
            let (requests, clients) = understood(&opened, &mut *format);
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

/// How many of the lines are requests to the format, and how many of these have a client.
fn understood(mut lines: &[u8], format: &mut dyn Format) -> (usize, usize) {
    let (mut requests, mut clients) = (0, 0);
    while let Some(end) = first(b'\n', lines) {
        let mut entry = Entry::default();
        if matches!(format.read(trim(&lines[..end]), &mut entry), Ok(Line::Request)) {
            requests += 1;
            clients += usize::from(!entry.client.is_empty());
        }
        lines = &lines[end + 1..];
    }
    (requests, clients)
}
