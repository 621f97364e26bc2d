//! What few scenarios say: groups, servers, layers, needs, all-of, ramp, sine, Pareto, Zipf and retries.
//! What mistakes say in words, and what is read and offered beside the grammar.

mod check;
mod groups;
mod members;
mod needs;
pub(super) mod plain;
mod servers;
pub mod shapes;
pub mod suggest;

use std::fmt;

pub(super) use self::check::check_more;
use super::{
    error::Mistake,
    quantities::{Decimal, Time, scaled},
    reader::{Reader, Span},
    retry::{ATTEMPTS, LONGEST_WAIT},
};
use crate::scenario::{MOST_ATTEMPTS, Rate, Retry, RetryAfter, Shape, Shares};

/// What users of the language see: more than of the small build.
pub(super) mod open {
    pub use super::{plain::parse, shapes, suggest};
}

/// The most of a wrong text that a message repeats.
const MOST_REPEATED: usize = 40;

/// The shapes of a Pareto distribution, in hundredths. At 1 and below, waits have no
/// mean, so that there would be no rate.
const SHAPES: (u32, u32) = (101, 1000);

/// The exponents of a Zipf distribution, in hundredths.
const EXPONENTS: (u32, u32) = (1, 1000);

/// What was expected, in words.
pub(super) fn worded(expected: fmt::Arguments<'_>) -> String {
    expected.to_string()
}

/// The line of a byte of a text, and the character in that line, both from 1.
pub(super) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let (mut line, mut column) = (1, 1);
    for byte in text.get(..at).unwrap_or_default().bytes() {
        if byte == b'\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += u32::from(begins_character(byte));
        }
    }
    (line, column)
}

/// Whether a character begins with this byte of a text.
const fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// A message is a sentence, however long the text is.
pub(super) fn shortened(found: &str) -> String {
    let end = found.floor_char_boundary(MOST_REPEATED);
    let mut text = found.get(..end).unwrap_or_default().to_owned();
    if end < found.len() {
        text.push_str("...");
    }
    text
}

impl Reader<'_> {
    /// `ramp 1/s..50/s for 60s`, after the word.
    pub(super) fn ramp(&mut self) -> Shape {
        let (low, high) = self.rates();
        Shape::Ramp { low, high, duration: self.length() }
    }

    /// `sine 1/s..20/s period 1d for 2d`, after the word.
    pub(super) fn sine(&mut self) -> Shape {
        let start = self.token().start;
        let (low, high) = self.rates();
        if is_faster(low, high) {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, format_args!("the lower rate first"));
        }
        Shape::Sine { low, high, period: self.after("period"), duration: self.length() }
    }

    /// `pareto 5/s shape 1.5 for 60s`, after the word.
    pub(super) fn pareto(&mut self) -> Shape {
        let rate = self.rate();
        self.expect("shape");
        let shape = self.hundredths(SHAPES.0, SHAPES.1);
        Shape::Pareto { rate, shape, duration: self.length() }
    }

    /// `zipf 1.1`, after the number of clients.
    pub(super) fn shares(&mut self) -> Shares {
        self.expect("zipf");
        Shares::Zipf { exponent: self.hundredths(EXPONENTS.0, EXPONENTS.1) }
    }

    /// What a client that tries again says after the word for it.
    pub(super) fn retry_after(&mut self, mut after: RetryAfter) -> Retry {
        match &mut after {
            RetryAfter::Backoff { .. } => return self.backoff(),
            RetryAfter::Fixed(wait) => *wait = self.time(1),
            RetryAfter::Never | RetryAfter::AtOnce | RetryAfter::Told => {}
        }
        let attempts = if self.accept("attempts") { self.attempts() } else { ATTEMPTS };
        Retry { after, attempts }
    }

    fn attempts(&mut self) -> u32 {
        self.small(1, MOST_ATTEMPTS)
    }

    /// The first wait, then what else is said, in any order.
    fn backoff(&mut self) -> Retry {
        const MORE: [&str; 3] = ["max", "jitter", "attempts"];
        let first = self.time(1);
        let (mut longest, mut jitter, mut attempts) = (None, false, None);
        while !self.is_done() {
            let word = self.token();
            let is_repeated = match self.one_of("one of", &|index| MORE.get(index).copied()) {
                0 => longest.replace(self.longest(first)).is_some(),
                1 => std::mem::replace(&mut jitter, true),
                _ => attempts.replace(self.attempts()).is_some(),
            };
            if is_repeated {
                self.repeated(word);
            }
        }
        let longest = longest.unwrap_or(LONGEST_WAIT.max(first));
        let after = RetryAfter::Backoff { first, longest, jitter };
        Retry { after, attempts: attempts.unwrap_or(ATTEMPTS) }
    }

    /// The longest wait, which the first may not exceed.
    fn longest(&mut self, first: u64) -> u64 {
        let start = self.token().start;
        let longest = self.time(1);
        if longest < first {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, format_args!("at least the first wait, {}", Time(first)));
        }
        longest
    }

    /// Two rates: `1/s..50/s`. One of them may be none at all.
    fn rates(&mut self) -> (Rate, Rate) {
        let start = self.token().start;
        let (first, (), second) = (self.rate_or_none(), self.expect_range(), self.rate_or_none());
        if first.amount == 0 && second.amount == 0 {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, format_args!("a rate above 0"));
        }
        (first, second)
    }

    fn rate_or_none(&mut self) -> Rate {
        let amount = self.small(0, u32::MAX);
        self.rate_of(amount)
    }

    /// A number with at most two decimals, in hundredths.
    fn hundredths(&mut self, least: u32, most: u32) -> u32 {
        let span = self.token();
        let mistake = if self.is_at_number() {
            match scaled(span.of(self.text), 100).map(u32::try_from) {
                Ok(Ok(found)) if (least..=most).contains(&found) => {
                    self.at = span.end;
                    return found;
                }
                Ok(_) => Mistake::OutOfRange,
                Err(mistake) => mistake,
            }
        } else {
            Mistake::Unexpected
        };
        let (from, to) = (Decimal(least.into(), 100), Decimal(most.into(), 100));
        self.refuse(mistake, span, format_args!("a number from {from} to {to} with at most two decimals"));
        least
    }
}

/// Whether a rate is higher than another.
fn is_faster(rate: Rate, other: Rate) -> bool {
    let cross = |left: Rate, right: Rate| u128::from(left.amount) * u128::from(right.period);
    cross(rate, other) > cross(other, rate)
}
