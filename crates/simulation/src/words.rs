//! Numbers and names as people read them, in English. Nothing else formats them.

use ratelab_limiter::{Algorithm, SECOND};

/// What a limiter is called at the beginning of a sentence.
pub const fn title(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::FixedWindow => "Fixed window",
        Algorithm::SlidingWindowLog => "Sliding window log",
        Algorithm::SlidingWindowCounter => "Sliding window counter",
        Algorithm::TokenBucket => "Token bucket",
        Algorithm::LeakyBucketMeter => "Leaky bucket, meter",
        Algorithm::LeakyBucketQueue => "Leaky bucket, queue",
        Algorithm::Gcra => "GCRA",
        Algorithm::AllOf => "All of",
    }
}

/// A duration to three digits: `0.6 s`, `10 s`, `1.5 ms`, `2 min`, `1 day`.
pub fn duration(nanoseconds: u64) -> String {
    const UNITS: [(u64, &str); 7] = [
        (86_400 * SECOND, "days"),
        (3_600 * SECOND, "h"),
        (60 * SECOND, "min"),
        (SECOND, "s"),
        (1_000_000, "ms"),
        (1_000, "µs"),
        (1, "ns"),
    ];
    let enough = |(unit, name): &(u64, &str)| {
        // A tenth of a second is still told in seconds, two minutes in minutes.
        let least = match *name {
            "s" => unit / 10,
            "min" | "h" | "days" => 2 * unit,
            _ => *unit,
        };
        nanoseconds >= least
    };
    let (unit, name) = UNITS.into_iter().find(enough).unwrap_or((1, "s"));
    format!("{} {name}", decimal(nanoseconds, unit))
}

/// A fraction to three digits, rounded half up, without trailing zeros. What is divided
/// by must be below 2^56: no unit of time and no limit is above.
pub fn decimal(numerator: u64, denominator: u64) -> String {
    let whole = numerator / denominator;
    let places = match whole {
        0..10 => 2,
        10..100 => 1,
        _ => 0,
    };
    let scale = 10u64.pow(places);
    let rounded = (numerator % denominator * scale * 2 + denominator) / (denominator * 2);
    let (whole, rest) = (whole + rounded / scale, rounded % scale);
    let mut text = whole.to_string();
    if rest > 0 {
        let digits = (scale + rest).to_string();
        text.push('.');
        // Never sliced as text: what reports a wrong place would be in the page's module.
        text.push_str(digits.get(1..).unwrap_or_default().trim_end_matches('0'));
    }
    text
}

/// A fraction to six decimals, cut off, without trailing zeros: close enough to see on
/// which side of a whole number it is.
pub fn fraction(numerator: u128, denominator: u128) -> String {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    // Denominators are periods of a clock in nanoseconds, far from where this overflows.
    let rest = rest.saturating_mul(1_000_000) / denominator;
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:06}").trim_end_matches('0').to_owned() }
}

/// How much more one number is than another: `twice`, `1.9 times`.
pub fn times(much: u64, little: u64) -> String {
    if much == 2 * little { "twice".to_owned() } else { format!("{} times", decimal(much, little)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let told = [
            (0, "0 s"),
            (999, "999 ns"),
            (1_500, "1.5 µs"),
            (99_999_999, "100 ms"),
            (100_000_000, "0.1 s"),
            (600_000_000, "0.6 s"),
            (1_234_567_890, "1.23 s"),
            (10 * SECOND, "10 s"),
            (119 * SECOND, "119 s"),
            (120 * SECOND, "2 min"),
            (5_400 * SECOND, "90 min"),
            (7_200 * SECOND, "2 h"),
            (172_800 * SECOND, "2 days"),
            (u64::MAX, "213504 days"),
        ];
        for (nanoseconds, text) in told {
            assert_eq!(duration(nanoseconds), text);
        }
    }

    #[test]
    fn ratios_are_words_where_there_is_one() {
        assert_eq!(
            (times(20, 10), times(19, 10), times(31, 3)),
            ("twice".into(), "1.9 times".into(), "10.3 times".into())
        );
    }
}
