//! Advice on which limiter to use: the settings, the judgement, and the sentences.

mod guarantee;
mod sentences;
mod shifts;
mod verdict;

use ratelab_report::Report;
use ratelab_report::advice::Advice;
use ratelab_scenario::{language::parse, scenario::Scenario};

fn scenario(text: &str) -> Scenario {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run(text: &str) -> Report {
    Report::complete(scenario(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the advice for the needs in a text.
fn advice(text: &str) -> Advice {
    let run = run(text);
    run.advice(run.scenario().needs).expect("it is done")
}
