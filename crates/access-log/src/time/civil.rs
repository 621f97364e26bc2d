//! Dates and times of day.
//!
//! They are parsed here because servers write formats that no standard has (`10/Oct/2000:13:55:36 +0000`), because the
//! number of digits matters, and for speed: [`Memo`](super::Memo) parses only the bytes that differ from the previous
//! line. Tests compare every day, and random times in every zone, with jiff.

use super::{Micros, SECOND, Stamp, fraction, number, stamp};

/// The days before each month of a common year.
const BEFORE: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
/// The days from the year 1 to 1970.
const TO_1970: i64 = 719_162;
const MONTHS: &[u8; 36] = b"JanFebMarAprMayJunJulAugSepOctNovDec";

/// Returns the day of a date since 1970; `None` if there is no such date.
pub fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let before = *BEFORE.get(usize::try_from(month - 1).ok()?)?;
    let length = BEFORE.get(month as usize)? - before + if month == 2 { leap } else { 0 };
    if !(1..=length).contains(&day) {
        return None;
    }
    let past = year - 1;
    let leaps = past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400);
    let passed = if month > 2 { leap } else { 0 };
    Some(past * 365 + leaps - TO_1970 + before + passed + day - 1)
}

/// Returns the number of a month, from 1, by its first three letters.
pub fn month(name: &[u8]) -> Option<i64> {
    let index = MONTHS.chunks_exact(3).position(|month| month.eq_ignore_ascii_case(name))?;
    Some(index as i64 + 1)
}

/// Parses a date of the common log to a day since 1970: `10/Oct/2000`.
pub fn months_day(text: &[u8]) -> Option<i64> {
    let [day @ .., b'/', first, second, third, b'/', y1, y2, y3, y4] = text else { return None };
    if day.len() > 2 {
        return None;
    }
    days(number(&[*y1, *y2, *y3, *y4])?, month(&[*first, *second, *third])?, number(day)?)
}

/// Parses a date such as `2000-10-10`, or with slashes.
fn plain_day(text: &[u8]) -> Option<i64> {
    let (year, rest) = text.split_at_checked(4)?;
    match rest {
        [b'-', m1, m2, b'-', d1, d2] | [b'/', m1, m2, b'/', d1, d2] => {
            days(number(year)?, number(&[*m1, *m2])?, number(&[*d1, *d2])?)
        }
        _ => None,
    }
}

/// Parses `13:55:36`, with a fraction after a point or comma, to microseconds and the number of fractional digits.
fn time_of_day(text: &[u8]) -> Option<(Micros, usize)> {
    let (whole, rest) = text.split_at_checked(8)?;
    let [h1, h2, b':', m1, m2, b':', s1, s2] = whole else { return None };
    let (hours, minutes, seconds) = (number(&[*h1, *h2])?, number(&[*m1, *m2])?, number(&[*s1, *s2])?);
    if hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let (part, digits) = match rest {
        [] => (0, 0),
        [b'.' | b',', rest @ ..] => fraction(rest)?,
        _ => return None,
    };
    let part = if seconds == 60 { 0 } else { part };
    Some((((hours * 60 + minutes) * 60 + seconds) * SECOND + part, digits))
}

/// Parses a zone to microseconds ahead of UTC: `Z`, `UTC`, `GMT`, `+02:00`, `-0700` or `+02`. Empty text is UTC.
pub(crate) fn zone(text: &[u8]) -> Option<Micros> {
    let (sign, rest) = match text {
        [] | b"Z" | b"z" | b"UTC" | b"GMT" => return Some(0),
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest {
        [h1, h2] => ([*h1, *h2], [b'0', b'0']),
        [h1, h2, m1, m2] | [h1, h2, b':', m1, m2] => ([*h1, *h2], [*m1, *m2]),
        _ => return None,
    };
    let (hours, minutes) = (number(&hours)?, number(&minutes)?);
    (minutes < 60).then_some(sign * (hours * 60 + minutes) * 60 * SECOND)
}

/// Splits a time of day from the zone after it, with or without a space.
fn split_zone(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b':' | b'.' | b','));
    let (time, zone) = text.split_at(end.unwrap_or(text.len()));
    (time, zone.strip_prefix(b" ").unwrap_or(zone))
}

fn at_day(day: i64, rest: &[u8]) -> Option<Stamp> {
    let (time, ahead) = split_zone(rest);
    let (time, digits) = time_of_day(time)?;
    Some(stamp(day * 86_400 * SECOND + time - zone(ahead)?, digits))
}

/// Parses the time of the common log without its brackets: `10/Oct/2000:13:55:36 -0700`. The second may have a
/// fraction, as in HAProxy, and a missing zone is UTC. Python servers write a space after the date.
pub fn common(text: &[u8]) -> Option<Stamp> {
    let colon = [11, 10].into_iter().find(|&at| matches!(text.get(at), Some(b':' | b' ')))?;
    at_day(months_day(&text[..colon])?, &text[colon + 1..])
}

/// Parses a time by RFC 3339 or ISO 8601: `2000-10-10T13:55:36.123-07:00`. The fraction may have any length, the `T`
/// may be a space or an underscore, and a missing zone is UTC.
pub fn rfc3339(text: &[u8]) -> Option<Stamp> {
    let (day, rest) = text.split_at_checked(10)?;
    let [b'T' | b't' | b' ' | b'_', rest @ ..] = rest else { return None };
    at_day(plain_day(day)?, rest)
}

/// Parses a date and a time of day in separate columns, in UTC, as in W3C logs: `2000-10-10` and `13:55:36`.
pub fn date_and_time(date: &[u8], time: &[u8]) -> Option<Stamp> {
    at_day(plain_day(date)?, time)
}
