//! Timestamps as servers write them, in microseconds since 1970.
//!
//! All arithmetic is in integers. A truncated timestamp leaves open when in its second or millisecond the request came:
//! its [`slack`](Stamp::slack). A leap second, `:60`, equals the start of the next second.
//!
//! The parsers are our own because a date library has no slack and not all of these notations, and because of their
//! speed: while each timestamp was parsed digit by digit, reading took 7.7 times as long as `wc`. Now a time on the
//! same day takes one comparison of eight bytes ([`Memo`]); with other changes and two threads, reading takes 2.8 times
//! as long (`tests/bench/README.md`). Tests compare the parsers with jiff.
//!
//! # Examples
//!
//! ```
//! use ratelab_access_log::time::{self, Memo, SECOND, Timing, Unit};
//!
//! let at = time::days(2000, 10, 10).unwrap() * 86_400 * SECOND;
//! assert_eq!(time::months_day(b"10/Oct/2000"), time::days(2000, 10, 10));
//! assert_eq!(time::month(b"Oct"), Some(10));
//!
//! // Three notations of one instant, with their slack.
//! let noon = at + 43_200 * SECOND;
//! assert_eq!(time::common(b"10/Oct/2000:12:00:00 +0000"), Some(time::stamp(noon, 0)));
//! assert_eq!(time::rfc3339(b"2000-10-10T14:00:00.000+02:00"), Some(time::stamp(noon, 3)));
//! assert_eq!(time::date_and_time(b"2000-10-10", b"12:00:00"), Some(time::stamp(noon, 0)));
//! assert_eq!(time::slack(3), 999);
//!
//! // A response at noon that took 1.5 s.
//! let (duration, slack) = time::duration(b"1500000", Unit::Micros).unwrap();
//! let response = time::epoch(b"971179200", None).unwrap();
//! assert_eq!(response.began(duration, slack).at, noon - 1_500_000);
//! assert_eq!(response.completed().timing, Timing::Completion);
//!
//! // A memo parses only what differs from the last timestamp.
//! let mut memo = Memo::default();
//! for text in [b"10/Oct/2000:12:00:00 +0000", b"10/Oct/2000:12:00:01 +0000"] {
//!     assert_eq!(memo.read(text, time::common), time::common(text));
//! }
//! ```

mod civil;
mod epoch;
mod memo;
mod stamp;
mod unit;

pub(crate) use civil::zone;
pub use civil::{common, date_and_time, days, month, months_day, rfc3339};
pub use epoch::{duration, epoch};
pub use memo::Memo;
pub(crate) use memo::time_of_day;
pub use stamp::{Micros, Stamp, Timing};
pub use unit::Unit;

/// Microseconds in a second.
pub const SECOND: Micros = 1_000_000;

/// Creates a timestamp that was written with this many digits after the second.
pub fn stamp(at: Micros, digits: usize) -> Stamp {
    Stamp { at, slack: slack(digits), ..Stamp::default() }
}

/// The slack of a timestamp with this many digits after the second, in microseconds.
pub fn slack(digits: usize) -> u32 {
    10_u32.pow(6_usize.saturating_sub(digits) as u32) - 1
}

/// Parses an integer of at least one digit, without a sign.
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

/// Parses fractional digits to microseconds, truncating finer ones, and returns the number of digits.
pub(crate) fn fraction(text: &[u8]) -> Option<(Micros, usize)> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let kept = &text[..text.len().min(6)];
    Some((number(kept)? * 10_i64.pow(6 - kept.len() as u32), text.len()))
}
