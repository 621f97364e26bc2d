//! The findings of a run as plain data, and their cache.

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
    /// The highest cost in any window of the lane's own length, or of the scenario's length if the limiter has no
    /// window.
    pub(crate) most: Most,
    pub(crate) window: u64,
    pub(crate) excess: Option<Excess>,
    pub(crate) longest_wait: u64,
}

/// An amount above a limiter's own limit in a window of its own length.
#[derive(Clone, Copy)]
pub(crate) struct Excess {
    pub(crate) most: Most,
    pub(crate) limit: u32,
    /// The length of the limiter's windows.
    pub(crate) window: u64,
    /// The index of the limiter, if there are several.
    pub(crate) member: Option<usize>,
    /// The group with this limit, if limits differ.
    pub(crate) group: Option<usize>,
    /// The clients that the limiter counts together.
    pub(crate) key: Key,
}

impl Excess {
    /// Returns whether this exceeds its limit by a larger factor than `other` does.
    pub(crate) fn is_worse_than(&self, other: &Self) -> bool {
        let share = |one: &Self, limit: u32| u128::from(one.most.cost) * u128::from(limit);
        share(self, other.limit) > share(other, self.limit)
    }
}

/// The results computed so far. A report has them for its run.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) summaries: Vec<OnceCell<LaneSummary>>,
    /// The number that each lane would let through if its servers shared one state, for lanes whose servers do not.
    pub(crate) meant: OnceCell<Vec<Option<u64>>>,
    pub(crate) finding: OnceCell<Finding>,
}

impl Results {
    pub(crate) fn new(lanes: usize) -> Self {
        Self { summaries: vec![OnceCell::new(); lanes], meant: OnceCell::new(), finding: OnceCell::new() }
    }
}
