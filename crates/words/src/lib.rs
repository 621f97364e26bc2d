//! Whole numbers and counts as text. The functions are never inlined, because many sentences use them and none is
//! performance-critical.
//!
//! ```
//! use ratelab_words::{count, counted};
//!
//! assert_eq!([count(12), count(1_200)], ["12", "1,200"]);
//! assert_eq!(counted(1, "client"), "1 client");
//! ```

#![forbid(unsafe_code)]

/// Formats a whole number with thousands separators: `4,294,967,295`.
///
/// ```
/// assert_eq!(ratelab_words::count(1_234_567), "1,234,567");
/// ```
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

/// Formats a number of things: `1 request`, `1,001 requests`.
///
/// ```
/// assert_eq!(ratelab_words::counted(1_001, "request"), "1,001 requests");
/// ```
#[inline(never)]
pub fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    [&*count(number), " ", thing, ending].concat()
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
