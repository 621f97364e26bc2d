//! Parts of the language that few scenarios use: groups, servers, layers, needs, all-of, ramp, sine, Pareto,
//! Zipf and retries.

mod check;
mod groups;
mod members;
mod needs;
mod servers;

use self::check::{check_more, culprit};
use super::{
    error::Mistake,
    expected::Expected,
    quantities::scaled,
    reader::{Parts, Rare, Reader},
    retry::{ATTEMPTS, LONGEST_WAIT},
    span::Span,
    units::{Decimal, Time},
};
use crate::{
    scenario::{MOST_ATTEMPTS, Rate, Retry, RetryAfter, Shape, Shares},
    traffic::Sources,
};

/// All parts of the language.
pub(super) const WHOLE_LANGUAGE: &Parts = &Parts { rare: Some(&RARE), sources: Sources::FULL };

/// The readers of the parts here.
static RARE: Rare = Rare {
    groups: |reader, reading| reader.groups(reading),
    servers: |reader, reading| reader.servers(reading),
    needs: |reader, reading| reader.needs(reading),
    members: |reader, lane, number, spans| reader.members(lane, number, spans),
    option: |reader, index, lane, at, spans| reader.more_option(index, lane, at, spans),
    sender: |reader, pattern| reader.sender(pattern),
    ramp: |reader| reader.ramp(),
    sine: |reader| reader.sine(),
    pareto: |reader| reader.pareto(),
    shares: |reader| reader.shares(),
    retry: |reader, after| reader.retry_after(after),
    culprit: |lane, scenario| culprit(lane, scenario, None),
    check: check_more,
};

/// The shapes of a Pareto distribution, in hundredths. At 1 and below, waits have no mean, and so no rate.
const SHAPES: (u32, u32) = (101, 1000);

/// The exponents of a Zipf distribution, in hundredths.
const EXPONENTS: (u32, u32) = (1, 1000);

impl Reader<'_> {
    /// Reads `1/s..50/s for 60s` after `ramp`.
    pub(super) fn ramp(&mut self) -> Shape {
        let (low, high) = self.rates();
        Shape::Ramp { low, high, duration: self.length() }
    }

    /// Reads `1/s..20/s period 1d for 2d` after `sine`.
    pub(super) fn sine(&mut self) -> Shape {
        let start = self.token().start;
        let (low, high) = self.rates();
        if is_faster(low, high) {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, Expected::Phrase("the lower rate first"));
        }
        Shape::Sine { low, high, period: self.after("period"), duration: self.length() }
    }

    /// Reads `5/s shape 1.5 for 60s` after `pareto`.
    pub(super) fn pareto(&mut self) -> Shape {
        let rate = self.rate();
        self.expect("shape");
        let shape = self.hundredths(SHAPES.0, SHAPES.1);
        Shape::Pareto { rate, shape, duration: self.length() }
    }

    /// Reads `zipf 1.1` after the number of clients.
    pub(super) fn shares(&mut self) -> Shares {
        self.expect("zipf");
        Shares::Zipf { exponent: self.hundredths(EXPONENTS.0, EXPONENTS.1) }
    }

    /// Reads the settings of a retry after its first word.
    pub(super) fn retry_after(&mut self, mut after: RetryAfter) -> Retry {
        match &mut after {
            RetryAfter::Backoff { .. } => return self.backoff(),
            RetryAfter::Fixed(wait) => *wait = self.time(1),
            RetryAfter::Never | RetryAfter::AtOnce | RetryAfter::ServerHint => {}
        }
        let attempts = if self.accept("attempts") { self.attempts() } else { ATTEMPTS };
        Retry { after, attempts }
    }

    fn attempts(&mut self) -> u32 {
        self.small(1, MOST_ATTEMPTS)
    }

    /// Reads the first wait, then the other settings in any order.
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

    /// Reads the longest wait, which must not be shorter than the first.
    fn longest(&mut self, first: u64) -> u64 {
        let start = self.token().start;
        let longest = self.time(1);
        if longest < first {
            let span = Span { start, end: self.at };
            self.refuse(
                Mistake::OutOfRange,
                span,
                Expected::composed(format!("at least the first wait, {}", Time(first))),
            );
        }
        longest
    }

    /// Reads two rates: `1/s..50/s`. One of them may be zero.
    fn rates(&mut self) -> (Rate, Rate) {
        let start = self.token().start;
        let (first, (), second) = (self.rate_or_none(), self.expect_range(), self.rate_or_none());
        if first.amount == 0 && second.amount == 0 {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, Expected::Phrase("a rate above 0"));
        }
        (first, second)
    }

    fn rate_or_none(&mut self) -> Rate {
        let amount = self.small(0, u32::MAX);
        self.rate_of(amount)
    }

    /// Reads a number with at most two decimals, in hundredths.
    fn hundredths(&mut self, least: u32, most: u32) -> u32 {
        let span = self.token();
        let mistake = if self.is_at_number() {
            match scaled(span.slice(self.text), 100).map(u32::try_from) {
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
        self.refuse(
            mistake,
            span,
            Expected::composed(format!("a number from {from} to {to} with at most two decimals")),
        );
        least
    }
}

/// Returns whether a rate is higher than another.
fn is_faster(rate: Rate, other: Rate) -> bool {
    let cross = |left: Rate, right: Rate| u128::from(left.amount) * u128::from(right.period);
    cross(rate, other) > cross(other, rate)
}
