//! Parses bytes to rows.

mod parts;

use memchr::memchr;

pub use parts::{Part, Worker};

use crate::cost_rule::Cost;
use crate::formats::{Envelope, Kind, Plain, Quick};
use crate::recognise::{UNKNOWN, WIDE, likely, not_text, recognise};
use crate::trim::{begins_otherwise, trim};
use crate::waiting::Waiting;
use crate::{CostRule, Entry, Format, Keys, Line, MOST_COST, Options, Report, Rows, Stamp, Unparsed};

/// The longest line that is parsed. Longer ones are counted as unparsed, and not kept in memory.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// The format is detected from at most this many bytes or lines at the start.
const HEAD: usize = 1 << 16;
const HEAD_LINES: u64 = 100;
/// How often detection is tried on lines of no known format before it gives up.
const ATTEMPTS: u32 = 16;

const TOO_LONG: Unparsed = Unparsed { expected: "a line break within 65536 bytes", at: LONGEST_LINE };

/// A log that was read.
#[derive(Clone, Debug)]
pub struct Log {
    /// The format, if one was detected.
    pub format: Option<&'static Kind>,
    /// The requests, in order of arrival.
    pub rows: Rows,
    /// Their keys.
    pub keys: Keys,
    /// Statistics about the lines.
    pub report: Report,
}

/// Reads a log in pieces. The result does not depend on how the bytes are divided.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::{Options, Reader};
///
/// let mut reader = Reader::new(Options::parse("timestamps", "", "", "")?);
/// reader.push(b"1773100800 a\n17731");
/// assert_eq!((reader.rows().len(), reader.keys().len(), reader.report().lines), (1, 1, 1));
/// assert_eq!(reader.kind().map(|kind| kind.name), Some("timestamps"));
///
/// // Another thread can read a piece. Lines that it has only in part are completed by `add`.
/// let mut worker = reader.worker().expect("lines of this format are independent");
/// let piece = b"00801 b\n1773100802 c\n1773";
/// let part = worker.read(piece);
/// reader.add(piece, part);
/// reader.push(b"100803 d\n");
/// assert_eq!(reader.finish().rows.len(), 4);
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
pub struct Reader {
    options: Options,
    format: Option<(&'static Kind, Box<dyn Format>)>,
    envelope: Envelope,
    /// A fast path for most lines, and the cost of each of them.
    quick: Option<(Quick, u32)>,
    /// The error for lines while there is no format.
    unknown: Unparsed,
    /// The only format that accepts the pattern, or the one that lines resemble. It explains errors better.
    sole: Option<Box<dyn Format>>,
    attempts: u32,
    /// Lines read before the format is known, each with its line break.
    head: Vec<u8>,
    head_lines: u64,
    /// The beginning of a line whose end has not been read.
    cut: Vec<u8>,
    /// Whether the current line is already too long.
    skipping: bool,
    key: Vec<u8>,
    waiting: Waiting,
    rows: Rows,
    keys: Keys,
    report: Report,
    /// For each worker, the numbers of its keys in this reader.
    numbers: Vec<Vec<u32>>,
}

impl Reader {
    /// Creates a reader.
    pub fn new(options: Options) -> Self {
        let given = options.format.and_then(|_| options.candidates().next());
        let mut reader = Self {
            options,
            format: None,
            envelope: Envelope::Bare,
            quick: None,
            unknown: UNKNOWN,
            sole: None,
            attempts: ATTEMPTS,
            head: Vec::new(),
            head_lines: 0,
            cut: Vec::new(),
            skipping: false,
            key: Vec::new(),
            waiting: Waiting::default(),
            rows: Rows::default(),
            keys: Keys::default(),
            report: Report::default(),
            numbers: Vec::new(),
        };
        if let Some((kind, format)) = given {
            reader.choose(kind, format, Envelope::Bare);
        }
        reader
    }

    /// Reads the next bytes.
    pub fn push(&mut self, mut bytes: &[u8]) {
        self.report.bytes += bytes.len() as u64;
        if self.skipping || !self.cut.is_empty() {
            let Some(end) = memchr(b'\n', bytes) else { return self.keep(bytes) };
            self.keep(&bytes[..end]);
            self.end_cut();
            bytes = &bytes[end + 1..];
        }
        loop {
            bytes = self.take_plain(bytes);
            let Some(end) = memchr(b'\n', bytes) else { break };
            self.take(&bytes[..end]);
            bytes = &bytes[end + 1..];
        }
        self.keep(bytes);
        self.flush();
    }

    /// Returns the log, including a last line without a line break.
    pub fn finish(mut self) -> Log {
        if self.skipping || !self.cut.is_empty() {
            self.end_cut();
        }
        self.recognise();
        self.flush();
        self.rows.settle();
        Log { format: self.kind(), rows: self.rows, keys: self.keys, report: self.report }
    }

    /// Whether the format is known, and its lines do not depend on each other.
    pub(crate) fn divides(&self) -> bool {
        self.format.as_ref().is_some_and(|(_, format)| !format.remembers())
    }

    /// Returns the format, once it is known.
    pub fn kind(&self) -> Option<&'static Kind> {
        self.format.as_ref().map(|(kind, _)| *kind)
    }

    /// Returns the rows read so far, in order of arrival.
    pub fn rows(&mut self) -> &Rows {
        self.rows.settle();
        &self.rows
    }

    /// Returns the keys read so far.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Returns the statistics so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Adds the waiting rows, so that the columns are complete.
    fn flush(&mut self) {
        self.waiting.flush(&mut self.keys, &mut self.rows);
        (self.report.disordered, self.report.furthest_back) = self.rows.disorder();
        self.report.settle();
    }

    /// Keeps the beginning of a line, unless it is too long.
    fn keep(&mut self, bytes: &[u8]) {
        if self.skipping {
            return;
        }
        let space = LONGEST_LINE + 1 - self.cut.len();
        self.cut.extend_from_slice(&bytes[..bytes.len().min(space)]);
        self.skipping = self.cut.len() > LONGEST_LINE;
    }

    /// Completes the line whose beginning was kept.
    fn end_cut(&mut self) {
        let mut cut = std::mem::take(&mut self.cut);
        self.take(&cut);
        cut.clear();
        (self.cut, self.skipping) = (cut, false);
    }

    /// Reads a line, without its line break.
    fn take(&mut self, line: &[u8]) {
        if line.len() > LONGEST_LINE {
            self.refuse_long(line);
        } else if self.format.is_some() || self.attempts == 0 {
            self.read(line);
        } else {
            self.head.extend_from_slice(line);
            self.head.push(b'\n');
            self.head_lines += 1;
            if self.head_lines == HEAD_LINES || self.head.len() > HEAD {
                self.recognise();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse_long(&mut self, line: &[u8]) {
        self.recognise();
        self.report.lines += 1;
        // Only the part that is known however the log is divided.
        let strange = if self.format.is_none() { not_text(&line[..LONGEST_LINE]) } else { None };
        self.report.count_unparsed(line, strange.unwrap_or(TOO_LONG));
    }

    /// Detects the format from the first lines, and reads them.
    fn recognise(&mut self) {
        if self.head.is_empty() {
            return;
        }
        let head = std::mem::take(&mut self.head);
        self.head_lines = 0;
        self.attempts -= 1;
        match recognise(&head, &self.options) {
            Ok((kind, format, envelope)) => self.choose(kind, format, envelope),
            // The first explanation stays: a header and a byte order mark occur only once.
            Err(why) if self.unknown == UNKNOWN && self.sole.is_none() => self.explain(&head, why),
            Err(_) => {}
        }
        for line in head.split_inclusive(|&byte| byte == b'\n') {
            self.read(&line[..line.len() - 1]);
        }
    }

    /// Determines the error for lines of no known format.
    fn explain(&mut self, head: &[u8], why: Unparsed) {
        let strange = not_text(head);
        self.unknown = strange.unwrap_or(why);
        if strange.is_none() {
            self.sole = self.options.sole().or_else(|| likely(head, &self.options));
        }
    }

    fn choose(&mut self, kind: &'static Kind, mut format: Box<dyn Format>, envelope: Envelope) {
        format.want(self.options.wanted());
        let quick = format.quick().filter(|_| envelope == Envelope::Bare && self.options.key.is_client());
        self.quick = match self.options.cost {
            CostRule::Always(cost) => quick.map(|quick| (quick, cost)),
            _ => None,
        };
        (self.format, self.envelope) = (Some((kind, format)), envelope);
    }

    /// Reads lines with the fast path as long as it applies, and returns the rest.
    fn take_plain<'bytes>(&mut self, mut bytes: &'bytes [u8]) -> &'bytes [u8] {
        while let Some((quick, cost)) = &mut self.quick
            && !begins_otherwise(bytes)
            && let Some(plain) = quick.read(bytes)
            && !plain.client.is_empty()
            && let Some(rest) = memchr(b'\n', &bytes[plain.end..])
            && plain.end + rest <= LONGEST_LINE
        {
            let cost = *cost;
            bytes = &bytes[plain.end + rest + 1..];
            self.report.lines += 1;
            self.take_row(&plain, cost);
        }
        bytes
    }

    #[inline(always)]
    fn take_row(&mut self, plain: &Plain<'_>, cost: u32) {
        if let Some(limited) = self.admit(plain.status) {
            self.push_row(plain.time, plain.client, cost, answer(plain.status, limited));
        }
    }

    fn read(&mut self, line: &[u8]) {
        self.report.lines += 1;
        let mut line = trim(line);
        if let Some((quick, cost)) = &mut self.quick
            && let Some(plain) = quick.read(line)
            && !plain.client.is_empty()
        {
            let cost = *cost;
            return self.take_row(&plain, cost);
        }
        let opened;
        if self.envelope != Envelope::Bare {
            opened = self.envelope.open(line);
            line = opened.as_deref().unwrap_or(line);
        }
        if line.is_empty() {
            self.report.other += 1;
            return;
        }
        let Some((_, format)) = &mut self.format else {
            let why = self.why_unknown(line);
            return self.unparsed(line, why);
        };
        let mut entry = Entry::default();
        match format.read(line, &mut entry) {
            Ok(Line::Request) => self.request(line, &entry),
            Ok(Line::Other) => self.report.other += 1,
            Err(why) => self.unparsed(line, why),
        }
    }

    /// The error for a line while there is no format.
    fn why_unknown(&mut self, line: &[u8]) -> Unparsed {
        let stated = self.sole.as_mut().and_then(|format| format.read(line, &mut Entry::default()).err());
        stated.unwrap_or(self.unknown)
    }

    #[cold]
    fn unparsed(&mut self, line: &[u8], why: Unparsed) {
        if self.options.format.is_some() && self.read_opened(line) {
            return;
        }
        let zeros = line.iter().filter(|&&byte| byte == 0).count();
        let wide = self.format.is_some() && zeros > line.len() / 3;
        self.report.count_unparsed(line, if wide { WIDE } else { why });
    }

    /// Reads a line in any envelope, if the format was given and so the envelope was not detected.
    fn read_opened(&mut self, line: &[u8]) -> bool {
        for envelope in &Envelope::ALL[1..] {
            let (Some((_, format)), Some(inside)) = (&mut self.format, envelope.open(line)) else { continue };
            let mut entry = Entry::default();
            let read = if inside.is_empty() { Ok(Line::Other) } else { format.read(&inside, &mut entry) };
            match read {
                Ok(Line::Request) => self.request(&inside, &entry),
                // A colon occurs in too many lines to identify syslog.
                Ok(Line::Other) if *envelope != Envelope::Syslog => self.report.other += 1,
                _ => continue,
            }
            return true;
        }
        false
    }

    fn request(&mut self, line: &[u8], entry: &Entry<'_>) {
        let (Some(limited), Some((_, format))) = (self.admit(entry.status), &self.format) else { return };
        let cost = match self.options.cost.cost(entry, line, &**format) {
            Cost::Known(cost) => cost,
            Cost::Missing => {
                self.report.without_cost += 1;
                1
            }
            Cost::Capped => {
                self.report.capped += 1;
                MOST_COST
            }
        };
        let mut buffer = std::mem::take(&mut self.key);
        let (key, whole) = self.options.key.key(entry, line, &**format, &mut buffer);
        self.report.without_key += u64::from(!whole);
        self.push_row(entry.time, key, cost, answer(entry.status, limited));
        self.key = buffer;
    }

    /// Counts a request by its status, and returns whether it was limited; `None` if it is left out.
    #[inline(always)]
    fn admit(&mut self, status: u16) -> Option<bool> {
        self.report.requests += 1;
        let limited = self.options.limited.contains(status);
        self.report.limited += u64::from(limited);
        let left_out = limited && self.options.leave_out_limited;
        self.report.left_out += u64::from(left_out);
        (!left_out).then_some(limited)
    }

    #[inline(always)]
    fn push_row(&mut self, time: Stamp, key: &[u8], cost: u32, answer: u32) {
        self.report.uneven |= cost != 1;
        self.waiting.push(time.at, key, cost | answer << 30, &mut self.keys, &mut self.rows);
        self.report.count_row(time);
    }
}

/// The answer of a request, as encoded in rows.
fn answer(status: u16, limited: bool) -> u32 {
    match status {
        _ if limited => 2,
        0 => 0,
        _ => 1,
    }
}
