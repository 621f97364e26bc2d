//! The result of a run: a headline, the reason for it, and a sentence for each lane. The page, screen readers,
//! tables, and pictures all use these.
//!
//! A built-in scenario has its own lesson. Any other gets the first rule of `RULES` that applies. A sentence about a
//! lane is held to that lane's own policy: a bucket within its capacity and its rate is within its limit, whatever
//! the scenario's limit is.

pub mod contrast;
mod counterfactual;
pub(crate) mod counts;
mod facts;
mod lanes;
mod lessons;
mod names;
mod options;
mod results;
mod rules;
mod sentence;
mod topology;

pub(crate) use self::{
    facts::RunFacts,
    results::{Excess, Results},
};
pub use self::{
    names::{capital, listed, name, rate},
    results::Finding,
    topology::is_central,
};

use ratelab_scenario::{
    language::print,
    scenario::{Needs, Scenario},
    scenarios::BUILT_IN,
};

use self::{lessons::LESSONS, rules::RULES};

impl<'run> RunFacts<'run> {
    /// Returns the result of the run.
    pub(crate) fn finding(&self) -> &'run Finding {
        self.results.finding.get_or_init(|| find(self))
    }

    /// Returns where a window of a lane begins within an excess.
    pub(crate) fn edge_within(&self, lane: usize, excess: &Excess) -> Option<u64> {
        rules::edge_within(self, lane, excess)
    }
}

/// Returns the lesson, or the finding of the first rule that applies.
fn find(facts: &RunFacts<'_>) -> Finding {
    let lesson = lesson_of(facts.run.scenario()).and_then(|lesson| lesson(facts));
    lesson.unwrap_or_else(|| {
        let found = RULES.iter().find_map(|rule| rule(facts)).unwrap_or_else(|| rules::allow(facts));
        let others = [rules::never_pass(facts), rules::made_no_difference(facts)].concat();
        Finding { reason: found.reason + &others, ..found }
    })
}

/// Returns the lesson of a built-in scenario. The time range shown and the needs make no difference.
fn lesson_of(scenario: &Scenario) -> Option<lessons::Lesson> {
    let text = print(&Scenario { show: None, needs: Needs::default(), ..scenario.clone() });
    let name = BUILT_IN.iter().find(|built_in| built_in.text == text)?.name;
    LESSONS.iter().find(|(scenario, _)| *scenario == name).map(|(_, lesson)| *lesson)
}
