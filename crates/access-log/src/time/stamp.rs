//! An instant, and what is known of it.

use super::Unit;

/// An instant: whole microseconds since 1970, in UTC.
pub type Micros = i64;

/// When a request was logged, and what is known of that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The instant.
    pub at: Micros,
    /// How much later than `at` it may really have been: 999,999 for a stamp in whole seconds, 0 for microseconds.
    pub slack: u32,
    /// What the instant means.
    pub timing: Timing,
    /// The unit and the digits after the second, of an instant that is written as a number of seconds or milliseconds.
    /// Who writes numbers leaves out zeros at their ends: so a line alone does not tell what it leaves open, but the
    /// most digits that any has.
    pub number: Option<(Unit, u8)>,
}

impl Stamp {
    /// When a request arrived that was answered at this stamp after so many microseconds: as said, or up to
    /// `slack` more, where the digits of the duration were cut. What a log says beyond reason leaves the stamp.
    pub fn began(self, duration: Micros, slack: u32) -> Self {
        match self.at.checked_sub(duration.max(0)).and_then(|at| at.checked_sub(slack.into())) {
            Some(at) => {
                Self { at, slack: self.slack.saturating_add(slack), timing: Timing::Corrected, ..self }
            }
            None => self.completed(),
        }
    }

    /// The same instant, known to be that of the answer.
    pub fn completed(self) -> Self {
        Self { timing: Timing::Completion, ..self }
    }
}

/// What the time of a line means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The request arrived then.
    #[default]
    Arrival,
    /// The request was answered then and the line tells how long that took, which was taken off.
    Corrected,
    /// The request was answered then, and nothing tells when it arrived.
    Completion,
}
