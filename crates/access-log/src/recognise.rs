//! Which format a log is in.

use memchr::memchr;

use crate::formats::Kind;
use crate::reader::trim;
use crate::{Entry, Format, Line, Options};

/// The format that understands most of these lines, each with its line break; the earlier in the table of two
/// that understand as many. `None` if none understands any.
pub(crate) fn recognise(lines: &[u8], options: &Options) -> Option<(&'static Kind, Box<dyn Format>)> {
    let mut best = None;
    let mut most = 0;
    for (kind, mut format) in options.candidates() {
        let understood = understood(lines, &mut *format);
        if understood > most {
            (best, most) = (Some(kind), understood);
        }
    }
    let kind = best?;
    // One that has read nothing: what it remembers of the lines must not be there before them.
    Some((kind, (kind.make)(&options.pattern).ok()?))
}

/// How many of the lines are requests to the format.
fn understood(mut lines: &[u8], format: &mut dyn Format) -> usize {
    let mut count = 0;
    while let Some(end) = memchr(b'\n', lines) {
        let mut entry = Entry::default();
        if matches!(format.read(trim(&lines[..end]), &mut entry), Ok(Line::Request)) {
            count += 1;
        }
        lines = &lines[end + 1..];
    }
    count
}
