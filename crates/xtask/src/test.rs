//! `cargo xtask test`: everything that must hold, as named steps in a fixed order.
//!
//! The cheap steps come first, so that a forgotten `cargo fmt` is known within a second.

use std::time::{Duration, Instant};

use crate::browsers::{self, Browser, CHROMIUM, FIREFOX, WEBKIT};
use crate::modules;
use crate::process;
use crate::report::{self, Outcome, Report};
use crate::site;
use crate::tools;
use crate::wasm_tests;
use crate::workspace::Workspace;

/// One thing that must hold.
#[derive(Debug, PartialEq)]
pub(crate) struct Step {
    name: &'static str,
    promise: &'static str,
    check: Check,
}

/// How a step finds out whether its promise holds.
#[derive(Debug, PartialEq)]
enum Check {
    /// One cargo command that must succeed, as it would be typed after `cargo`.
    Cargo(&'static str),
    Tools,
    Browsers,
    Modules,
    NodeTests,
    BrowserTests(Browser),
    Page,
    Documentation,
}

const STEPS: [Step; 14] = [
    Step {
        name: "tools",
        promise: "what the other steps need is here, in the right versions",
        check: Check::Tools,
    },
    Step {
        name: "browsers",
        promise: "Chromium, Firefox and WebKit are here, each with what drives it",
        check: Check::Browsers,
    },
    Step {
        name: "format",
        promise: "the code is laid out by rustfmt",
        check: Check::Cargo("fmt --all --check"),
    },
    Step {
        name: "lints",
        promise: "clippy has nothing to say",
        check: Check::Cargo("clippy --workspace --all-targets -- -D warnings"),
    },
    Step {
        name: "native tests",
        promise: "every crate keeps its promises on this machine",
        check: Check::Cargo("test --workspace"),
    },
    Step {
        name: "native tests, release",
        promise: "optimised code comes to the same decisions",
        check: Check::Cargo("test --release --package ratelab-portable"),
    },
    Step {
        name: "bare core",
        promise: "the core builds for WebAssembly without its std feature",
        check: Check::Cargo(
            "clippy --package ratelab-limiter --no-default-features \
             --target wasm32-unknown-unknown -- -D warnings",
        ),
    },
    Step {
        name: "modules",
        promise: "what the page loads is built, and the first picture needs little of it",
        check: Check::Modules,
    },
    Step {
        name: "wasm tests, Node",
        promise: "WebAssembly comes to the same decisions, debug and release",
        check: Check::NodeTests,
    },
    Step {
        name: "wasm tests, Chromium",
        promise: "so it does in Chromium, on the main thread and in a worker",
        check: Check::BrowserTests(CHROMIUM),
    },
    Step {
        name: "wasm tests, Firefox",
        promise: "so it does in Firefox, on the main thread and in a worker",
        check: Check::BrowserTests(FIREFOX),
    },
    Step {
        name: "wasm tests, WebKit",
        promise: "so it does in WebKit, on the main thread and in a worker",
        check: Check::BrowserTests(WEBKIT),
    },
    Step {
        name: "page",
        promise: "the page is built, light enough, and does in every browser what is promised of it",
        check: Check::Page,
    },
    Step { name: "docs", promise: "the documentation builds without a warning", check: Check::Documentation },
];

/// Which steps to run, in the order of the list whatever the order they were named in.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    steps: Vec<&'static Step>,
    keep_going: bool,
}

impl Plan {
    /// No names means every step.
    pub(crate) fn new(names: &[&str], keep_going: bool) -> Self {
        let wanted = |step: &&Step| names.is_empty() || names.contains(&step.name);
        Self { steps: STEPS.iter().filter(wanted).collect(), keep_going }
    }
}

pub(crate) fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

pub(crate) fn list() {
    for Step { name, promise, .. } in &STEPS {
        println!("{name:<width$}  {promise}", width = name_width());
    }
}

pub(crate) fn run(workspace: &Workspace, plan: &Plan) -> Result<(), String> {
    let reports = run_steps(plan, |step| step.check.run(workspace));
    report::print_summary(&reports);
    println!("\n{}", report::verdict(&reports, STEPS.len())?);
    Ok(())
}

fn run_steps(plan: &Plan, check: impl Fn(&Step) -> Outcome) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for step in &plan.steps {
        let stopped = !plan.keep_going && reports.iter().any(Report::failed);
        reports.push(if stopped { not_run(step) } else { run_step(step, &check) });
    }
    reports
}

fn run_step(step: &'static Step, check: impl Fn(&Step) -> Outcome) -> Report {
    println!("\n== {}: {}", step.name, step.promise);
    let start = Instant::now();
    let outcome = check(step);
    Report { name: step.name, took: start.elapsed(), outcome }
}

fn not_run(step: &'static Step) -> Report {
    Report { name: step.name, took: Duration::ZERO, outcome: Outcome::NotRun }
}

fn name_width() -> usize {
    STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0)
}

impl Check {
    fn run(&self, workspace: &Workspace) -> Outcome {
        match self {
            Self::Cargo(line) => run_cargo(workspace, line).into(),
            Self::Tools => tools::ensure_all(workspace).into(),
            Self::Browsers => browsers::ensure_all(workspace),
            Self::Modules => modules::check(workspace).into(),
            Self::NodeTests => wasm_tests::run_under_node(workspace).into(),
            Self::BrowserTests(browser) => wasm_tests::run_in_browser(workspace, browser),
            Self::Page => site::check(workspace),
            Self::Documentation => build_documentation(workspace).into(),
        }
    }
}

fn run_cargo(workspace: &Workspace, line: &str) -> Result<(), String> {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    process::run(&mut workspace.cargo(&arguments))
}

fn build_documentation(workspace: &Workspace) -> Result<(), String> {
    let mut command = workspace.cargo(&["doc", "--workspace", "--no-deps"]);
    process::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Runs every step against a check that gives the named one another outcome; returns the steps
    /// it saw.
    fn rehearse(
        name: &str,
        outcome: fn(String) -> Outcome,
        keep_going: bool,
    ) -> (Vec<&'static str>, Vec<Report>) {
        let seen = RefCell::new(Vec::new());
        let reports = run_steps(&Plan::new(&[], keep_going), |step| {
            seen.borrow_mut().push(step.name);
            if step.name == name { outcome("the reason".to_owned()) } else { Outcome::Passed }
        });
        (seen.into_inner(), reports)
    }

    #[test]
    fn nothing_runs_after_a_failure() {
        let (seen, reports) = rehearse("format", Outcome::Failed, false);
        assert_eq!(seen, ["tools", "browsers", "format"]);
        assert!(reports[2].failed());
        assert!(reports[3..].iter().all(|report| report.outcome == Outcome::NotRun));
    }

    #[test]
    fn keeping_going_runs_the_rest_and_still_fails() {
        let (seen, reports) = rehearse("format", Outcome::Failed, true);
        assert_eq!(seen, step_names());
        assert!(report::verdict(&reports, STEPS.len()).is_err());
    }

    #[test]
    fn the_rest_runs_after_a_skipped_step_which_is_no_failure() {
        let (seen, reports) = rehearse("browsers", Outcome::Skipped, false);
        assert_eq!(seen, step_names());
        assert!(report::verdict(&reports, STEPS.len()).is_ok());
    }

    #[test]
    fn every_browser_that_is_obtained_has_a_step_that_uses_it() {
        for browser in browsers::ALL {
            assert!(STEPS.iter().any(|step| step.check == Check::BrowserTests(browser)), "{browser:?}");
        }
    }

    #[test]
    fn steps_run_in_the_order_of_the_list() {
        let plan = Plan::new(&["docs", "tools"], false);
        let names: Vec<_> = plan.steps.iter().map(|step| step.name).collect();
        assert_eq!(names, ["tools", "docs"]);
    }
}
