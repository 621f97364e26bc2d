//! What [`findings`](crate::findings) compute of a run, as plain data that a report keeps.

use core::cell::OnceCell;

use ratelab_scenario::scenario::Key;
use ratelab_simulation::{measures::Most, run::Counts};

/// The result of a whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What happened.
    pub headline: String,
    /// Why.
    pub reason: String,
}

impl Finding {
    pub(crate) fn new(headline: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { headline: headline.into(), reason: reason.into() }
    }
}

/// The numbers of a lane, computed on first use.
#[derive(Clone, Copy)]
pub(crate) struct LaneSummary {
    pub(crate) counts: Counts,
    /// The most in any window of the lane's own length, or of the scenario's where the
    /// limiter has none.
    pub(crate) most: Most,
    pub(crate) window: u64,
    pub(crate) excess: Option<Excess>,
    pub(crate) longest_wait: u64,
}

/// More than a limiter's own limit in a window of its own length.
#[derive(Clone, Copy)]
pub(crate) struct Excess {
    pub(crate) most: Most,
    pub(crate) limit: u32,
    /// How long the limiter's windows are.
    pub(crate) window: u64,
    /// Which limiter of several it is.
    pub(crate) member: Option<usize>,
    /// The group that has this limit, where limits differ.
    pub(crate) group: Option<usize>,
    /// Whom that limiter counts together.
    pub(crate) key: Key,
}

impl Excess {
    /// Whether it is more of its limit than another is.
    pub(crate) fn is_worse_than(&self, other: &Self) -> bool {
        let share = |one: &Self, limit: u32| u128::from(one.most.cost) * u128::from(limit);
        share(self, other.limit) > share(other, self.limit)
    }
}

/// What was computed so far.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) summaries: Vec<OnceCell<LaneSummary>>,
    /// What each lane would let through if servers made no difference to it, where they do.
    pub(crate) meant: OnceCell<Vec<Option<u64>>>,
    pub(crate) finding: OnceCell<Finding>,
}

impl Results {
    pub(crate) fn new(lanes: usize) -> Self {
        Self { summaries: vec![OnceCell::new(); lanes], meant: OnceCell::new(), finding: OnceCell::new() }
    }
}
