//! Numbers and names as people read them, in English. Nothing else formats them. They are never
//! inlined: a hundred sentences use them, and none is in a hurry.

mod times;
mod topology;
pub mod units;

use ratelab_limiter::Algorithm;

use self::units::{BYTES, Unit};
pub use self::{
    times::{duration, exact_instant, instant, script_time, tick},
    topology::{owner, store, topology},
};
use ratelab_simulation::run::Counts;

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
        Algorithm::Layers => "Layers",
    }
}

/// A whole number, with its thousands apart: `4,294,967,295`.
#[inline(never)]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many things: `1 request`, `1,001 requests`.
#[inline(never)]
pub fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    [&*count(number), " ", thing, ending].concat()
}

/// What a lane did, in a few words: `12 allowed, 3 delayed, 5 denied`.
#[inline(never)]
pub fn outcomes(counts: Counts) -> String {
    let Counts { allowed, denied, delayed } = counts;
    let [allowed, denied, later] = [allowed, denied, delayed].map(|number| count(number.into()));
    // Joined rather than formatted: the first picture needs no more than this, and formatting text pads it.
    let later: &[&str] = if delayed > 0 { &[", ", &later, " delayed"] } else { &[] };
    [&[&allowed, " allowed"], later, &[", ", &denied, " denied"]].concat().concat()
}

/// The same where clients retry, in requests and not in attempts.
pub fn got_through(counts: Counts) -> String {
    let through = counts.admitted();
    format!(
        "{} got through in {}",
        count(through.into()),
        counted((through + counts.denied).into(), "attempt")
    )
}

/// A fraction to three digits, rounded half up, without trailing zeros. What is divided
/// by must be below 2^56: no unit of time and no limit is above.
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
    let whole = count(u64::try_from(whole).unwrap_or(u64::MAX));
    if rest == 0 { whole } else { format!("{whole}.{rest:06}").trim_end_matches('0').to_owned() }
}

/// How much more one number is than another: `twice`, `1.9 times`.
#[inline(never)]
pub fn times(much: u64, little: u64) -> String {
    if much == 2 * little { "twice".to_owned() } else { [&decimal(much, little), " times"].concat() }
}

/// An amount of memory: `368 bytes`, `24 kB`, `1.6 GB`. A kB is a thousand bytes.
pub fn bytes(number: u64) -> String {
    Unit::for_amount(&BYTES, number).map_or_else(|| counted(number, "byte"), |unit| unit.print(number))
}

/// A part in per cent, without the sign: `0.8`, `12.5`. Never 0 for something, nor 100 for less than everything: `< 0.01`,
/// `> 99.9`.
pub fn percent(part: u64, whole: u64) -> String {
    match decimal(part.saturating_mul(100), whole.max(1)).as_str() {
        "0" if part > 0 => "< 0.01".to_owned(),
        "100" if part < whole => "> 99.9".to_owned(),
        percent => percent.to_owned(),
    }
}

/// A whole number as a word, up to ten: `two`.
pub fn number(number: u64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| count(number), |word| (*word).into())
}

/// A name that a person gave, as it is read: `api_gateway` is the `API gateway`.
pub fn named(name: &str) -> String {
    const INITIALS: [&str; 7] = ["api", "cdn", "dns", "ip", "lb", "sdk", "waf"];
    let word = |word: &str| if INITIALS.contains(&word) { word.to_uppercase() } else { word.to_owned() };
    name.split('_').map(word).collect::<Vec<_>>().join(" ")
}
