//! How the steps of a test run went, and the words in which that is told.

use std::time::Duration;

/// How one step went.
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) took: Duration,
    pub(crate) outcome: Outcome,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Passed,
    Failed(String),
    /// Could not be tried on this machine; says what is missing and how to get it. Nothing is wrong
    /// with the code, so this is no failure, but nothing is known either, so it must not be missed.
    Skipped(String),
    /// An earlier step had failed.
    NotRun,
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Passed)
    }
}

impl Report {
    pub(crate) fn failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }

    fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    fn skipped(&self) -> bool {
        matches!(self.outcome, Outcome::Skipped(_))
    }
}

pub(crate) fn print_summary(reports: &[Report]) {
    let width = reports.iter().map(|report| report.name.len()).max().unwrap_or(0);
    println!("\n== summary");
    for report in reports {
        println!("{}", summary_line(report, width));
    }
}

fn summary_line(report: &Report, width: usize) -> String {
    let name = report.name;
    let seconds = report.took.as_secs_f64();
    match &report.outcome {
        Outcome::Passed => format!("{name:<width$} {seconds:>7.1} s  passed"),
        Outcome::Failed(_) => format!("{name:<width$} {seconds:>7.1} s  FAILED"),
        Outcome::Skipped(reason) => format!("{name:<width$} {seconds:>7.1} s  SKIPPED: {reason}"),
        Outcome::NotRun => format!("{name:<width$} {:>7}    not run", ""),
    }
}

/// The last words: what passed, or else every failure once more, because its first mention has
/// scrolled away.
pub(crate) fn verdict(reports: &[Report], known: usize) -> Result<String, String> {
    let failures: Vec<String> = reports.iter().filter_map(failure).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let passed = reports.iter().filter(|report| report.passed()).count();
    let seconds: f64 = reports.iter().map(|report| report.took.as_secs_f64()).sum();
    Ok(format!("Passed: {passed} of {known} steps, in {seconds:.0} s.{}", skipped_words(reports)))
}

fn skipped_words(reports: &[Report]) -> String {
    match reports.iter().filter(|report| report.skipped()).count() {
        0 => String::new(),
        skipped => format!(" SKIPPED: {skipped}; the summary says what is missing."),
    }
}

fn failure(report: &Report) -> Option<String> {
    let Outcome::Failed(message) = &report.outcome else {
        return None;
    };
    let name = report.name;
    Some(format!("Step `{name}` failed: {message}\nTo run it alone: cargo xtask test --step \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcome: Outcome) -> Report {
        Report { name: "lints", took: Duration::from_secs(2), outcome }
    }

    fn skipped() -> Report {
        report(Outcome::Skipped("`firefox` is missing.".to_owned()))
    }

    fn failed() -> Report {
        report(Outcome::Failed("`the command` failed.".to_owned()))
    }

    #[test]
    fn each_outcome_has_its_own_line() {
        assert_eq!(summary_line(&report(Outcome::Passed), 6), "lints      2.0 s  passed");
        assert_eq!(summary_line(&failed(), 6), "lints      2.0 s  FAILED");
        assert_eq!(summary_line(&skipped(), 6), "lints      2.0 s  SKIPPED: `firefox` is missing.");
        assert!(summary_line(&report(Outcome::NotRun), 6).ends_with("not run"));
    }

    #[test]
    fn the_last_words_of_a_failure_name_the_step_and_the_command() {
        let message = verdict(&[report(Outcome::Passed), failed()], 9).expect_err("a step failed");
        assert!(message.contains("Step `lints` failed: `the command` failed."), "{message}");
    }

    #[test]
    fn a_skipped_step_is_no_failure_but_never_counts_as_passed() {
        let words = verdict(&[report(Outcome::Passed), skipped()], 9).expect("nothing failed");
        assert!(words.starts_with("Passed: 1 of 9 steps, in 4 s. SKIPPED: 1;"), "{words}");
    }

    #[test]
    fn a_skipped_step_does_not_hide_a_failure() {
        assert!(verdict(&[skipped(), failed()], 9).is_err());
    }

    #[test]
    fn a_run_without_skipped_steps_does_not_speak_of_them() {
        assert_eq!(verdict(&[report(Outcome::Passed)], 9), Ok("Passed: 1 of 9 steps, in 2 s.".to_owned()));
    }
}
