//! The expectation at the position of a mistake. It is data, so that a program that only needs the position
//! does not contain the texts.

use std::fmt;

use ratelab_limiter::PolicyError;

use super::units::{Quantity, Time};

/// The text or value that was expected. Its `Display` is a phrase: `a whole number from 1 to 64`. Large variants are
/// boxed to keep results small.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A fixed phrase.
    Phrase(&'static str),
    /// A phrase with numbers or names.
    Composed(Box<str>),
    /// This token.
    Token(&'static str),
    /// One of these words, after an introduction.
    OneOf(Box<(&'static str, Vec<&'static str>)>),
    /// This word, at most once.
    Once(Box<str>),
    /// A whole number in a range.
    Whole(u64, u64),
    /// At least this duration.
    AtLeast(u64),
    /// At most this duration.
    AtMost(u64),
    /// At most this many of something.
    Fewer(u32, &'static str),
    /// At most this many of something, instead of the actual number.
    FewerThan(Box<(u64, &'static str, u128)>),
    /// Traffic that ends by this instant.
    EndBy(u64),
    /// A policy within its bounds, after its subject.
    Policy(Box<(String, PolicyError)>),
}

impl Expected {
    pub(super) fn composed(phrase: String) -> Self {
        Self::Composed(phrase.into())
    }

    pub(super) fn one_of(what: &'static str, words: Vec<&'static str>) -> Self {
        Self::OneOf(Box::new((what, words)))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phrase(phrase) => f.write_str(phrase),
            Self::Composed(phrase) => f.write_str(phrase),
            Self::Token(token) => write!(f, "\"{token}\""),
            Self::OneOf(choice) => write!(f, "{} {}", choice.0, Listed(&choice.1)),
            Self::Once(word) => write!(f, "\"{word}\" only once"),
            Self::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::AtLeast(time) => write!(f, "at least {}", Time(*time)),
            Self::AtMost(time) => write!(f, "at most {}", Time(*time)),
            Self::Fewer(most, what) => write!(f, "at most {most} {what}"),
            Self::FewerThan(count) => write!(f, "at most {} {}, not {}", count.0, count.1, count.2),
            Self::EndBy(time) => write!(f, "traffic that ends by {} on the clock", Time(*time)),
            Self::Policy(policy) => write_policy(f, &policy.0, &policy.1),
        }
    }
}

fn write_policy(f: &mut fmt::Formatter<'_>, subject: &str, error: &PolicyError) -> fmt::Result {
    let PolicyError::OutOfRange { field, given, minimum, maximum, unit, because } = error else {
        return write!(f, "{subject}{error}");
    };
    let number = |number| Quantity(*unit, number);
    let (least, most) = (number(i128::from(*minimum)), number(i128::from(*maximum)));
    let (blank, because) = because.map_or(("", ""), |reason| (" ", reason));
    write!(f, "{subject}{field} from {least} to {most}{blank}{because}, not {}", number(*given))
}

/// A list of words for a message: `a, b or c`.
struct Listed<'a>(&'a [&'static str]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
            None => Ok(()),
        }
    }
}
