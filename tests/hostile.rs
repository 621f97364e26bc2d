//! Reading a log takes bounded memory and time proportional to its length, whatever it contains.
//!
//! Memory is counted by the allocator. Linear and quadratic time are distinguished by lines of two lengths: a
//! format that looks at the rest of the line for each byte takes 64 times as long for a line of eight times the
//! length.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use ratelab_access_log::{Entry, Format, Line, Log, Options, Reader, Text, Unparsed, formats::KINDS};
use ratelab_scenario::sample::SampleDay;

struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// One test at a time: they share the counters and the clock.
static TURN: Mutex<()> = Mutex::new(());

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The maximum length of a line.
const LONGEST: usize = 1 << 16;
const MEGABYTE: usize = 1 << 20;

/// Text whose end may take long to find, or whose end is missing.
const UNITS: [&str; 36] = [
    "\"",
    "\\",
    "\\\"",
    "\" ",
    " ",
    "[",
    "]",
    "] ",
    "[[",
    "{",
    "}",
    "{\"a\":",
    "[{",
    ",",
    ",\"",
    "\"\",",
    "\t",
    ";",
    "- ",
    "0",
    "9 ",
    "1/",
    "%",
    "#",
    "#22",
    "a=\"",
    "\\u",
    "\\ud800",
    "\\x",
    "[10/Oct/2000:13:55:36 -0700] ",
    "\"GET / ",
    "://",
    "haproxy[",
    "':",
    "\u{e9}",
    "\0",
];

/// Patterns for the formats that take one.
const PATTERNS: [&str; 5] = [
    "",
    "log_format a '$remote_addr$remote_user [$time_local] \"$request\"$status $http_a\"$http_b\" $http_c $http_d $http_e';",
    "LogFormat \"%h %u %t \\\"%r\\\" %>s \\\"%{a}i\\\" %{b}i %{c}i %{d}i %{e}i %{f}i\" a",
    "LogFormat \"%{%d/%b/%Y:%H:%M:%S}t %U%q%u %a\" b",
    "time=time client=ip status=status path=path",
];

/// Returns the peak memory of a function, above the memory in use before it.
fn peak_of<T>(what: impl FnOnce() -> T) -> (usize, T) {
    let before = USED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = what();
    (PEAK.load(Ordering::Relaxed) - before, result)
}

/// Reads a piece repeatedly.
fn read_again(options: &Options, piece: &[u8], times: usize) -> Log {
    let mut reader = Reader::new(options.clone());
    (0..times).for_each(|_| reader.push(piece));
    reader.finish()
}

#[test]
fn a_line_without_end_takes_no_memory() {
    let _turn = TURN.lock();
    for name in ["auto", "combined", "json", "csv"] {
        let options = Options::parse(name, "", "", "").expect("options");
        for unit in ["x", "\0", "{\"time\":"] {
            let piece = unit.repeat(MEGABYTE / unit.len());
            let (peak, log) = peak_of(|| read_again(&options, piece.as_bytes(), 64));
            assert!(peak < MEGABYTE, "{name} takes {peak} bytes for {} of {unit:?}", log.report.bytes);
            assert_eq!((log.report.lines, log.report.unparsed), (1, 1));
        }
    }
}

#[test]
fn unreadable_lines_take_no_memory() {
    let _turn = TURN.lock();
    let piece = "no log at all, but \"quotes\" [and] {brackets}\n".repeat(1_000);
    let (peak, log) = peak_of(|| read_again(&Options::default(), piece.as_bytes(), 500));
    assert!(peak < MEGABYTE, "{peak} bytes");
    assert_eq!((log.report.lines, log.report.unparsed), (500_000, 500_000));
    assert!((1..=20).contains(&log.report.samples.len()));
}

/// 16 bytes per request, one spare block of rows, and the keys.
#[test]
fn a_request_takes_sixteen_bytes() {
    let _turn = TURN.lock();
    let mut log = Vec::new();
    SampleDay::new(SampleDay::SEED).scaled(4).write(&mut log);
    let (peak, found) = peak_of(|| read_again(&Options::default(), &log, 1));
    let (rows, keys) = (found.rows.len(), found.keys.len());
    assert_eq!((found.report.unparsed, keys), (1, 2_525), "one line is truncated");
    let most = 16 * (rows + (1 << 16)) + 128 * keys;
    assert!(peak <= most, "{peak} bytes for {rows} rows, more than {most}");
}

#[test]
fn hostile_lines_take_no_longer_than_others() {
    let _turn = TURN.lock();
    for kind in KINDS {
        for pattern in PATTERNS {
            if let Ok(mut format) = (kind.make)(pattern) {
                assert_quick(kind.name, &mut *format, kind.example);
            }
        }
    }
}

/// A format that looks at the rest of the line for every fourth byte.
struct Square;

impl Format for Square {
    fn read<'line>(&mut self, line: &'line [u8], _entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        let found = (0..line.len()).step_by(4).filter(|at| line[*at..].contains(&b'!')).count();
        if found == 0 { Ok(Line::Other) } else { Err(Unparsed { expected: "no exclamation", at: 0 }) }
    }

    fn field<'line>(&self, _line: &'line [u8], _name: &str) -> Option<Text<'line>> {
        None
    }

    fn fields(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The test above would detect quadratic time.
#[test]
fn a_quadratic_format_is_detected() {
    let _turn = TURN.lock();
    let line = vec![b'x'; LONGEST];
    assert!(!is_linear(&mut Square, &line, &line[..LONGEST / 8]));
}

/// Inserts every unit into an example, at its beginning, its end and positions between.
fn assert_quick(name: &str, format: &mut dyn Format, example: &str) {
    let (header, line) = example.rsplit_once('\n').unwrap_or(("", example));
    let _ = header.lines().map(|line| format.read(line.as_bytes(), &mut Entry::default())).count();
    let marks =
        line.char_indices().filter(|(_, mark)| " \"[{:,\t".contains(*mark)).map(|(position, _)| position + 1);
    let positions: Vec<usize> = [0, line.len()].into_iter().chain(marks).collect();
    let step = positions.len().div_ceil(6);
    for unit in UNITS {
        for position in positions.iter().step_by(step) {
            let hostile = |length: usize| {
                let middle = unit.repeat((length - line.len()) / unit.len());
                [&line[..*position], &middle, &line[*position..]].concat()
            };
            let (long, short) = (hostile(LONGEST), hostile(LONGEST / 8));
            assert!(
                is_linear(format, long.as_bytes(), short.as_bytes()),
                "{name} is slow for {unit:?} at {position} of {line}"
            );
        }
    }
}

/// Returns whether a line takes little time, or about as much per byte as one of an eighth of its length: eight
/// times as long if it is read once, 64 times if it is read again for each byte. The minimum of five
/// measurements counts, because the machine may be busy.
fn is_linear(format: &mut dyn Format, long: &[u8], short: &[u8]) -> bool {
    // Most lines take too little time to compare.
    if time_of(format, long) < Duration::from_millis(2) {
        return true;
    }
    let mut least = |line| (0..5).map(|_| time_of(format, line)).min().unwrap_or_default();
    let (of_long, of_short) = (least(long), least(short));
    of_long < Duration::from_millis(2) || of_long < 24 * of_short
}

/// Returns how long it takes to read a line and one of its fields.
fn time_of(format: &mut dyn Format, line: &[u8]) -> Duration {
    let begun = Instant::now();
    let _ = format.read(line, &mut Entry::default());
    let _ = format.field(line, "status");
    begun.elapsed()
}
