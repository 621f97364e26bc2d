//! What a request costs.

use crate::key_rule::field_name;
use crate::request::path;
use crate::{Entry, Fault, Format, time};

/// The greatest cost that is kept: two bits of the word are the answer's.
pub const MOST_COST: u32 = (1 << 30) - 1;
const ALLOWED: &str =
    "a number from 0 to 1073741823, field:NAME, or paths with costs and a number for the rest: /search*=5 1";

/// What a request costs: always the same, what a field of its line says, or by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostRule {
    /// Always the same.
    Always(u32),
    /// What this field of the line says.
    Field(String),
    /// By the first pattern that fits the path; the number is for those that none fits.
    Paths(Vec<(String, u32)>, u32),
}

/// A cost, and what had to be done for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// As the rule says.
    Known(u32),
    /// The line does not say: it is 1.
    Missing,
    /// More than is kept: the most that is.
    Capped,
}

impl CostRule {
    /// Reads a rule as people type it; nothing is 1.
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

    /// The field of the format that it looks at.
    pub fn field(&self) -> Option<&str> {
        if let Self::Field(name) = self { Some(name) } else { None }
    }

    pub(crate) fn cost(&self, entry: &Entry<'_>, line: &[u8], format: &dyn Format) -> Cost {
        match self {
            Self::Always(cost) => Cost::Known(*cost),
            Self::Field(name) => format.field(line, name).map_or(Cost::Missing, |text| said(&text)),
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

/// The cost that a field says: a whole number, however long.
fn said(text: &[u8]) -> Cost {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return Cost::Missing;
    }
    match time::number(text).map(u32::try_from) {
        Some(Ok(cost)) if cost <= MOST_COST => Cost::Known(cost),
        _ => Cost::Capped,
    }
}

/// Whether a path is as a pattern says, in which `*` stands for any text. Where a star may end is tried from
/// the nearest; only the last star has to be tried again, as what fits between two is best taken early.
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
