//! Durations as servers write them.

use crate::Micros;
use crate::time::{self, Unit};

/// Parses a duration to microseconds, and returns how much longer it may have been. It is a number in the given unit,
/// or has its own units as in Go and Google Cloud: `0.25s`, `6.31ms`, `1m32.05s`. Two durations may be added:
/// `2ms+5ms`.
pub(super) fn read(text: &[u8], unit: Unit) -> Option<(Micros, u32)> {
    if let Some(end) = text.windows(2).position(|pair| pair == b"s+") {
        let ((one, open), (other, more)) = (read(&text[..=end], unit)?, read(&text[end + 2..], unit)?);
        return Some((one.checked_add(other)?, open.saturating_add(more)));
    }
    let (mut rest, mut sum) = (text, None);
    while !rest.is_empty() {
        let end =
            rest.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-')).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        if let [b'e' | b'E', exponent @ ..] = after {
            return scientific(number, exponent, unit);
        }
        let end = after.iter().position(u8::is_ascii_digit).unwrap_or(after.len());
        let (letters, after) = after.split_at(end);
        let (micros, slack) = amount(number, letters, unit)?;
        let before: Micros = sum.map_or(0, |(before, _)| before);
        sum = Some((before.checked_add(micros)?, slack));
        rest = after;
    }
    sum
}

/// A number with the letters of its unit; without letters, the given unit applies.
fn amount(number: &[u8], letters: &[u8], unit: Unit) -> Option<(Micros, u32)> {
    let (unit, times) = match letters {
        b"" => (unit, 1),
        b"ns" => (Unit::Nanos, 1),
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => (Unit::Micros, 1),
        b"ms" => (Unit::Millis, 1),
        b"s" => (Unit::Seconds, 1),
        b"m" => (Unit::Seconds, 60),
        b"h" => (Unit::Seconds, 3600),
        _ => return None,
    };
    let (micros, slack) = time::duration(number, unit)?;
    Some((micros.checked_mul(times)?, slack))
}

/// Parses `2.5e-05`, which has all significant digits.
fn scientific(number: &[u8], exponent: &[u8], unit: Unit) -> Option<(Micros, u32)> {
    let point = number.iter().position(|&byte| byte == b'.').unwrap_or(number.len());
    let digits: Vec<u8> = number.iter().copied().filter(|&byte| byte != b'.').collect();
    let behind = digits.len().checked_sub(point)? as i64;
    let exponent = match exponent {
        [b'-', digits @ ..] => -time::number(digits)?,
        [b'+', digits @ ..] | digits => time::number(digits)?,
    };
    let decimals = match unit {
        Unit::Seconds => 6,
        Unit::Millis => 3,
        Unit::Micros => 0,
        Unit::Nanos => -3,
    };
    let shift = exponent - behind + decimals;
    let digits = time::number(&digits)?;
    let power = 10_i64.checked_pow(u32::try_from(shift.unsigned_abs()).ok()?);
    match (power, shift >= 0) {
        (Some(power), true) => Some((digits.checked_mul(power)?, 0)),
        (Some(power), false) => Some((digits / power, 0)),
        (None, true) => None,
        (None, false) => Some((0, 0)),
    }
}
