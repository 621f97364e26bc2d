//! The cost of a request.

use crate::key_rule::field_name;
use crate::request::path;
use crate::{Entry, Fault, Format, time};

/// The maximum cost: two bits of the word are reserved for the answer.
pub const MOST_COST: u32 = (1 << 30) - 1;
const ALLOWED: &str =
    "a number from 0 to 1073741823, field:NAME, or costs by path with a default, as in /search*=5 1";

/// The rule for the cost of a request: constant, from a field of its line, or by path.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::CostRule;
///
/// assert_eq!(CostRule::parse("")?, CostRule::Always(1));
/// assert_eq!(CostRule::parse("field:bytes")?.field(), Some("bytes"));
/// assert_eq!(CostRule::parse("/search*=5 1")?, CostRule::Paths(vec![("/search*".into(), 5)], 1));
/// assert!(CostRule::parse("expensive").is_err());
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostRule {
    /// The same for every request.
    Always(u32),
    /// The value of this field.
    Field(String),
    /// The cost of the first pattern that matches the path, or else the default.
    Paths(Vec<(String, u32)>, u32),
}

/// A cost, and how it was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// From the rule.
    Known(u32),
    /// The line has no cost, so it is 1.
    Missing,
    /// Above the maximum, so it is [`MOST_COST`].
    Capped,
}

impl CostRule {
    /// Parses a rule as users type it. Empty text is a cost of 1.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the text is not a rule, or a cost is above [`MOST_COST`].
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if let Some(name) = field_name(text.trim()) {
            return Ok(Self::Field(name.to_owned()));
        }
        let (mut patterns, mut rest) = (Vec::new(), 1);
        for word in text.split_whitespace() {
            let fault = || Fault::new("cost", word, ALLOWED);
            match word.rsplit_once('=') {
                Some((pattern, cost)) if pattern.starts_with(['/', '*']) => {
                    patterns.push((pattern.to_owned(), number(cost).ok_or_else(fault)?));
                }
                _ => rest = number(word).ok_or_else(fault)?,
            }
        }
        Ok(if patterns.is_empty() { Self::Always(rest) } else { Self::Paths(patterns, rest) })
    }

    /// The field of the format that the rule needs.
    pub fn field(&self) -> Option<&str> {
        if let Self::Field(name) = self { Some(name) } else { None }
    }

    pub(crate) fn cost(&self, entry: &Entry<'_>, line: &[u8], format: &dyn Format) -> Cost {
        match self {
            Self::Always(cost) => Cost::Known(*cost),
            Self::Field(name) => format.field(line, name).map_or(Cost::Missing, |text| stated(&text)),
            Self::Paths(patterns, rest) => {
                let path = path(&entry.request);
                let fitting = patterns.iter().find(|(pattern, _)| fits(pattern.as_bytes(), path));
                Cost::Known(fitting.map_or(*rest, |(_, cost)| *cost))
            }
        }
    }
}

impl Default for CostRule {
    fn default() -> Self {
        Self::Always(1)
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&cost| cost <= MOST_COST)
}

/// Parses the cost in a field: an integer of any length.
fn stated(text: &[u8]) -> Cost {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return Cost::Missing;
    }
    match time::number(text).map(u32::try_from) {
        Some(Ok(cost)) if cost <= MOST_COST => Cost::Known(cost),
        _ => Cost::Capped,
    }
}

/// Whether a path matches a pattern in which `*` stands for any text. Only the last star has to be retried, since an
/// early match between two stars never prevents a later one.
fn fits(pattern: &[u8], path: &[u8]) -> bool {
    let (mut at, mut here, mut star) = (0, 0, None);
    while here < path.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(&byte) if byte == path[here] => (at, here) = (at + 1, here + 1),
            _ => {
                let Some((index, from)) = star else { return false };
                star = Some((index, from + 1));
                (at, here) = (index + 1, from + 1);
            }
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}
