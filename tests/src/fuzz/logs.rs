//! Arbitrary bytes as an access log: in every format, with any pattern, cut anywhere.

use ratelab_access_log::{
    CostRule, Entry, Format, KeyRule, Line, Log, Options, Reader, Row, Unparsed, Wanted,
    formats::{KINDS, Kind},
};

use crate::cases::Tape;

/// Patterns for configurable formats: the default, and one of each kind.
const PATTERNS: [&str; 8] = [
    "",
    "log_format timed '$msec $request_time $remote_addr \"$request\" $status \"$remote_user\" $host';",
    "log_format all escape=json '{\"t\":\"$time_iso8601\",\"d\":$request_time,\"a\":\"$remote_addr\",\"r\":\"$request\"}'",
    "LogFormat \"%a %{usec}t %D %>s %v \\\"%u\\\" \\\"%r\\\"\" timed",
    "LogFormat \"[%{%d/%b/%Y:%H:%M:%S}t.%{msec_frac}t %{%z}t] %a %U%q %>s\" parts",
    "LogFormat \"%{end:%y-%m-%d %I:%M:%S %p}t.%{end:usec_frac}t %{ms}T %h \\\"%r\\\" %>s\" halves",
    "time=ts client=ip status=code path=url duration=took:ms",
    "arrival=1 client=2 status=3 duration=4",
];

const KEYS: [&str; 8] =
    ["", "prefix", "user", "path", "host", "everyone", "client + field:status", "field:request + path"];
const COSTS: [&str; 5] = ["", "0", "field:status", "/search*=5 /a=2 1", "1073741823"];

/// The fields wanted by readers that count all requests, clients, or clients by path.
const WANTED: [Wanted; 3] = [
    Wanted::NOTHING,
    Wanted { client: true, ..Wanted::NOTHING },
    Wanted { client: true, request: true, ..Wanted::NOTHING },
];

/// Formats that remember earlier lines.
const REMEMBERING: [&str; 5] = ["cloudfront", "iis", "json", "csv", "logfmt"];

/// The maximum number of fields read per line: all of them would take quadratic time.
const MOST_FIELDS: usize = 16;

/// Returns initial inputs from the formats' own examples; none for targets that are not about logs.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let numbered = || (0..).zip(KINDS).map(|(number, kind)| (number, kind.example.as_bytes()));
    match target {
        "lines" => numbered().map(|(number, example)| [&[number, 0], example].concat()).collect(),
        "patterns" => {
            let all =
                |example: &'static [u8]| PATTERNS.map(|text| [text.as_bytes(), b"\n", example].concat());
            numbered().flat_map(|(_, example)| all(example)).collect()
        }
        "cuts" => {
            let twice = |number: u8, example: &[u8]| {
                [&[number, 0, 0, 0, 0, 7, 0, 90], example, b"\r\n", example].concat()
            };
            numbered().map(|(number, example)| twice(number, example)).collect()
        }
        _ => Vec::new(),
    }
}

/// The first byte is the index of a format, the second that of a pattern, and the rest are lines.
///
/// # Panics
///
/// If a line is read differently than documented.
pub fn lines(bytes: &[u8]) {
    let [number, pattern, text @ ..] = bytes else { return };
    let kind = &KINDS[usize::from(*number) % KINDS.len()];
    hold(kind, PATTERNS[usize::from(*pattern) % PATTERNS.len()], text);
    hold(kind, "", text);
}

/// The first line is a pattern, and the rest are lines to read with it; the same text is also used as rules for
/// keys and costs.
///
/// # Panics
///
/// If a pattern is neither refused with a message nor works as documented.
pub fn patterns(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let (pattern, text) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let pattern = String::from_utf8_lossy(pattern);
    for kind in KINDS {
        hold(kind, &pattern, text);
    }
    let (key, cost) = (KeyRule::parse(&pattern), CostRule::parse(&pattern));
    let faults = [key.as_ref().err(), cost.as_ref().err()];
    assert!(faults.into_iter().flatten().all(|fault| !fault.allowed.is_empty()));
    if let Ok(options) = Options::parse("", &pattern, "", "") {
        assert_report(&read(&options, &[text]), text);
    }
    for (key, cost) in [(&*pattern, ""), ("", &*pattern)] {
        if let Ok(options) = Options::parse("", "", key, cost) {
            assert_report(&read(&options, &[text]), text);
        }
    }
}

/// Reads every line in a format, if it accepts the pattern: with a reader of all lines, with fresh readers, and
/// with readers that want fewer fields.
fn hold(kind: &Kind, pattern: &str, text: &[u8]) {
    let mut format = match (kind.make)(pattern) {
        Ok(format) => format,
        Err(fault) => return assert!(!fault.to_string().is_empty() && !fault.allowed.is_empty()),
    };
    let fresh = || (kind.make)(pattern).expect("a pattern that was accepted");
    let mut hasty = WANTED.map(|wanted| (wanted, fresh()));
    hasty.iter_mut().for_each(|(wanted, format)| format.want(*wanted));
    for line in text.split(|byte| *byte == b'\n') {
        let read = assert_line(&mut *format, line);
        if !REMEMBERING.contains(&kind.name) {
            assert_eq!(assert_line(&mut *fresh(), line), read, "{} remembers", kind.name);
        }
        for (wanted, format) in &mut hasty {
            let mut entry = Entry::default();
            let again = format.read(line, &mut entry);
            if let Ok((Line::Request, whole)) = &read {
                assert_eq!(again, Ok(Line::Request), "{} with fewer fields", kind.name);
                assert_eq!(
                    (entry.time, entry.status),
                    (whole.time, whole.status),
                    "{} with fewer fields",
                    kind.name
                );
                assert!(!wanted.client || entry.client == whole.client, "{} with fewer fields", kind.name);
                assert!(!wanted.request || entry.request == whole.request, "{} with fewer fields", kind.name);
            }
        }
    }
}

/// Reads a line, and asserts that its parts, read or not, are within the line.
fn assert_line<'line>(format: &mut dyn Format, line: &'line [u8]) -> Result<(Line, Entry<'line>), Unparsed> {
    let mut entry = Entry::default();
    let read = format.read(line, &mut entry);
    if let Err(unparsed) = read {
        assert!(
            unparsed.at <= line.len() && !unparsed.expected.is_empty(),
            "{unparsed:?} of {} bytes",
            line.len()
        );
        return Err(unparsed);
    }
    for part in [&entry.client, &entry.user, &entry.host, &entry.request] {
        assert!(part.len() <= line.len(), "unescaping shortens a part");
    }
    assert!(entry.status < 1000, "{}", entry.status);
    for name in format.fields().iter().take(MOST_FIELDS) {
        let field = format.field(line, name).unwrap_or_default();
        assert!(field.len() <= line.len(), "a field is in its line");
    }
    let _ = format.field(line, "no such field");
    read.map(|line| (line, entry))
}

/// Options and positions to cut at, then a log: however it is cut, the result is the same, and each line is
/// read as if it were alone.
///
/// # Panics
///
/// If it is not.
pub fn cuts(bytes: &[u8]) {
    let mut tape = Tape::new(bytes);
    let kind = tape.below(KINDS.len() as u64 + 1) as usize;
    let (format, pattern) = (KINDS.get(kind), tape.pick(&PATTERNS));
    let (key, cost, leave_out_limited) = (tape.pick(&KEYS), tape.pick(&COSTS), tape.flip());
    let sizes = [tape.byte(), tape.byte(), tape.byte()].map(usize::from);
    let text = bytes.get(8..).unwrap_or_default();
    let name = format.map_or("auto", |kind| kind.name);
    let Ok(options) = Options::parse(name, pattern, key, cost) else { return };
    let options = Options { leave_out_limited, ..options };
    let whole = read(&options, &[text]);
    assert_report(&whole, text);
    assert_same(&whole, &read(&options, &cut(text, sizes)));
    assert_same(&whole, &read_by_workers(&options, &cut(text, sizes)));
    if format.is_some_and(|kind| !REMEMBERING.contains(&kind.name)) && !text.contains(&0xEF) {
        assert_alone(&whole, &options, text);
    }
}

/// Returns pieces of these sizes in turn; one of size zero is empty, once.
fn cut(mut text: &[u8], sizes: [usize; 3]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    for size in sizes.into_iter().cycle() {
        if text.is_empty() {
            break;
        }
        let (piece, rest) = text.split_at(size.min(text.len()));
        pieces.push(piece);
        let (first, after) = rest.split_at(rest.len().min(1));
        pieces.push(first);
        text = after;
    }
    pieces
}

fn read(options: &Options, pieces: &[&[u8]]) -> Log {
    let mut reader = Reader::new(options.clone());
    for (number, piece) in pieces.iter().enumerate() {
        reader.push(piece);
        // Looking at the log changes nothing.
        if number % 3 == 1 {
            assert!(reader.rows().len() as u64 <= reader.report().requests);
        }
    }
    reader.finish()
}

/// Reads pieces by three workers in turn, as soon as workers are possible.
fn read_by_workers(options: &Options, pieces: &[&[u8]]) -> Log {
    let mut reader = Reader::new(options.clone());
    let mut workers = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        if workers.len() < 3 {
            workers.extend(reader.worker());
        }
        let turn = number % workers.len().max(1);
        match workers.get_mut(turn) {
            Some(worker) => reader.add(piece, worker.read(piece)),
            None => reader.push(piece),
        }
    }
    reader.finish()
}

/// Asserts that the report adds up.
fn assert_report(log: &Log, text: &[u8]) {
    let report = &log.report;
    let breaks = text.iter().filter(|byte| **byte == b'\n').count();
    let last = usize::from(!text.is_empty() && !text.ends_with(b"\n"));
    assert_eq!((report.bytes, report.lines), (text.len() as u64, (breaks + last) as u64));
    assert_eq!(report.lines, report.requests + report.other + report.unparsed, "every line is something");
    let rows = log.rows.len() as u64;
    assert_eq!(rows + report.left_out, report.requests, "every request is a row or left out");
    assert_eq!(report.arrivals + report.corrected + report.completions, rows);
    assert!(report.samples.len() <= 20 && report.samples.is_empty() == (report.unparsed == 0));
    assert!(report.samples.iter().all(|sample| sample.text.len() <= 1_000 && sample.line <= report.lines));
    assert!(log.format.is_some() || rows == 0);
    assert!(log.rows.iter().is_sorted_by_key(|row| row.time), "rows are in order");
    let ends = log.rows.iter().next().zip(log.rows.iter().last());
    assert_eq!(report.span, ends.map(|(first, last)| (first.time, last.time)));
    let mut next = 0;
    for row in log.rows.iter().filter(|_| report.disordered == 0) {
        assert!(row.key <= next, "keys are numbered as they appear");
        next = next.max(row.key + 1);
    }
    assert!(report.disordered > 0 || next as usize == log.keys.len(), "each key has its rows");
    assert!((0..log.keys.len()).all(|key| log.keys.bytes(key as u32).len() <= 255));
}

/// Returns rows with the names of their keys.
fn named(log: &Log) -> Vec<(i64, Vec<u8>, u32)> {
    let named = |row: Row| (row.time, log.keys.bytes(row.key).to_vec(), row.charge);
    log.rows.iter().map(named).collect()
}

fn assert_same(one: &Log, other: &Log) {
    assert_eq!(one.format.map(|kind| kind.name), other.format.map(|kind| kind.name));
    assert_eq!(one.report, other.report);
    assert_eq!(one.rows, other.rows);
    assert_eq!(named(one), named(other));
}

/// Asserts that rows are those of each line alone, in a stable order by time.
fn assert_alone(whole: &Log, options: &Options, text: &[u8]) {
    let lines = text.split(|byte| *byte == b'\n');
    let mut rows: Vec<_> = lines.flat_map(|line| named(&read(options, &[line]))).collect();
    rows.sort_by_key(|(time, ..)| *time);
    assert_eq!(named(whole), rows);
}
