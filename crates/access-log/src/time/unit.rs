//! Units of times and durations that are written as numbers.

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Millis,
    /// Microseconds.
    Micros,
    /// Nanoseconds.
    Nanos,
}

impl Unit {
    /// The number of units in a second, as a power of ten.
    pub(super) const fn power(self) -> u32 {
        match self {
            Self::Seconds => 0,
            Self::Millis => 3,
            Self::Micros => 6,
            Self::Nanos => 9,
        }
    }

    /// The unit in which a number is a plausible time. Seconds reach the year 5138, and larger numbers are milliseconds
    /// from 1973 on.
    pub(super) fn by_size(number: i64) -> Self {
        match number {
            ..100_000_000_000 => Self::Seconds,
            100_000_000_000..100_000_000_000_000 => Self::Millis,
            100_000_000_000_000..100_000_000_000_000_000 => Self::Micros,
            _ => Self::Nanos,
        }
    }
}
