//! The formats: examples of their documentation, printing and reading back, and errors.

mod chosen;
mod documented;
mod haproxy;
mod hostile;
mod json;
mod printed;
mod recognised;
mod remembered;
mod usual;

use ratelab_access_log::{Entry, Format, Line, Unparsed, formats};

/// The formats tested here, which are defined by a server or by fields that the user chooses.
const NAMES: [&str; 16] = [
    "traefik",
    "envoy",
    "alb",
    "elb",
    "cloudfront",
    "iis",
    "squid",
    "npm",
    "gin",
    "haproxy",
    "caddy",
    "gcp",
    "json",
    "logfmt",
    "csv",
    "timestamps",
];

/// A format without a pattern.
fn format(name: &str) -> Box<dyn Format> {
    chosen_format(name, "")
}

/// A format with a pattern.
fn chosen_format(name: &str, pattern: &str) -> Box<dyn Format> {
    let kind = formats::kind(name).unwrap_or_else(|| panic!("no format {name}"));
    (kind.make)(pattern).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// Parses one line.
fn read<'line>(format: &mut dyn Format, line: &'line [u8]) -> Result<(Line, Entry<'line>), Unparsed> {
    let mut entry = Entry::default();
    format.read(line, &mut entry).map(|line| (line, entry))
}

/// Parses a line that is a request.
fn request<'line>(format: &mut dyn Format, line: &'line str) -> Entry<'line> {
    match read(format, line.as_bytes()) {
        Ok((Line::Request, entry)) => entry,
        other => panic!("{other:?} of {line}"),
    }
}

/// Parses lines of which only the last is a request.
fn last<'line>(format: &mut dyn Format, lines: &'line str) -> Entry<'line> {
    let (before, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
    for line in before.lines() {
        assert!(matches!(read(format, line.as_bytes()), Ok((Line::Other, _))), "{line}");
    }
    request(format, last)
}

/// Microseconds since 1970 of an RFC 3339 time, parsed by jiff.
fn micros(time: &str) -> i64 {
    time.parse::<jiff::Timestamp>().unwrap_or_else(|error| panic!("{time}: {error}")).as_microsecond()
}

/// A time, formatted by jiff.
fn written(micros: i64, form: &str) -> String {
    jiff::Timestamp::from_microsecond(micros).expect("a time").strftime(form).to_string()
}

/// Bytes as text, for readable comparisons.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Deterministic pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
