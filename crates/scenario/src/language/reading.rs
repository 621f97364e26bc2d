//! What was read of a text so far.

use super::span::Span;
use crate::scenario::Scenario;

/// The position of a part of a lane in the text.
pub(super) struct LaneSpan {
    /// The number of the lane, and that of its member: counted from one, zero for the lane itself.
    pub(super) at: (usize, usize),
    /// The option whose value it is, or empty for the name of the limiter.
    pub(super) option: &'static str,
    pub(super) span: Span,
}

/// The fields read so far, and their positions in the text.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) scenario: Scenario,
    /// The keys that were read, with the positions of their values.
    pub(super) values: Vec<(&'static str, Span)>,
    /// The positions of the parts of lanes, unless the lanes are the default.
    pub(super) lanes: Vec<LaneSpan>,
    /// The position of each pattern, unless the traffic is the default.
    pub(super) patterns: Vec<Span>,
}

impl Reading {
    /// Returns whether a key was read.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(key, _)| *key == name)
    }

    /// Returns the position of the value of a key.
    pub(super) fn value(&self, name: &str) -> Span {
        self.values.iter().find(|(key, _)| *key == name).map(|(_, span)| *span).unwrap_or_default()
    }
}
