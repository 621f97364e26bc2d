//! `cargo xtask test`: everything that must hold, as named steps in a fixed order.
//!
//! The cheap steps come first, so that a forgotten `cargo fmt` is known within a second.

use std::time::{Duration, Instant};

use crate::process;
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
    WasmTests,
    Documentation,
}

const STEPS: [Step; 8] = [
    Step {
        name: "tools",
        promise: "what the other steps need is here, in the right versions",
        check: Check::Tools,
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
        name: "wasm tests, Node",
        promise: "WebAssembly comes to the same decisions, debug and release",
        check: Check::WasmTests,
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
    print_summary(&reports);
    verdict(&reports)
}

/// How one step went.
struct Report {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Failed(String),
    NotRun,
}

impl Report {
    fn failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }
}

fn run_steps(plan: &Plan, check: impl Fn(&Step) -> Result<(), String>) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for step in &plan.steps {
        let stopped = !plan.keep_going && reports.iter().any(Report::failed);
        reports.push(if stopped { not_run(step) } else { run_step(step, &check) });
    }
    reports
}

fn run_step(step: &'static Step, check: impl Fn(&Step) -> Result<(), String>) -> Report {
    println!("\n== {}: {}", step.name, step.promise);
    let start = Instant::now();
    let outcome = check(step).map_or_else(Outcome::Failed, |()| Outcome::Passed);
    Report { name: step.name, took: start.elapsed(), outcome }
}

fn not_run(step: &'static Step) -> Report {
    Report { name: step.name, took: Duration::ZERO, outcome: Outcome::NotRun }
}

fn print_summary(reports: &[Report]) {
    println!("\n== summary");
    for report in reports {
        println!("{}", summary_line(report));
    }
}

fn summary_line(report: &Report) -> String {
    let (name, width) = (report.name, name_width());
    let seconds = report.took.as_secs_f64();
    match report.outcome {
        Outcome::Passed => format!("{name:<width$} {seconds:>7.1} s  passed"),
        Outcome::Failed(_) => format!("{name:<width$} {seconds:>7.1} s  FAILED"),
        Outcome::NotRun => format!("{name:<width$} {:>7}    not run", ""),
    }
}

fn name_width() -> usize {
    STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0)
}

/// The closing words; a failure is repeated here because its first mention has scrolled away.
fn verdict(reports: &[Report]) -> Result<(), String> {
    let failures: Vec<String> = reports.iter().filter_map(failure).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let seconds: f64 = reports.iter().map(|report| report.took.as_secs_f64()).sum();
    let (run, known) = (reports.len(), STEPS.len());
    println!("\nPassed: {run} of {known} steps, in {seconds:.0} s.");
    Ok(())
}

fn failure(report: &Report) -> Option<String> {
    let Outcome::Failed(message) = &report.outcome else {
        return None;
    };
    let name = report.name;
    Some(format!("Step `{name}` failed: {message}\nTo run it alone: cargo xtask test --step \"{name}\""))
}

impl Check {
    fn run(&self, workspace: &Workspace) -> Result<(), String> {
        match self {
            Self::Cargo(line) => run_cargo(workspace, line),
            Self::Tools => tools::ensure_all(workspace),
            Self::WasmTests => wasm_tests::run(workspace),
            Self::Documentation => build_documentation(workspace),
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

    /// Runs every step against a check that fails on the given one; returns the steps it saw.
    fn rehearse(failing: &str, keep_going: bool) -> (Vec<&'static str>, Vec<Report>) {
        let seen = RefCell::new(Vec::new());
        let reports = run_steps(&Plan::new(&[], keep_going), |step| {
            seen.borrow_mut().push(step.name);
            if step.name == failing { Err("`the command` failed.".to_owned()) } else { Ok(()) }
        });
        (seen.into_inner(), reports)
    }

    #[test]
    fn nothing_runs_after_a_failure() {
        let (seen, reports) = rehearse("format", false);
        assert_eq!(seen, ["tools", "format"]);
        assert!(summary_line(&reports[1]).ends_with("FAILED"));
        assert!(summary_line(&reports[2]).ends_with("not run"));
    }

    #[test]
    fn keeping_going_runs_the_rest_and_still_fails() {
        let (seen, reports) = rehearse("format", true);
        assert_eq!(seen, step_names());
        assert!(verdict(&reports).is_err());
    }

    #[test]
    fn the_last_words_of_a_failure_name_the_step_and_the_command() {
        let (_, reports) = rehearse("lints", false);
        let message = verdict(&reports).expect_err("a step failed");
        assert!(message.contains("Step `lints` failed: `the command` failed."), "{message}");
    }

    #[test]
    fn steps_run_in_the_order_of_the_list() {
        let plan = Plan::new(&["docs", "tools"], false);
        let names: Vec<_> = plan.steps.iter().map(|step| step.name).collect();
        assert_eq!(names, ["tools", "docs"]);
    }
}
