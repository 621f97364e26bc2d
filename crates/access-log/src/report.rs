//! Statistics about a log.

use crate::time::{Unit, slack};
use crate::{Micros, Stamp, Timing, Unparsed};

/// The most samples kept of lines that could not be parsed.
pub(crate) const SAMPLES: usize = 20;
/// The most bytes of a line in a sample.
const SHOWN: usize = 300;

/// Statistics about a log. Every line is a request, another line, or unparsed: `lines == requests + other + unparsed`.
/// Every request is a row or was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Bytes read, including line breaks.
    pub bytes: u64,
    /// Lines read, including a last line without a line break.
    pub lines: u64,
    /// Lines that are requests.
    pub requests: u64,
    /// Headers, comments, empty lines.
    pub other: u64,
    /// Lines that could not be parsed.
    pub unparsed: u64,
    /// A sample of these, from the whole log.
    pub samples: Vec<Sample>,
    /// Rows whose time is the arrival.
    pub arrivals: u64,
    /// Rows whose time is that of the response, minus the duration.
    pub corrected: u64,
    /// Rows whose time is that of the response.
    pub completions: u64,
    /// The most by which any row may be later than its time, in microseconds.
    pub slack: u32,
    /// Rows that followed a later one, and were reordered.
    pub disordered: u64,
    /// The largest distance in time by which a row was out of order, in microseconds.
    pub furthest_back: Micros,
    /// Requests with a status that means rate limited, by default 429.
    pub limited: u64,
    /// Rate-limited requests that were left out.
    pub left_out: u64,
    /// Whether some row has a cost other than 1.
    pub uneven: bool,
    /// Costs that were capped at [`MOST_COST`](crate::MOST_COST).
    pub capped: u64,
    /// Rows without a cost in their line, which cost 1.
    pub without_cost: u64,
    /// Rows without some part of the key, which is replaced by `-`.
    pub without_key: u64,
    /// The times of the earliest and the latest row.
    pub span: Option<(Micros, Micros)>,
    /// The greatest slack of a row whose time is not a number.
    coarsest: u32,
    /// For times written as seconds and as milliseconds: the smallest slack of any number, and the greatest slack of a
    /// duration subtracted from one.
    numbers: [Option<[u32; 2]>; 2],
    /// Every how many unparsed lines one is sampled.
    stride: u64,
    /// Whether all unparsed lines are kept.
    keeps_all: bool,
}

/// A line that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its line number, from 1.
    pub line: u64,
    /// Its beginning, at most 300 bytes.
    pub text: String,
    /// What was expected.
    pub expected: &'static str,
    /// The byte of the line at which it was expected.
    pub at: usize,
}

impl Report {
    /// The meaning of the times of all rows; `None` if it differs.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratelab_access_log::{Options, Reader, Timing};
    ///
    /// let mut reader = Reader::new(Options::default());
    /// reader.push(b"1773100800 a\n");
    /// assert_eq!(reader.report().timing(), Some(Timing::Arrival));
    /// ```
    pub fn timing(&self) -> Option<Timing> {
        match (self.arrivals, self.corrected, self.completions) {
            (_, 0, 0) => Some(Timing::Arrival),
            (0, _, 0) => Some(Timing::Corrected),
            (0, 0, _) => Some(Timing::Completion),
            _ => None,
        }
    }

    /// A report that keeps every line that could not be parsed.
    pub(crate) fn for_part() -> Self {
        Self { keeps_all: true, ..Self::default() }
    }

    /// Counts a line that could not be parsed. One in `stride` is kept, and the stride doubles whenever there are too
    /// many samples, so that they are spread over a log of any length.
    #[cold]
    pub(crate) fn count_unparsed(&mut self, line: &[u8], why: Unparsed) {
        let number = self.lines;
        self.count_sample(|| {
            let text = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]).into_owned();
            Sample { line: number, text, expected: why.expected, at: why.at }
        });
    }

    fn count_sample(&mut self, sample: impl FnOnce() -> Sample) {
        self.stride = self.stride.max(1);
        if self.unparsed.is_multiple_of(self.stride) {
            if self.samples.len() == SAMPLES && !self.keeps_all {
                self.stride *= 2;
                let mut number = 0;
                self.samples.retain(|_| (number % 2 == 0, number += 1).0);
            }
            if self.unparsed.is_multiple_of(self.stride) {
                self.samples.push(sample());
            }
        }
        self.unparsed += 1;
    }

    /// Adds the report of subsequent lines. Bytes and order are known only to the reader of the whole log.
    pub(crate) fn add(&mut self, part: Self) {
        for sample in part.samples {
            let line = self.lines + sample.line;
            self.count_sample(|| Sample { line, ..sample });
        }
        self.lines += part.lines;
        self.requests += part.requests;
        self.other += part.other;
        self.arrivals += part.arrivals;
        self.corrected += part.corrected;
        self.completions += part.completions;
        self.limited += part.limited;
        self.left_out += part.left_out;
        self.capped += part.capped;
        self.without_cost += part.without_cost;
        self.without_key += part.without_key;
        self.coarsest = self.coarsest.max(part.coarsest);
        for (number, open) in part.numbers.into_iter().enumerate() {
            open.into_iter().for_each(|open| self.open_number(number, open));
        }
        self.uneven |= part.uneven;
        let ends = self.span.into_iter().chain(part.span);
        self.span = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    }

    #[inline(always)]
    pub(crate) fn count_row(&mut self, stamp: Stamp) {
        *match stamp.timing {
            Timing::Arrival => &mut self.arrivals,
            Timing::Corrected => &mut self.corrected,
            Timing::Completion => &mut self.completions,
        } += 1;
        match stamp.number {
            None => self.coarsest = self.coarsest.max(stamp.slack),
            Some((unit, digits)) => self.count_number(unit, digits, stamp.slack),
        }
        let (first, last) = self.span.unwrap_or((stamp.at, stamp.at));
        self.span = Some((first.min(stamp.at), last.max(stamp.at)));
    }

    /// Counts the slack of a number and of a duration. The slack is that of the most digits any number of this unit
    /// has, since numbers with fewer digits end in zeros that were not written.
    #[inline(never)]
    fn count_number(&mut self, unit: Unit, digits: u8, whole: u32) {
        let own = slack(digits.into());
        self.open_number(usize::from(unit != Unit::Seconds), [own, whole.saturating_sub(own)]);
    }

    fn open_number(&mut self, unit: usize, [own, more]: [u32; 2]) {
        let [finest, most] = self.numbers[unit].unwrap_or([own, more]);
        self.numbers[unit] = Some([finest.min(own), most.max(more)]);
    }

    /// Updates the slack of all rows so far.
    pub(crate) fn settle(&mut self) {
        let open = self.numbers.iter().flatten().map(|[finest, most]| finest.saturating_add(*most));
        self.slack = open.fold(self.coarsest, u32::max);
    }
}
