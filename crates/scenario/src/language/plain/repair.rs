//! A wrong text that a few edits make right: the fix to click.
//!
//! Each edit is tried at the place of the mistake. What can be read then is the fix, and what
//! brings the next mistake nearer to the end is a step on the way.

use super::{
    super::{
        error::{LanguageError, Mistake},
        grammar::parse_strictly,
    },
    Field, Written,
    edits::{Repairable, edited},
};
use crate::scenario::Scenario;

/// The most edits of one fix: more would be a guess.
const MOST_EDITS: usize = 4;
/// The longest text that is repaired, because it is read again after every edit.
const MOST_REPAIRED: usize = 4_000;

/// The value of the wrong field as it could be, if a few edits make it right.
pub(super) fn repaired(fields: &[Field]) -> Option<String> {
    let mut now = Attempt::new(fields.to_vec());
    for _ in 0..MOST_EDITS {
        let (index, field) = now.wrong()?;
        let mut best: Option<Attempt> = None;
        for fields in edited(&now.fields, index, now.reached(index), now.is_number_wrong()) {
            let next = Attempt::new(fields);
            if let Ok(scenario) = &next.read {
                return Some((field.print)(scenario));
            }
            if next.is_nearer(best.as_ref().unwrap_or(&now), index) {
                best = Some(next);
            }
        }
        now = best?;
    }
    None
}

/// Fields, and what reading them gave.
struct Attempt {
    fields: Vec<Field>,
    written: Written,
    read: Result<Scenario, LanguageError>,
}

impl Attempt {
    fn new(fields: Vec<Field>) -> Self {
        let written = Written::new(&fields);
        let read = parse_strictly(&written.text);
        Self { fields, written, read }
    }

    /// The field that is wrong and its number, if it can be repaired.
    fn wrong(&self) -> Option<(usize, &'static Repairable)> {
        let error = self.read.as_ref().err()?;
        let can = matches!(
            error.mistake,
            Mistake::Unexpected
                | Mistake::UnknownWord
                | Mistake::NotWhole
                | Mistake::OutOfRange
                | Mistake::NotAscii
        );
        let field = Repairable::find(error.field?)?;
        let index = self.fields.iter().position(|typed| typed.name() == field.key)?;
        (can && self.written.text.len() <= MOST_REPAIRED).then_some((index, field))
    }

    /// Whether a number of groups, servers or needs is too small or too large: any other would be a guess.
    fn is_number_wrong(&self) -> bool {
        let is_it = |error: &LanguageError| {
            error.mistake == Mistake::OutOfRange
                && matches!(error.field, Some("groups" | "servers" | "needs"))
        };
        self.read.as_ref().is_err_and(is_it)
    }

    /// The key of the field that cannot be read.
    fn wrong_field(&self) -> Option<&'static str> {
        self.read.as_ref().err()?.field
    }

    /// How many tokens of a field are before the mistake.
    fn reached(&self, index: usize) -> usize {
        let Err(error) = &self.read else { return usize::MAX };
        let before: usize =
            self.fields[..index].iter().map(|field| field.key.len() + field.value.len()).sum();
        let first = before + self.fields[index].key.len();
        let spans = self.written.spans.iter().skip(first).take(self.fields[index].value.len());
        spans.filter(|(span, _)| span.end <= error.position).count()
    }

    /// Whether less is left to read than in another attempt, or as much after more was read.
    fn is_nearer(&self, other: &Self, index: usize) -> bool {
        // A mistake in another field is no progress.
        if self.wrong_field() != other.wrong_field() {
            return false;
        }
        let left = |attempt: &Self| {
            attempt.fields[index].value.len() - attempt.reached(index).min(attempt.fields[index].value.len())
        };
        let (mine, others) = (left(self), left(other));
        mine < others || mine == others && self.reached(index) > other.reached(index)
    }
}
