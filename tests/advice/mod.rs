//! Advice on which limiter to use: the settings, the judgement, and the sentences.

mod complete;
mod examples;
mod guarantee;
mod replicas;
mod sentences;
mod shifts;
mod verdict;

use ratelab_advice::{Advice, Advise};
use ratelab_report::Report;
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
