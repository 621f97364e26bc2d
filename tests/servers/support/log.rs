//! Compares the log of a server with the requests it received.

use std::fs;

use ratelab_access_log::{Entry, Format, Line, Log, Options, Reader, Row, Timing, formats, path};

use super::{
    case::{Case, Sent},
    process::wait_for,
};

/// Servers read the clock once per iteration of their event loop, so on a busy machine they lag a little. Intentional
/// delays are more than twice as long.
const TICK: i64 = 100_000;

/// A format that a server was configured to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    /// The name of our format.
    pub(crate) kind: &'static str,
    /// The format detected from its lines alone, if any.
    pub(crate) looks_like: Option<&'static str>,
    /// The directive of the server, if any.
    pub(crate) directive: &'static str,
    /// The pattern of our format, if any.
    pub(crate) pattern: &'static str,
    /// The meaning of the server's time.
    pub(crate) timing: Timing,
    /// How far a timestamp may be before the instant.
    pub(crate) slack: u32,
    pub(crate) has: Has,
    /// The field with the user agent, if there is one.
    pub(crate) agent: Option<&'static str>,
    /// Lines longer than this may be truncated within the path.
    pub(crate) cut: usize,
}

/// A format whose pattern is the server's directive, and that cannot be detected from its lines.
pub(crate) const fn written(
    kind: &'static str,
    directive: &'static str,
    timing: Timing,
    slack: u32,
    has: Has,
) -> Written {
    let (looks_like, agent) = (None, None);
    Written { kind, looks_like, directive, pattern: directive, timing, slack, has, agent, cut: usize::MAX }
}

/// The slack of timestamps in whole seconds or milliseconds.
pub(crate) const SECOND: u32 = 999_999;
pub(crate) const MILLISECOND: u32 = 999;

/// The parts of a request that a format has in addition to client, path and status.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Has {
    pub(crate) user: bool,
    pub(crate) host: bool,
}

pub(crate) const USER: Has = Has { user: true, host: false };
pub(crate) const HOST: Has = Has { user: false, host: true };
pub(crate) const BOTH: Has = Has { user: true, host: true };
pub(crate) const NEITHER: Has = Has { user: false, host: false };

/// Waits until a file has this many lines, and returns them.
pub(crate) fn lines_of(file: &str, count: usize) -> Vec<u8> {
    wait_for(&format!("{count} lines in {file}"), || {
        let log = fs::read(file).unwrap_or_default();
        (log.iter().filter(|byte| **byte == b'\n').count() >= count).then_some(log)
    })
}

/// Asserts that there is one line per request, with its content, and that the log is read as a whole.
pub(crate) fn assert_read(written: &Written, log: &[u8], sent: &[Sent]) {
    let mut format = make(written);
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let mut rows = Vec::new();
    let mut waiting: Vec<&Sent> = sent.iter().collect();
    for line in &lines {
        let mut entry = Entry::default();
        let read = format.read(line, &mut entry);
        let shown = line.escape_ascii();
        assert_eq!(read, Ok(Line::Request), "{shown}");
        let sent = waiting.remove(index_of(written, &entry, &waiting, &shown.to_string()));
        assert_says(written, &entry, &sent.case, &shown.to_string());
        if let Some(name) = written.agent.filter(|_| !sent.case.agent.is_empty()) {
            let agent = format.field(line, name).unwrap_or_default();
            assert_eq!(
                agent.escape_ascii().to_string(),
                sent.case.agent.escape_ascii().to_string(),
                "{shown}"
            );
        }
        assert_when(written, &entry, sent, &shown.to_string());
        let client = if entry.client.is_empty() { b"-" } else { &*entry.client };
        rows.push((entry.time.at, client.to_vec()));
    }
    assert_eq!(lines.len(), sent.len(), "one line per request: {}", log.escape_ascii());
    rows.sort();
    assert_whole(written, log, &rows);
}

/// The request of a line: servers may write lines out of order, so requests are matched by path, which is unique; bytes
/// that are not HTTP have none.
fn index_of(written: &Written, entry: &Entry<'_>, waiting: &[&Sent], shown: &str) -> usize {
    let logged = path(&entry.request);
    let is_cut =
        |sent: &[u8]| shown.len() > written.cut && sent.starts_with(logged) && 2 * logged.len() > written.cut;
    let is_it = |case: &Case| !case.garbage && (path(&case.line) == logged || is_cut(path(&case.line)));
    let index = waiting.iter().position(|sent| is_it(&sent.case));
    let garbage = || waiting.iter().position(|sent| sent.case.garbage && is_logged(&sent.case, entry));
    index
        .or_else(garbage)
        .unwrap_or_else(|| panic!("{:?} was never sent: {shown}", logged.escape_ascii().to_string()))
}

/// Whether a line has these bytes: the first line of them, up to a zero byte where a server ends the text there, or a
/// mark for an invalid request.
fn is_logged(garbage: &Case, entry: &Entry<'_>) -> bool {
    let first = garbage.line.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let to_zero = first.split(|byte| *byte == 0).next().unwrap_or_default();
    [first, to_zero, b"", b"-", b"<BADREQ>", b"- http://localhost HTTP/1.0"].contains(&&*entry.request)
}

fn make(written: &Written) -> Box<dyn Format> {
    let kind = formats::kind(written.kind).unwrap_or_else(|| panic!("no format {}", written.kind));
    (kind.make)(written.pattern).unwrap_or_else(|fault| panic!("{}: {fault}", written.pattern))
}

fn assert_says(written: &Written, entry: &Entry<'_>, case: &Case, shown: &str) {
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    assert_eq!(text(&entry.client), case.client, "the client of {shown}");
    assert_eq!(entry.status, case.status, "the status of {shown}");
    if case.garbage {
        return;
    }
    if written.has.user {
        assert_eq!(text(&entry.user), text(&case.user), "the user of {shown}");
    }
    if written.has.host {
        assert_eq!(text(&entry.host), case.host, "the host of {shown}");
    }
}

/// Checks that the request arrived after it was sent, and early enough before the response for the origin's delay; if
/// the time is that of the response, it must be after the delay.
fn assert_when(written: &Written, entry: &Entry<'_>, sent: &Sent, shown: &str) {
    let (time, delay) = (entry.time, sent.case.delay.as_micros() as i64);
    assert_eq!((time.timing, time.slack), (written.timing, written.slack), "{shown}");
    let (earliest, latest) = match time.timing {
        Timing::Completion => (sent.before + delay, sent.after),
        Timing::Arrival | Timing::Corrected => (sent.before, sent.after - delay),
    };
    let (from, to) = (time.at, time.at + i64::from(time.slack));
    assert!(
        from <= latest + TICK && to >= earliest - TICK,
        "{shown}\nis of {from} to {to}, and was sent at {}, answered at {} after {delay}",
        sent.before,
        sent.after
    );
}

/// Checks that the reader finds the same requests, each with its time and client, and no unparsed lines; and that it
/// detects the format, if possible.
fn assert_whole(written: &Written, log: &[u8], rows: &[(i64, Vec<u8>)]) {
    let options = Options::parse(written.kind, written.pattern, "", "").expect("options");
    let found = read_whole(options, log, rows.len());
    let row = |row: Row| (row.time, found.keys.bytes(row.key).to_vec());
    let mut again: Vec<_> = found.rows.iter().map(row).collect();
    again.sort();
    assert_eq!(again, rows);
    if written.looks_like.is_some() {
        let found = read_whole(Options::default(), log, rows.len());
        assert_eq!(found.format.map(|kind| kind.name), written.looks_like);
    }
}

/// Reads a log in pieces that do not end at line breaks.
fn read_whole(options: Options, log: &[u8], count: usize) -> Log {
    let mut reader = Reader::new(options);
    log.chunks(97).for_each(|chunk| reader.push(chunk));
    let found = reader.finish();
    let report = &found.report;
    assert_eq!((report.unparsed, report.requests), (0, count as u64), "{:?}", report.samples);
    assert_eq!(found.rows.len(), count);
    found
}
