//! Parameter values as a text, a link or a form provides them.

use alloc::string::{String, ToString};
use core::fmt;

/// A parameter value as given, in range or not.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::Value;
///
/// assert_eq!(Value::from(Duration::from_millis(1)), Value::Number(1_000_000)); // nanoseconds
/// assert_eq!(Value::from(true), Value::from("yes"));
/// assert_eq!(Value::from(-3).to_string(), "-3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: the scenario language, pictures and test vectors must print every kind.
pub enum Value {
    /// A whole number.
    Number(i128),
    /// A word.
    Word(String),
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}

numbers!(i32, u32, i64, u64, i128);

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_string())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Word(if flag { "yes" } else { "no" }.to_string())
    }
}

impl fmt::Display for Value {
    /// Prints two halves of at most 19 digits, because the code that formats 64 bits is linked anyway.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HALF: u128 = 10u128.pow(19);
        let number = match self {
            Self::Word(word) => return f.write_str(word),
            Self::Number(number) => number,
        };
        if *number < 0 {
            f.write_str("-")?;
        }
        let number = number.unsigned_abs();
        let (upper, lower) = ((number / HALF) as u64, (number % HALF) as u64);
        if upper == 0 { write!(f, "{lower}") } else { write!(f, "{upper}{lower:019}") }
    }
}
