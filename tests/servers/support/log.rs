//! What a server wrote, against what it was sent.

use std::fs;

use ratelab_access_log::{Entry, Format, Line, Log, Options, Reader, Row, Timing, formats, path};

use super::{
    case::{Case, Sent},
    process::wait_for,
};

/// Servers look at the clock once for all that they find to do, so where a machine is busy with something else they are
/// a little behind. What takes time on purpose takes more than twice as long.
const TICK: i64 = 100_000;

/// A format that a server was told to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    /// The name of our format.
    pub(crate) kind: &'static str,
    /// The name of the format that its lines alone are taken for, if any.
    pub(crate) looks_like: Option<&'static str>,
    /// What the server is told, if anything.
    pub(crate) directive: &'static str,
    /// What ours is told, if anything.
    pub(crate) pattern: &'static str,
    /// What the server means by its time.
    pub(crate) timing: Timing,
    /// How far a stamp may be before the instant.
    pub(crate) slack: u32,
    pub(crate) has: Has,
    /// The field with what program asks, if there is one.
    pub(crate) agent: Option<&'static str>,
    /// Lines longer than this may be cut within the path.
    pub(crate) cut: usize,
}

/// A format that ours is told as the server is, and that is not known by its lines.
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

/// How far a stamp in whole seconds or milliseconds may be before the instant.
pub(crate) const SECOND: u32 = 999_999;
pub(crate) const MILLISECOND: u32 = 999;

/// What of a request a format has besides its client, its path and its status.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Has {
    pub(crate) user: bool,
    pub(crate) host: bool,
}

pub(crate) const USER: Has = Has { user: true, host: false };
pub(crate) const HOST: Has = Has { user: false, host: true };
pub(crate) const BOTH: Has = Has { user: true, host: true };
pub(crate) const NEITHER: Has = Has { user: false, host: false };

/// Waits until a file has so many lines, and returns them.
pub(crate) fn lines_of(file: &str, count: usize) -> Vec<u8> {
    wait_for(&format!("{count} lines in {file}"), || {
        let log = fs::read(file).unwrap_or_default();
        (log.iter().filter(|byte| **byte == b'\n').count() >= count).then_some(log)
    })
}

/// Asserts that there is one line for each request, that it says what was sent, and that the log is read as a whole.
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
    assert_eq!(lines.len(), sent.len(), "a line for each request: {}", log.escape_ascii());
    rows.sort();
    assert_whole(written, log, &rows);
}

/// Which request a line is of: a server may write a line after it has taken the next request, so order tells little.
/// Paths differ; bytes that are no request are told by having none.
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

/// Whether a line has these bytes: the first line of them, up to a zero where a server takes that for an end, or a sign
/// that it understood nothing.
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

/// The request arrived after it was sent, and so long before the answer as the origin took; if the line is stamped
/// with the answer, that came after the origin's delay.
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

/// The reader finds the same requests, each with its time and client, and leaves no line unread; and where lines alone
/// tell the format, it finds that.
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

/// Reads a log in pieces that end where no line does.
fn read_whole(options: Options, log: &[u8], count: usize) -> Log {
    let mut reader = Reader::new(options);
    log.chunks(97).for_each(|chunk| reader.push(chunk));
    let found = reader.finish();
    let report = &found.report;
    assert_eq!((report.unread, report.requests), (0, count as u64), "{:?}", report.samples);
    assert_eq!(found.rows.len(), count);
    found
}
