//! Numbers, times, rates and hundredths, read and written exactly.

use ratelab_limiter::SECOND;

use super::{
    error::Mistake,
    reader::{Read, Reader, Span},
};
use crate::scenario::Rate;

const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const MILLISECOND: u64 = 1_000_000;
const MICROSECOND: u64 = 1_000;

/// The units of time, the longest first.
const UNITS: [(&str, u64); 7] = [
    ("d", DAY),
    ("h", HOUR),
    ("m", MINUTE),
    ("s", SECOND),
    ("ms", MILLISECOND),
    ("us", MICROSECOND),
    ("ns", 1),
];

/// A longer fraction, its trailing zeros aside, is a whole number of nanoseconds in
/// no unit: the longest, a day, has 16 factors of two and fewer of five.
const MOST_DECIMALS: usize = 16;

impl Reader<'_> {
    /// A whole number in a range.
    pub(super) fn whole(&mut self, least: u64, most: u64) -> Read<u64> {
        let span = self.token();
        let digits = span.of(self.text);
        let number = digits.parse().ok().filter(|number| (least..=most).contains(number));
        let mistake = match number {
            Some(number) => {
                self.take();
                return Ok(number);
            }
            None if !self.is_at_number() => Mistake::Unexpected,
            None if digits.contains('.') => Mistake::NotWhole,
            None => Mistake::OutOfRange,
        };
        Err(self.mistake(mistake, span, format!("a whole number from {least} to {most}")))
    }

    /// As [`Self::whole`], for the numbers that are smaller.
    pub(super) fn small(&mut self, least: u32, most: u32) -> Read<u32> {
        let number = self.whole(least.into(), most.into())?;
        Ok(u32::try_from(number).unwrap_or(most))
    }

    /// How many there are: at least one.
    pub(super) fn count(&mut self) -> Read<u32> {
        self.small(1, u32::MAX)
    }

    /// A time in nanoseconds, at least so long.
    pub(super) fn time(&mut self, least: u64) -> Read<u64> {
        self.time_within(least, u64::MAX)
    }

    /// A time in nanoseconds, in a range.
    pub(super) fn time_within(&mut self, least: u64, most: u64) -> Read<u64> {
        if !self.is_at_number() {
            return Err(self.unexpected("a time with its unit".into()));
        }
        let number = self.take();
        let unit = self.unit()?;
        let span = Span { start: number.start, end: self.at };
        let (mistake, expected) = match nanoseconds(number.of(self.text), unit) {
            Ok(time) if (least..=most).contains(&time) => return Ok(time),
            Ok(time) if time < least => (Mistake::OutOfRange, format!("at least {}", duration(least))),
            Err(Mistake::NotWhole) => (Mistake::NotWhole, "a whole number of nanoseconds".into()),
            _ => (Mistake::OutOfRange, format!("at most {}", duration(most))),
        };
        Err(self.mistake(mistake, span, expected))
    }

    /// A unit of time, in nanoseconds.
    fn unit(&mut self) -> Read<u64> {
        let word = self.one_of(&UNITS.map(|(name, _)| name)).map_err(|mut error| {
            error.expected.insert_str(0, "a unit, ");
            error
        })?;
        Ok(UNITS.iter().find(|(name, _)| *name == word).map_or(1, |(_, length)| *length))
    }

    /// A rate: `5/s`, `10/10s`.
    pub(super) fn rate(&mut self) -> Read<Rate> {
        let amount = self.count()?;
        self.rate_of(amount)
    }

    /// The rest of a rate whose amount is read. A unit by itself is one of it.
    pub(super) fn rate_of(&mut self, amount: u32) -> Read<Rate> {
        self.expect("/")?;
        let period = if self.is_at_word() { self.unit()? } else { self.time(1)? };
        Ok(Rate { amount, period })
    }

    /// Two rates: `1/s..50/s`. One of them may be none at all.
    pub(super) fn rates(&mut self) -> Read<(Rate, Rate)> {
        let start = self.token().start;
        let (first, _, second) = (self.rate_or_none()?, self.expect_range()?, self.rate_or_none()?);
        if first.amount == 0 && second.amount == 0 {
            let span = Span { start, end: self.at };
            return Err(self.mistake(Mistake::OutOfRange, span, "a rate above 0".into()));
        }
        Ok((first, second))
    }

    fn rate_or_none(&mut self) -> Read<Rate> {
        let amount = self.small(0, u32::MAX)?;
        self.rate_of(amount)
    }

    /// A number with at most two decimals, in hundredths.
    pub(super) fn hundredths(&mut self, least: u32, most: u32) -> Read<u32> {
        let number = self.token();
        let mistake = match hundredths(number.of(self.text)) {
            _ if !self.is_at_number() => Mistake::Unexpected,
            Ok(found) if (least..=most).contains(&found) => {
                self.take();
                return Ok(found);
            }
            Ok(_) => Mistake::OutOfRange,
            Err(mistake) => mistake,
        };
        let (least, most) = (print_hundredths(least), print_hundredths(most));
        let expected = format!("a number from {least} to {most} with at most two decimals");
        Err(self.mistake(mistake, number, expected))
    }
}

/// The digits before and after the point.
fn parts(number: &str) -> (&str, &str) {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    (whole, part.trim_end_matches('0'))
}

/// The digits after a point as if there were this many of them, unless there are
/// more.
fn decimals(part: &str, most: usize) -> Result<u64, Mistake> {
    let missing = most.checked_sub(part.len()).ok_or(Mistake::NotWhole)?;
    let digits = part.bytes().chain(std::iter::repeat_n(b'0', missing));
    Ok(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// A number with a point, in hundredths.
fn hundredths(number: &str) -> Result<u32, Mistake> {
    let (whole, part) = parts(number);
    let part = u32::try_from(decimals(part, 2)?).unwrap_or(0);
    let whole = whole.parse::<u32>().ok().and_then(|whole| whole.checked_mul(100));
    whole.and_then(|whole| whole.checked_add(part)).ok_or(Mistake::OutOfRange)
}

/// So many of a unit, in nanoseconds.
fn nanoseconds(number: &str, unit: u64) -> Result<u64, Mistake> {
    let (whole, part) = parts(number);
    let scale = 10u128.pow(MOST_DECIMALS as u32);
    let part = u128::from(decimals(part, MOST_DECIMALS)?) * u128::from(unit);
    if part % scale != 0 {
        return Err(Mistake::NotWhole);
    }
    // The digits before the point are only digits: what does not parse is too large.
    let whole = whole.parse::<u64>().map_err(|_| Mistake::OutOfRange)?;
    let time = u128::from(whole) * u128::from(unit) + part / scale;
    u64::try_from(time).map_err(|_| Mistake::OutOfRange)
}

/// A time as people write it: in days, hours or minutes if it is a whole number of
/// them, otherwise in the longest shorter unit of which it is at least one.
pub(super) fn duration(time: u64) -> String {
    let fits =
        |(_, length): &&(&str, u64)| time >= *length && (*length <= SECOND || time.is_multiple_of(*length));
    match UNITS.iter().find(fits) {
        Some((name, length)) => format!("{}{name}", with_decimals(time, *length)),
        None => "0s".into(),
    }
}

/// A time in units of a power of ten, or that divides it.
fn with_decimals(time: u64, unit: u64) -> String {
    let (whole, part) = (time / unit, time % unit);
    if part == 0 {
        return whole.to_string();
    }
    let digits = (unit + part).to_string();
    format!("{whole}.{}", digits.get(1..).unwrap_or_default().trim_end_matches('0'))
}

/// A rate as people write it.
pub(super) fn print_rate(rate: Rate) -> String {
    let period = duration(rate.period);
    let unit =
        period.strip_prefix('1').filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()));
    format!("{}/{}", rate.amount, unit.unwrap_or(&period))
}

/// Hundredths as a number.
pub(super) fn print_hundredths(hundredths: u32) -> String {
    with_decimals(hundredths.into(), 100)
}
