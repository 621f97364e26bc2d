//! Numbers and names as people read them, in English. All formatting is here. The functions are never inlined,
//! because many sentences use them and none is performance-critical.

mod times;
mod topology;
pub mod units;

use ratelab_limiter::Algorithm;

use self::units::{BYTES, Unit};
pub use self::{
    times::{duration, every, exact_instant, instant, script_time, tick},
    topology::{owner, store, topology},
};
use ratelab_simulation::run::Counts;
pub use ratelab_words::{count, counted};

/// Returns the name of a limiter at the beginning of a sentence.
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
        Algorithm::Layers => "Layers",
    }
}

/// Summarises the outcomes of a lane: `12 allowed, 3 delayed, 5 denied`.
#[inline(never)]
pub fn outcomes(counts: Counts) -> String {
    let Counts { allowed, denied, delayed } = counts;
    let [allowed, denied, later] = [allowed, denied, delayed].map(|number| count(number.into()));
    // Joined rather than formatted: this is all that the first picture needs, and the formatting code would enlarge
    // it.
    let later: &[&str] = if delayed > 0 { &[", ", &later, " delayed"] } else { &[] };
    [&[&allowed, " allowed"], later, &[", ", &denied, " denied"]].concat().concat()
}

/// Summarises the same for clients that retry, in requests rather than attempts.
pub fn got_through(counts: Counts) -> String {
    let through = counts.admitted();
    format!(
        "{} got through in {}",
        count(through.into()),
        counted((through + counts.denied).into(), "attempt")
    )
}

/// Formats a fraction to three digits, rounded half up, without trailing zeros. The divisor must be below 2^56, which
/// every unit of time and every limit is.
#[inline(never)]
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
    let mut text = count(whole);
    if rest > 0 {
        let digits = (scale + rest).to_string();
        text.push('.');
        // Never sliced as text: the panic for a wrong index would be part of the page's module.
        text.push_str(digits.get(1..).unwrap_or_default().trim_end_matches('0'));
    }
    text
}

/// Formats a fraction to six decimals, truncated, without trailing zeros: precise enough to see on which side of a
/// whole number it is.
pub fn fraction(numerator: u128, denominator: u128) -> String {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    // Denominators are clock periods in nanoseconds, far below the point where this overflows.
    let rest = rest.saturating_mul(1_000_000) / denominator;
    let whole = count(u64::try_from(whole).unwrap_or(u64::MAX));
    if rest == 0 { whole } else { format!("{whole}.{rest:06}").trim_end_matches('0').to_owned() }
}

/// Formats the ratio of two numbers: `twice`, `1.9 times`.
#[inline(never)]
pub fn times(much: u64, little: u64) -> String {
    if much == 2 * little { "twice".to_owned() } else { [&decimal(much, little), " times"].concat() }
}

/// Formats an amount of memory: `368 bytes`, `24 kB`, `1.6 GB`. A kB is a thousand bytes.
pub fn bytes(number: u64) -> String {
    Unit::for_amount(&BYTES, number).map_or_else(|| counted(number, "byte"), |unit| unit.print(number))
}

/// Formats a share in per cent, without the sign: `0.8`, `12.5`. Never 0 for a positive share, nor 100 for less than
/// all: `< 0.01`, `> 99.9`.
pub fn percent(part: u64, whole: u64) -> String {
    match decimal(part.saturating_mul(100), whole.max(1)).as_str() {
        "0" if part > 0 => "< 0.01".to_owned(),
        "100" if part < whole => "> 99.9".to_owned(),
        percent => percent.to_owned(),
    }
}

/// Spells a whole number up to ten: `two`.
pub fn number(number: u64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| count(number), |word| (*word).into())
}

/// Formats a name that a user gave: `api_gateway` is read as `API gateway`.
pub fn named(name: &str) -> String {
    const INITIALS: [&str; 7] = ["api", "cdn", "dns", "ip", "lb", "sdk", "waf"];
    let word = |word: &str| if INITIALS.contains(&word) { word.to_uppercase() } else { word.to_owned() };
    name.split('_').map(word).collect::<Vec<_>>().join(" ")
}
