//! What was found while reading.

use crate::time::{Unit, slack};
use crate::{Micros, Stamp, Timing, Unread};

/// The most samples that are kept of lines that were not understood.
pub(crate) const SAMPLES: usize = 20;
/// The most bytes of a line that a sample shows.
const SHOWN: usize = 300;

/// What was found while reading. Every line is a request, something other, or unread:
/// `lines == requests + other + unread`; and every request is a row or was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Bytes that were read, line breaks too.
    pub bytes: u64,
    /// Lines that were read, the last too if it has no line break.
    pub lines: u64,
    /// Lines that are requests.
    pub requests: u64,
    /// Headers, comments, empty lines.
    pub other: u64,
    /// Lines that were not understood.
    pub unread: u64,
    /// Some of these, from all over the log.
    pub samples: Vec<Sample>,
    /// Rows whose time is that of arrival.
    pub arrivals: u64,
    /// Rows whose time is that of the answer less the duration.
    pub corrected: u64,
    /// Rows whose time is that of the answer.
    pub completions: u64,
    /// How much later than its time a row may have been, at most, in microseconds.
    pub slack: u32,
    /// Rows that came after a later one, and were put in order.
    pub disordered: u64,
    /// How far back the furthest of them was, in microseconds.
    pub furthest_back: Micros,
    /// Requests answered so that a limit was met: with 429, unless told otherwise.
    pub limited: u64,
    /// Requests left out for it.
    pub left_out: u64,
    /// Whether some row costs other than 1.
    pub uneven: bool,
    /// Costs cut to the greatest that is kept.
    pub capped: u64,
    /// Rows whose line did not say the cost: they cost 1.
    pub without_cost: u64,
    /// Rows whose line lacks a part of the key: `-` stands for it.
    pub without_key: u64,
    /// The time of the earliest row and of the latest.
    pub span: Option<(Micros, Micros)>,
    /// The most that a row leaves open whose time is no number.
    coarsest: u32,
    /// Of rows whose time is a number of seconds, and of those in milliseconds: the least that a number leaves open,
    /// and the most that a duration does which was taken off.
    numbers: [Option<[u32; 2]>; 2],
    /// One in how many unread lines is sampled.
    stride: u64,
    /// Whether all of them are.
    keeps_all: bool,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its number, from 1.
    pub line: u64,
    /// Its beginning, at most 300 bytes.
    pub text: String,
    /// What was expected.
    pub expected: &'static str,
    /// At which byte of the line.
    pub at: usize,
}

impl Report {
    /// What the times of the rows mean, `None` if not all the same.
    pub fn timing(&self) -> Option<Timing> {
        match (self.arrivals, self.corrected, self.completions) {
            (_, 0, 0) => Some(Timing::Arrival),
            (0, _, 0) => Some(Timing::Corrected),
            (0, 0, _) => Some(Timing::Completion),
            _ => None,
        }
    }

    /// A report that keeps every line that was not understood.
    pub(crate) fn of_part() -> Self {
        Self { keeps_all: true, ..Self::default() }
    }

    /// Counts a line that was not understood. One in so many is kept, twice as rarely whenever there would be
    /// too many: so samples are spread over a log of any length.
    #[cold]
    pub(crate) fn count_unread(&mut self, line: &[u8], why: Unread) {
        let number = self.lines;
        self.count_sample(|| {
            let text = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]).into_owned();
            Sample { line: number, text, expected: why.expected, at: why.at }
        });
    }

    fn count_sample(&mut self, sample: impl FnOnce() -> Sample) {
        self.stride = self.stride.max(1);
        if self.unread.is_multiple_of(self.stride) {
            if self.samples.len() == SAMPLES && !self.keeps_all {
                self.stride *= 2;
                let mut number = 0;
                self.samples.retain(|_| (number % 2 == 0, number += 1).0);
            }
            if self.unread.is_multiple_of(self.stride) {
                self.samples.push(sample());
            }
        }
        self.unread += 1;
    }

    /// Adds what was found in lines that follow. Bytes and order are known to who has all lines.
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

    /// Counts what a number leaves open, and what a duration does. It is never worse than with the most digits that a
    /// number of this unit has: fewer are followed by zeros.
    #[inline(never)]
    fn count_number(&mut self, unit: Unit, digits: u8, whole: u32) {
        let own = slack(digits.into());
        self.open_number(usize::from(unit != Unit::Seconds), [own, whole.saturating_sub(own)]);
    }

    fn open_number(&mut self, unit: usize, [own, more]: [u32; 2]) {
        let [finest, most] = self.numbers[unit].unwrap_or([own, more]);
        self.numbers[unit] = Some([finest.min(own), most.max(more)]);
    }

    /// Has the slack say what all rows so far leave open.
    pub(crate) fn settle(&mut self) {
        let open = self.numbers.iter().flatten().map(|[finest, most]| finest.saturating_add(*most));
        self.slack = open.fold(self.coarsest, u32::max);
    }
}
