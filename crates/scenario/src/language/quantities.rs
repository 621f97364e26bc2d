//! Reads and prints numbers, times, rates and hundredths exactly.

use super::{
    error::Mistake,
    expected::Expected,
    reader::Reader,
    span::Span,
    units::{Decimal, Time, UNITS},
};
use crate::scenario::Rate;

impl Reader<'_> {
    /// Reads a whole number in a range.
    #[inline(never)]
    pub(super) fn whole(&mut self, least: u64, most: u64) -> u64 {
        let span = self.token();
        let digits = span.slice(self.text);
        match digits.parse() {
            Ok(number) if (least..=most).contains(&number) => {
                self.at = span.end;
                return number;
            }
            _ => {}
        }
        let mistake = if !self.is_at_number() {
            Mistake::Unexpected
        } else if digits.bytes().any(|byte| byte == b'.') {
            Mistake::NotWhole
        } else {
            Mistake::OutOfRange
        };
        self.refuse(mistake, span, Expected::Whole(least, most));
        least
    }

    /// Like [`Self::whole`], for 32-bit numbers.
    pub(super) fn small(&mut self, least: u32, most: u32) -> u32 {
        let number = self.whole(least.into(), most.into());
        u32::try_from(number).unwrap_or(most)
    }

    /// Reads a count of at least one.
    #[inline(never)]
    pub(super) fn count(&mut self) -> u32 {
        self.small(1, u32::MAX)
    }

    /// Reads a time in nanoseconds, of at least this length.
    #[inline(never)]
    pub(super) fn time(&mut self, least: u64) -> u64 {
        self.time_within(least, u64::MAX)
    }

    /// Reads a time in nanoseconds, in a range.
    #[inline(never)]
    pub(super) fn time_within(&mut self, least: u64, most: u64) -> u64 {
        if !self.is_at_number() {
            self.unexpected(Expected::Phrase("a time with its unit"));
            return least;
        }
        let number = self.take();
        let unit = self.unit();
        let span = Span { start: number.start, end: self.at };
        match scaled(number.slice(self.text), unit) {
            Ok(time) if (least..=most).contains(&time) => return time,
            Ok(time) if time < least => {
                self.refuse(Mistake::OutOfRange, span, Expected::AtLeast(least));
            }
            Err(Mistake::NotWhole) => {
                self.refuse(Mistake::NotWhole, span, Expected::Phrase("a whole number of nanoseconds"));
            }
            _ => self.refuse(Mistake::OutOfRange, span, Expected::AtMost(most)),
        }
        least
    }

    /// Reads a unit of time, in nanoseconds.
    fn unit(&mut self) -> u64 {
        UNITS[self.one_of("a unit, one of", &|index| Some(UNITS.get(index)?.0))].1
    }

    /// Reads a rate: `5/s`, `10/10s`.
    pub(super) fn rate(&mut self) -> Rate {
        let amount = self.count();
        self.rate_of(amount)
    }

    /// Reads the rest of a rate after its amount. A unit alone means one of it.
    #[inline(never)]
    pub(super) fn rate_of(&mut self, amount: u32) -> Rate {
        self.expect("/");
        let period = if self.is_at_word() { self.unit() } else { self.time(1) };
        Rate { amount, period }
    }
}

/// Returns a decimal number times a unit, if the product is whole.
pub(super) fn scaled(number: &str, unit: u64) -> Result<u64, Mistake> {
    let point = number.bytes().position(|byte| byte == b'.').unwrap_or(number.len());
    let mut part = 0;
    // If all digits after the point make a whole number, so does every suffix of them.
    for digit in number.bytes().skip(point + 1).rev() {
        let tenths = part + u64::from(digit - b'0') * unit;
        if !tenths.is_multiple_of(10) {
            return Err(Mistake::NotWhole);
        }
        part = tenths / 10;
    }
    // The part before the point has only digits: it fails to parse only if it is too large.
    let whole = number.get(..point).unwrap_or_default().parse::<u64>().ok();
    let whole = whole.and_then(|whole| whole.checked_mul(unit));
    whole.and_then(|whole| whole.checked_add(part)).ok_or(Mistake::OutOfRange)
}

/// Returns a time as text.
pub fn print_time(time: u64) -> String {
    Time(time).to_string()
}

/// Returns a rate as people write it.
pub fn print_rate(rate: Rate) -> String {
    let period = Time(rate.period).to_string();
    let unit =
        period.strip_prefix('1').filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()));
    format!("{}/{}", rate.amount, unit.unwrap_or(&period))
}

/// Returns hundredths as a decimal number.
pub(super) fn print_hundredths(hundredths: u32) -> String {
    Decimal(hundredths.into(), 100).to_string()
}
