//! The result of a run: a headline, the reason for it, and a sentence for each lane. The page,
//! screen readers, tables and pictures all use these.
//!
//! A built-in scenario has a lesson of its own. Any other gets the first rule of
//! `RULES` that applies. A sentence about a lane is held to that lane's own policy: a bucket
//! within its capacity and its rate is within its limit, whatever the scenario's limit is.

pub mod contrast;
mod counterfactual;
mod counts;
mod facts;
mod lessons;
mod names;
mod rules;
mod sentence;
mod topology;
mod wording;

pub use self::wording::Wording;
pub use crate::results::Finding;

use crate::{Report, results::Excess};

use ratelab_scenario::{
    language::print,
    scenario::{Needs, Scenario},
    scenarios::BUILT_IN,
};

use self::{facts::RunFacts, lessons::LESSONS, rules::RULES};
pub(crate) use self::{
    names::{capital, listed, name, rate},
    topology::is_central,
};

impl Report {
    /// What a lane did, once the run is done.
    pub fn sentence(&self, lane: usize) -> Option<String> {
        self.lanes().get(lane)?;
        Some(RunFacts::new(self)?.sentence(lane))
    }

    /// Where a lane exceeded its own limit by the most, once the run is done.
    pub(crate) fn excess(&self, lane: usize) -> Option<Excess> {
        RunFacts::new(self)?.summary(lane).excess
    }

    /// Where a window of a lane begins within such an excess.
    pub(crate) fn edge_within(&self, lane: usize, excess: &Excess) -> Option<u64> {
        rules::edge_within(&RunFacts::new(self)?, lane, excess)
    }

    /// The result of the run, once it is done.
    pub fn finding(&self) -> Option<&Finding> {
        let facts = RunFacts::new(self)?;
        Some(self.cache.results.finding.get_or_init(|| find(&facts)))
    }
}

/// The lesson, or what the first rule that applies has found.
fn find(facts: &RunFacts<'_>) -> Finding {
    let lesson = lesson_of(facts.run.scenario()).and_then(|lesson| lesson(facts));
    lesson.unwrap_or_else(|| {
        let found = RULES.iter().find_map(|rule| rule(facts)).unwrap_or_else(|| rules::allow(facts));
        Finding { reason: found.reason + &rules::made_no_difference(facts), ..found }
    })
}

/// The lesson of a built-in scenario. Which stretch of it is shown makes no difference, nor what is needed.
fn lesson_of(scenario: &Scenario) -> Option<lessons::Lesson> {
    let text = print(&Scenario { show: None, needs: Needs::default(), ..scenario.clone() });
    let name = BUILT_IN.iter().find(|built_in| built_in.text == text)?.name;
    LESSONS.iter().find(|(scenario, _)| *scenario == name).map(|(_, lesson)| *lesson)
}
