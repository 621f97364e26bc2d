//! Parses the command line into a task.
//!
//! Parsing runs nothing and prints nothing, so a mistyped word can never start a build.

use std::ffi::OsString;

use lexopt::prelude::*;

use crate::error::Result;
use crate::steps::{self, Options, Plan, Step};

/// The task of one `cargo xtask` command.
#[derive(Debug, PartialEq)]
pub(crate) enum Task {
    Help,
    ListSteps,
    Test(Plan),
    /// One step in a separate process. Only the runner uses this.
    Step(&'static Step),
    Bench {
        no_install: bool,
    },
    Serve {
        port: u16,
        no_install: bool,
    },
    Build {
        no_install: bool,
    },
    Scripts,
}

/// The command that the runner uses to start a single step.
pub(crate) const RUN_STEP: &str = "run-step";

/// The port of the playground, unless another is given.
const PORT: u16 = 8_080;

/// Parses the words after `cargo xtask`. An error names the unexpected word.
pub(crate) fn parse(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Task> {
    let mut words = lexopt::Parser::from_args(words);
    let command = match words.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Task::Help),
        Some(Value(command)) => command.string()?,
        Some(option) => return Err(option.unexpected().into()),
    };
    match command.as_str() {
        "help" => Ok(Task::Help),
        "test" => parse_test(&mut words),
        "serve" => parse_serve(&mut words),
        "bench" => parse_no_install(&mut words, |no_install| Task::Bench { no_install }),
        "build" => parse_no_install(&mut words, |no_install| Task::Build { no_install }),
        "scripts" => without_options(&mut words, Task::Scripts),
        RUN_STEP => Ok(Task::Step(steps::named(&words.value()?.string()?)?)),
        _ => Err(format!("there is no command `{command}`").into()),
    }
}

fn without_options(words: &mut lexopt::Parser, task: Task) -> Result<Task> {
    match words.next()? {
        None => Ok(task),
        Some(Short('h') | Long("help")) => Ok(Task::Help),
        Some(other) => Err(other.unexpected().into()),
    }
}

fn parse_test(words: &mut lexopt::Parser) -> Result<Task> {
    let (mut names, mut options, mut list) = (Vec::new(), Options::default(), false);
    while let Some(word) = words.next()? {
        match word {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("list") => list = true,
            Long("keep-going") => options.keep_going = true,
            Long("no-install") => options.no_install = true,
            Long("no-skip") => options.no_skip = true,
            Long("quick") => options.quick = true,
            Long("step") => names.push(words.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(if list { Task::ListSteps } else { Task::Test(Plan::new(&names, options)?) })
}

/// Parses the words after a command whose only option is `--no-install`.
fn parse_no_install(words: &mut lexopt::Parser, task: fn(bool) -> Task) -> Result<Task> {
    let mut no_install = false;
    while let Some(word) = words.next()? {
        match word {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("no-install") => no_install = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(task(no_install))
}

fn parse_serve(words: &mut lexopt::Parser) -> Result<Task> {
    let (mut port, mut no_install) = (PORT, false);
    while let Some(word) = words.next()? {
        match word {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("no-install") => no_install = true,
            Long("port") => port = read_port(&words.value()?.string()?)?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Task::Serve { port, no_install })
}

fn read_port(number: &str) -> Result<u16> {
    match number.parse::<u16>() {
        Ok(port @ 1..) => Ok(port),
        _ => Err(format!("`--port {number}` is not a port: give a whole number, 1 to 65535").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(line: &[&str]) -> Task {
        parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    fn complaint(line: &[&str]) -> String {
        parse(line).expect_err("the line must be refused").to_string()
    }

    #[test]
    fn asking_for_help_never_starts_work() {
        for line in [&[][..], &["help"], &["--help"], &["test", "--help"], &["bench", "-h"], &["serve", "-h"]]
        {
            assert_eq!(task(line), Task::Help, "{line:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_word_that_makes_no_sense() {
        assert!(complaint(&["tset"]).contains("tset"));
        assert!(complaint(&["bench", "--fast"]).contains("--fast"));
        assert!(complaint(&["test", "format"]).contains("format"));
        assert!(complaint(&["serve", "--port", "80", "--open"]).contains("--open"));
    }

    #[test]
    fn test_without_options_runs_every_step_and_stops_at_the_first_failure() {
        let Task::Test(plan) = task(&["test"]) else { panic!("a test run") };
        assert_eq!((plan.steps.len(), plan.keep_going, plan.live), (steps::STEPS.len(), false, false));
        assert!(!plan.no_install);
    }

    #[test]
    fn a_quick_run_installs_nothing_and_has_few_steps() {
        let Task::Test(plan) = task(&["test", "--quick"]) else { panic!("a test run") };
        let names: Vec<_> = plan.steps.iter().map(|step| step.name).collect();
        assert_eq!(names, ["format", "script tests", "lints", "native tests"]);
        assert!(plan.no_install && plan.quick);
        assert!(complaint(&["test", "--quick", "--step", "docs"]).contains("--quick"));
    }

    #[test]
    fn installing_can_be_declined() {
        let Task::Test(plan) = task(&["test", "--no-install"]) else { panic!("a test run") };
        assert!(plan.no_install);
        assert_eq!(task(&["serve", "--no-install"]), Task::Serve { port: PORT, no_install: true });
        assert_eq!(task(&["build", "--no-install"]), Task::Build { no_install: true });
        assert_eq!(task(&["bench", "--no-install"]), Task::Bench { no_install: true });
        assert_eq!(task(&["build"]), Task::Build { no_install: false });
    }

    #[test]
    fn skipping_can_be_a_failure() {
        let Task::Test(plan) = task(&["test", "--no-skip"]) else { panic!("a test run") };
        assert!(plan.no_skip);
        let Task::Test(plan) = task(&["test"]) else { panic!("a test run") };
        assert!(!plan.no_skip);
    }

    #[test]
    fn a_step_without_a_name_is_refused_instead_of_running_everything() {
        assert!(complaint(&["test", "--step"]).contains("--step"));
    }

    #[test]
    fn only_a_port_that_a_server_can_use_is_accepted() {
        assert_eq!(task(&["serve"]), Task::Serve { port: PORT, no_install: false });
        assert_eq!(task(&["serve", "--port", "9000"]), Task::Serve { port: 9_000, no_install: false });
        for port in ["0", "65536", "-1", "http", ""] {
            assert!(complaint(&["serve", "--port", port]).contains("1 to 65535"), "{port}");
        }
        assert!(complaint(&["serve", "--port"]).contains("--port"));
    }
}
