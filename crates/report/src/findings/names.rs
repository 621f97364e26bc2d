//! The names and rates of limiters within a sentence.

use ratelab_limiter::{Algorithm, SECOND};

use crate::words::{count, every};

/// Returns the name of a limiter within a sentence.
pub const fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::FixedWindow => "the fixed window",
        Algorithm::SlidingWindowLog => "the sliding window log",
        Algorithm::SlidingWindowCounter => "the sliding window counter",
        Algorithm::TokenBucket => "the token bucket",
        Algorithm::LeakyBucketMeter => "the leaky bucket meter",
        Algorithm::LeakyBucketQueue => "the leaky bucket queue",
        Algorithm::Gcra => "GCRA",
        Algorithm::AllOf => "the all-of",
        Algorithm::Layers => "the layers",
    }
}

/// Capitalises a text for the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Joins names: `the log, the meter and GCRA`.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Formats a rate: `1 a second`, `1 every 6 s`, `100 every 3 s`.
pub fn rate(amount: u64, period: u64, comes_at_once: bool) -> String {
    let in_seconds = u128::from(amount) * u128::from(SECOND);
    let is_whole = in_seconds.is_multiple_of(period.into());
    match amount {
        0 => "none".to_owned(),
        _ if comes_at_once => format!("{} {}", count(amount), every(period)),
        _ if is_whole => format!("{} a second", count((in_seconds / u128::from(period)) as u64)),
        _ if period.is_multiple_of(amount) && period / amount > SECOND => {
            format!("1 {}", every(period / amount))
        }
        _ => format!("{} {}", count(amount), every(period)),
    }
}
