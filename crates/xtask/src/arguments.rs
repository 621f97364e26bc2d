//! From the words of the command line to the task they ask for.
//!
//! Pure: nothing is run and nothing is printed, so a mistyped word can never start a build.

use crate::test::{self, Plan};

/// What one call of `cargo xtask` is to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Task {
    Help,
    ListSteps,
    Test(Plan),
    Bench,
    Serve(u16),
    Build,
}

/// Reads the words after `cargo xtask`. The error names the word that was not understood.
pub(crate) fn parse(words: &[String]) -> Result<Task, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if asks_for_help(&words) {
        return Ok(Task::Help);
    }
    match words[0] {
        "test" => parse_test(&words[1..]),
        "serve" => parse_serve(&words[1..]),
        "bench" => without_options("bench", &words[1..], Task::Bench),
        "build" => without_options("build", &words[1..], Task::Build),
        unknown => Err(format!("There is no command `{unknown}`.")),
    }
}

fn asks_for_help(words: &[&str]) -> bool {
    matches!(words.first(), None | Some(&"help")) || words.contains(&"--help") || words.contains(&"-h")
}

fn without_options(command: &str, words: &[&str], task: Task) -> Result<Task, String> {
    match words.first() {
        None => Ok(task),
        Some(unknown) => Err(unknown_option(command, unknown)),
    }
}

fn parse_test(words: &[&str]) -> Result<Task, String> {
    let mut named = Vec::new();
    let mut keep_going = false;
    let mut list = false;
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        match word {
            "--list" => list = true,
            "--keep-going" => keep_going = true,
            "--step" => named.push(step_name(rest.next())?),
            unknown => return Err(unknown_option("test", unknown)),
        }
    }
    Ok(if list { Task::ListSteps } else { Task::Test(Plan::new(&named, keep_going)) })
}

fn step_name<'word>(word: Option<&&'word str>) -> Result<&'word str, String> {
    let known = test::step_names();
    match word {
        None => Err(format!("`--step` needs a name after it. {}", choices(&known))),
        Some(name) if known.contains(name) => Ok(name),
        Some(name) => Err(format!("There is no step `{name}`. {}", choices(&known))),
    }
}

fn choices(names: &[&str]) -> String {
    format!("The steps are: `{}`.", names.join("`, `"))
}

/// Where the page is served unless another port is given.
const PORT: u16 = 8_080;

fn parse_serve(words: &[&str]) -> Result<Task, String> {
    match words {
        [] => Ok(Task::Serve(PORT)),
        ["--port"] => Err("`--port` needs a number after it, 1 to 65535.".to_owned()),
        ["--port", number] => read_port(number).map(Task::Serve),
        ["--port", _, unknown, ..] | [unknown, ..] => Err(unknown_option("serve", unknown)),
    }
}

fn read_port(number: &str) -> Result<u16, String> {
    match number.parse::<u16>() {
        Ok(port @ 1..) => Ok(port),
        _ => Err(format!("`--port {number}` is not a port: give a whole number, 1 to 65535.")),
    }
}

fn unknown_option(command: &str, word: &str) -> String {
    format!("`{command}` does not know `{word}`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &[&str]) -> Result<Task, String> {
        parse(&line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    fn complaint(line: &[&str]) -> String {
        parse_line(line).expect_err("the line must be refused")
    }

    #[test]
    fn asking_for_help_never_starts_work() {
        for line in [&[][..], &["help"], &["--help"], &["test", "--help"], &["bench", "-h"]] {
            assert_eq!(parse_line(line), Ok(Task::Help), "{line:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_word_that_was_not_understood() {
        assert!(complaint(&["tset"]).contains("`tset`"));
        assert!(complaint(&["bench", "--fast"]).contains("`--fast`"));
        assert!(complaint(&["test", "format"]).contains("`format`"));
        assert!(complaint(&["serve", "--port", "80", "--open"]).contains("`--open`"));
    }

    #[test]
    fn test_without_options_runs_every_step_and_stops_at_the_first_failure() {
        assert_eq!(parse_line(&["test"]), Ok(Task::Test(Plan::new(&test::step_names(), false))));
    }

    #[test]
    fn steps_can_be_named_several_times_over() {
        let plan = Plan::new(&["format", "docs"], true);
        let line = ["test", "--step", "docs", "--keep-going", "--step", "format", "--step", "docs"];
        assert_eq!(parse_line(&line), Ok(Task::Test(plan)));
    }

    #[test]
    fn an_unknown_step_is_answered_with_all_the_names() {
        let message = complaint(&["test", "--step", "fmt"]);
        assert!(message.contains("`fmt`"));
        for name in test::step_names() {
            assert!(message.contains(name), "{name} is missing from: {message}");
        }
    }

    #[test]
    fn a_step_without_a_name_is_refused_instead_of_running_everything() {
        assert!(complaint(&["test", "--step"]).contains("needs a name"));
    }

    #[test]
    fn only_a_port_that_can_be_listened_on_is_taken() {
        assert_eq!(parse_line(&["serve"]), Ok(Task::Serve(PORT)));
        assert_eq!(parse_line(&["serve", "--port", "9000"]), Ok(Task::Serve(9_000)));
        for port in ["0", "65536", "-1", "http", ""] {
            assert!(complaint(&["serve", "--port", port]).contains("1 to 65535"), "{port}");
        }
        assert!(complaint(&["serve", "--port"]).contains("needs a number"));
    }
}
