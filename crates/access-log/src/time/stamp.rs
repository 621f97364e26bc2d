//! Timestamps.

use super::Unit;

/// An instant: microseconds since 1970, in UTC.
pub type Micros = i64;

/// The time of a log line, with its resolution and meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The instant.
    pub at: Micros,
    /// How much later than `at` it may have been, in microseconds: 999,999 for whole seconds, 0 for microseconds.
    pub slack: u32,
    /// The meaning of the instant.
    pub timing: Timing,
    /// The unit and the number of digits after the second, for times written as a number of seconds or milliseconds.
    /// Writers of numbers omit trailing zeros, so the resolution follows from the most digits of any line, not from
    /// one.
    pub number: Option<(Unit, u8)>,
}

impl Stamp {
    /// The arrival of a request that was answered at this time after `duration` microseconds, or up to `slack` more if
    /// the duration was truncated. If the result overflows, the time stays that of the response.
    pub fn began(self, duration: Micros, slack: u32) -> Self {
        match self.at.checked_sub(duration.max(0)).and_then(|at| at.checked_sub(slack.into())) {
            Some(at) => {
                Self { at, slack: self.slack.saturating_add(slack), timing: Timing::Corrected, ..self }
            }
            None => self.completed(),
        }
    }

    /// The same instant, marked as that of the response.
    pub fn completed(self) -> Self {
        Self { timing: Timing::Completion, ..self }
    }
}

/// The meaning of a timestamp.
// Exhaustive, so that callers have to handle every meaning of a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The arrival of the request.
    #[default]
    Arrival,
    /// The time of the response, from which the logged duration was subtracted.
    Corrected,
    /// The time of the response; the arrival is unknown.
    Completion,
}
