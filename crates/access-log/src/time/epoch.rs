//! Times and durations written as numbers.

use super::{Micros, SECOND, Stamp, Unit, number, slack};

/// Splits a number into its sign, its integer part and its fractional digits.
fn split(text: &[u8]) -> Option<(bool, i64, &[u8])> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let point = text.iter().position(|&byte| byte == b'.');
    let (whole, part) = match point {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &text[text.len()..]),
    };
    let known = part.iter().all(u8::is_ascii_digit) && whole.len() <= 19;
    // Nineteen digits are nanoseconds, which fit although `number` takes fewer.
    let number = match whole {
        [head @ .., last @ b'0'..=b'9'] if whole.len() == 19 => {
            number(head)?.checked_mul(10)?.checked_add(i64::from(last - b'0'))?
        }
        _ => number(whole)?,
    };
    known.then_some((negative, number, part))
}

/// Converts a number to microseconds, truncating finer digits, and returns the number of digits after the second.
fn micros(whole: i64, part: &[u8], unit: Unit) -> Option<(Micros, usize)> {
    let power = unit.power();
    if power > 6 {
        return Some((whole / 1000, 9));
    }
    let kept = &part[..part.len().min(6 - power as usize)];
    let scale = 10_i64.pow(6 - power - kept.len() as u32);
    let part = if kept.is_empty() { 0 } else { number(kept)? * scale };
    let whole = whole.checked_mul(10_i64.pow(6 - power))?;
    Some((whole.checked_add(part)?, power as usize + kept.len()))
}

/// Parses a time since 1970 written as a number, with or without a fraction. Without a unit, the magnitude determines
/// it.
pub fn epoch(text: &[u8], unit: Option<Unit>) -> Option<Stamp> {
    let (negative, whole, part) = split(text)?;
    let unit = unit.unwrap_or_else(|| Unit::by_size(whole));
    let (at, digits) = micros(whole, part, unit)?;
    let slack = slack(digits);
    // Times before 1970 are truncated toward it, so the earliest possible time is further back.
    let at = if negative { -at - i64::from(slack) } else { at };
    let number = (!negative && unit.power() < 6).then_some((unit, digits as u8));
    // Out-of-range times are rejected, so that sums cannot overflow.
    (at.abs() < 400_000 * 366 * 864 * SECOND).then_some(Stamp { at, slack, number, ..Stamp::default() })
}

/// Parses a duration to microseconds, and returns how much longer it may have been.
pub fn duration(text: &[u8], unit: Unit) -> Option<(Micros, u32)> {
    let (negative, whole, part) = split(text)?;
    let (duration, digits) = micros(whole, part, unit)?;
    (!negative).then_some((duration, slack(digits)))
}
