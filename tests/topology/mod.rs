//! Groups, servers and layers: the worked examples, a second implementation that replays the whole history for
//! each decision, and properties that hold for any traffic.

mod explained;
mod known;
mod ledger;
mod promises;
mod rows;
mod worked;

use ratelab_report::Report;
use ratelab_scenario::language::parse;

fn run(text: &str) -> Report {
    let scenario = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Report::complete(scenario).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns how many requests each lane admitted.
fn admitted(run: &Report) -> Vec<u32> {
    let count = |lane: &ratelab_simulation::run::Lane| {
        lane.record().count(0..lane.record().outcomes().len()).admitted()
    };
    run.lanes().iter().map(count).collect()
}
