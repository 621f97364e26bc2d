//! Times as servers write them, to microseconds since 1970.
//!
//! All of it is whole numbers. A stamp that was cut after so many digits leaves open when in that second,
//! millisecond or so it was: its [`slack`](Stamp::slack). A leap second, `:60`, is where the next one starts.

mod civil;
mod epoch;
mod memo;
mod stamp;

pub(crate) use civil::zone;
pub use civil::{common, date_and_time, days, month, months_day, rfc3339};
pub use epoch::{Unit, duration, epoch};
pub use memo::Memo;
pub(crate) use memo::time_of_day;
pub use stamp::{Micros, Stamp, Timing};

/// Microseconds in a second.
pub const SECOND: Micros = 1_000_000;

/// A stamp of so many microseconds, of which so many digits after the second were written.
pub fn stamp(at: Micros, digits: usize) -> Stamp {
    Stamp { at, slack: slack(digits), ..Stamp::default() }
}

/// What a stamp with so many digits after the second leaves open.
pub fn slack(digits: usize) -> u32 {
    10_u32.pow(6_usize.saturating_sub(digits) as u32) - 1
}

/// A number of nothing but digits, at least one.
pub(crate) fn number(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    let mut number = 0;
    for &byte in text {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(byte - b'0');
    }
    Some(number)
}

/// Microseconds of the digits after a point, the finer ones cut; and how many digits there are.
pub(crate) fn fraction(text: &[u8]) -> Option<(Micros, usize)> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let kept = &text[..text.len().min(6)];
    Some((number(kept)? * 10_i64.pow(6 - kept.len() as u32), text.len()))
}
