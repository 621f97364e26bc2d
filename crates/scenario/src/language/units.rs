//! Numbers with their units, as people write them.

use std::fmt;

use ratelab_limiter::{SECOND, Value, bounds::Unit};

const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const MILLISECOND: u64 = 1_000_000;
const MICROSECOND: u64 = 1_000;

/// The units of time in scenarios, with their lengths in nanoseconds, the longest first.
pub const UNITS: [(&str, u64); 7] = [
    ("d", DAY),
    ("h", HOUR),
    ("m", MINUTE),
    ("s", SECOND),
    ("ms", MILLISECOND),
    ("us", MICROSECOND),
    ("ns", 1),
];

/// A time as people write it: in days, hours or minutes if it is a whole number of them, otherwise in the
/// longest shorter unit that fits at least once.
pub(super) struct Time(pub(super) u64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |(_, length): &&(&str, u64)| {
            self.0 >= *length && (*length <= SECOND || self.0.is_multiple_of(*length))
        };
        match UNITS.iter().find(fits) {
            Some((name, length)) => write!(f, "{}{name}", Decimal(self.0, *length)),
            None => f.write_str("0s"),
        }
    }
}

/// A number in units of a power of ten, or of a divisor of one.
pub(super) struct Decimal(pub(super) u64, pub(super) u64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, mut unit) = *self;
        let mut part = number % unit;
        write!(f, "{}{}", number / unit, if part == 0 { "" } else { "." })?;
        while part > 0 {
            unit /= 10;
            write!(f, "{}", part / unit)?;
            part %= unit;
        }
        Ok(())
    }
}

/// A number with its unit, as people write it.
pub(super) struct Quantity(pub(super) Unit, pub(super) i128);

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u64::try_from(self.1) {
            Ok(time) if self.0 == Unit::Nanoseconds => Time(time).fmt(f),
            _ => Value::Number(self.1).fmt(f),
        }
    }
}
