//! Bytes to rows.

mod parts;

use memchr::memchr;

pub use parts::{Part, Worker};

use crate::cost_rule::Cost;
use crate::formats::{Envelope, Kind, Plain, Quick};
use crate::recognise::{UNKNOWN, WIDE, likely, not_text, recognise};
use crate::trim::{begins_otherwise, trim};
use crate::waiting::Waiting;
use crate::{CostRule, Entry, Format, Keys, Line, MOST_COST, Options, Report, Rows, Stamp, Unread};

/// The longest line that is read. Longer ones are not understood, and not kept in memory.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// The format is found by so many bytes or lines at the beginning.
const HEAD: usize = 1 << 16;
const HEAD_LINES: u64 = 100;
/// How often a format is looked for in lines that none understands, before it is given up.
const ATTEMPTS: u32 = 16;

const TOO_LONG: Unread = Unread { expected: "a line break within 65536 bytes", at: LONGEST_LINE };

/// A log that was read.
#[derive(Clone, Debug)]
pub struct Log {
    /// The format, if one was recognised.
    pub format: Option<&'static Kind>,
    /// The requests, in order of arrival.
    pub rows: Rows,
    /// Their keys.
    pub keys: Keys,
    /// What was found.
    pub report: Report,
}

/// Reads a log piece by piece. How its bytes are cut into pieces makes no difference.
pub struct Reader {
    options: Options,
    format: Option<(&'static Kind, Box<dyn Format>)>,
    envelope: Envelope,
    /// A shorter way for most lines, and what each of them costs.
    quick: Option<(Quick, u32)>,
    /// Why lines are not understood while there is no format.
    unknown: Unread,
    /// The format that the pattern is for, if it can be for one only, or that lines look like: it tells better why.
    sole: Option<Box<dyn Format>>,
    attempts: u32,
    /// Lines that were seen before the format is known, each with its line break.
    head: Vec<u8>,
    head_lines: u64,
    /// The beginning of a line whose end has not been seen.
    cut: Vec<u8>,
    /// Whether the line being read is too long already.
    skipping: bool,
    key: Vec<u8>,
    waiting: Waiting,
    rows: Rows,
    keys: Keys,
    report: Report,
    /// What the keys of each worker are here, by their numbers there.
    numbers: Vec<Vec<u32>>,
}

impl Reader {
    /// A reader that has seen nothing.
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

    /// What was read, the last line too if it has no line break.
    pub fn finish(mut self) -> Log {
        if self.skipping || !self.cut.is_empty() {
            self.end_cut();
        }
        self.recognise();
        self.flush();
        self.rows.settle();
        Log { format: self.kind(), rows: self.rows, keys: self.keys, report: self.report }
    }

    /// Whether the format is known, and reads lines one by one.
    pub(crate) fn divides(&self) -> bool {
        self.format.as_ref().is_some_and(|(_, format)| !format.remembers())
    }

    /// The format, as soon as it is known.
    pub fn kind(&self) -> Option<&'static Kind> {
        self.format.as_ref().map(|(kind, _)| *kind)
    }

    /// The rows of what was read so far, in order of arrival.
    pub fn rows(&mut self) -> &Rows {
        self.rows.settle();
        &self.rows
    }

    /// The keys of what was read so far.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// What was found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Has the rows that wait added, so that what can be looked at is complete.
    fn flush(&mut self) {
        self.waiting.flush(&mut self.keys, &mut self.rows);
        (self.report.disordered, self.report.furthest_back) = self.rows.disorder();
        self.report.settle();
    }

    /// Keeps the beginning of a line, as long as it may still be read.
    fn keep(&mut self, bytes: &[u8]) {
        if self.skipping {
            return;
        }
        let space = LONGEST_LINE + 1 - self.cut.len();
        self.cut.extend_from_slice(&bytes[..bytes.len().min(space)]);
        self.skipping = self.cut.len() > LONGEST_LINE;
    }

    /// Ends the line whose beginning was kept.
    fn end_cut(&mut self) {
        let mut cut = std::mem::take(&mut self.cut);
        self.take(&cut);
        cut.clear();
        (self.cut, self.skipping) = (cut, false);
    }

    /// Takes a line, without its line break.
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
        // As much of it as is known however the log is cut.
        let strange = if self.format.is_none() { not_text(&line[..LONGEST_LINE]) } else { None };
        self.report.count_unread(line, strange.unwrap_or(TOO_LONG));
    }

    /// Finds the format by the lines that wait, and reads them.
    fn recognise(&mut self) {
        if self.head.is_empty() {
            return;
        }
        let head = std::mem::take(&mut self.head);
        self.head_lines = 0;
        self.attempts -= 1;
        match recognise(&head, &self.options) {
            Ok((kind, format, envelope)) => self.choose(kind, format, envelope),
            // What the first lines told stays: a row of names comes once, and so does the mark of an encoding.
            Err(why) if self.unknown == UNKNOWN && self.sole.is_none() => self.explain(&head, why),
            Err(_) => {}
        }
        for line in head.split_inclusive(|&byte| byte == b'\n') {
            self.read(&line[..line.len() - 1]);
        }
    }

    /// Finds why lines will not be understood that no format takes.
    fn explain(&mut self, head: &[u8], why: Unread) {
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

    /// Reads lines for as long as they are plain, and gives back what is behind them.
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
            return self.unread(line, why);
        };
        let mut entry = Entry::default();
        match format.read(line, &mut entry) {
            Ok(Line::Request) => self.request(line, &entry),
            Ok(Line::Other) => self.report.other += 1,
            Err(why) => self.unread(line, why),
        }
    }

    /// Why a line is not understood while there is no format.
    fn why_unknown(&mut self, line: &[u8]) -> Unread {
        let said = self.sole.as_mut().and_then(|format| format.read(line, &mut Entry::default()).err());
        said.unwrap_or(self.unknown)
    }

    #[cold]
    fn unread(&mut self, line: &[u8], why: Unread) {
        if self.options.format.is_some() && self.read_opened(line) {
            return;
        }
        let zeros = line.iter().filter(|&&byte| byte == 0).count();
        let wide = self.format.is_some() && zeros > line.len() / 3;
        self.report.count_unread(line, if wide { WIDE } else { why });
    }

    /// Reads a line in any envelope, of a log whose format was given: nobody has looked which it has.
    fn read_opened(&mut self, line: &[u8]) -> bool {
        for envelope in &Envelope::ALL[1..] {
            let (Some((_, format)), Some(inside)) = (&mut self.format, envelope.open(line)) else { continue };
            let mut entry = Entry::default();
            let read = if inside.is_empty() { Ok(Line::Other) } else { format.read(&inside, &mut entry) };
            match read {
                Ok(Line::Request) => self.request(&inside, &entry),
                // A colon is found in too much.
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

    /// Counts a request by its status, and says whether a limit was met; `None` if it is left out for that.
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

/// How a request was answered, as rows have it.
fn answer(status: u16, limited: bool) -> u32 {
    match status {
        _ if limited => 2,
        0 => 0,
        _ => 1,
    }
}
