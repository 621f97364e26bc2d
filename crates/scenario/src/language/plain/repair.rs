//! Finds a fix: a few edits that make a wrong text valid.
//!
//! Each edit is tried at the position of the mistake. A text that can then be read is the fix; one with a later
//! mistake is a step towards it.

use super::{
    super::{
        error::{LanguageError, Mistake},
        parse::parse_strictly,
    },
    Field, Written,
    edits::{Repairable, edited},
};
use crate::scenario::Scenario;

/// The maximum number of edits in one fix: more would be a guess.
const MOST_EDITS: usize = 4;
/// The maximum length of a text to repair, because it is read again after every edit.
const MOST_REPAIRED: usize = 4_000;

/// Returns a corrected value of the wrong field, if a few edits suffice.
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

/// Fields, and the result of reading them.
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

    /// Returns the wrong field and its index, if it can be repaired.
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

    /// Returns whether a number of groups, servers or needs is out of range: any other would be a guess.
    fn is_number_wrong(&self) -> bool {
        let is_it = |error: &LanguageError| {
            error.mistake == Mistake::OutOfRange
                && matches!(error.field, Some("groups" | "servers" | "needs"))
        };
        self.read.as_ref().is_err_and(is_it)
    }

    /// Returns the key of the field that cannot be read.
    fn wrong_field(&self) -> Option<&'static str> {
        self.read.as_ref().err()?.field
    }

    /// Returns how many tokens of a field come before the mistake.
    fn reached(&self, index: usize) -> usize {
        let Err(error) = &self.read else { return usize::MAX };
        let before: usize =
            self.fields[..index].iter().map(|field| field.key.len() + field.value.len()).sum();
        let first = before + self.fields[index].key.len();
        let spans = self.written.spans.iter().skip(first).take(self.fields[index].value.len());
        spans.filter(|(span, _)| span.end <= error.position).count()
    }

    /// Returns whether fewer tokens are left to read than in another attempt, or as many after more were read.
    fn is_nearer(&self, other: &Self, index: usize) -> bool {
        // A mistake in another field is not progress.
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
