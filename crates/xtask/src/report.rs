//! The results of a run's steps, as text.

use std::error::Error;
use std::fmt;
use std::time::Duration;

/// The result of one step.
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) took: Duration,
    pub(crate) outcome: Outcome,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Passed,
    Failed(String),
    /// This machine lacks something; the text says what, and how to install it. The code may be right, so this is
    /// no failure. But it was not tested either, so this must be clearly visible.
    Skipped(String),
    /// An earlier step had failed.
    NotRun,
}

/// The error of a step that needs something this machine lacks.
#[derive(Debug)]
pub(crate) struct Skipped(pub(crate) String);

impl Error for Skipped {}

impl fmt::Display for Skipped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<crate::error::Result> for Outcome {
    fn from(result: crate::error::Result) -> Self {
        match result {
            Ok(()) => Self::Passed,
            Err(error) if error.is::<Skipped>() => Self::Skipped(error.to_string()),
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

impl Report {
    pub(crate) fn failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }

    pub(crate) fn line(&self) -> String {
        let (name, seconds) = (self.name, self.took.as_secs_f64());
        match &self.outcome {
            Outcome::Passed => format!("{seconds:>7.1} s  passed   {name}"),
            Outcome::Failed(_) => format!("{seconds:>7.1} s  FAILED   {name}"),
            Outcome::Skipped(reason) => format!("{seconds:>7.1} s  SKIPPED  {name}: {reason}"),
            Outcome::NotRun => format!("{:>7}    not run  {name}", ""),
        }
    }
}

/// The last lines: the number of passed steps, or every failure again, because the first mention has scrolled away.
pub(crate) fn verdict(reports: &[Report], took: Duration) -> Result<String, String> {
    let failures: Vec<String> = reports.iter().filter_map(failure).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let passed = reports.iter().filter(|report| report.outcome == Outcome::Passed).count();
    let skipped = match reports.len() - passed {
        0 => String::new(),
        skipped => format!(" SKIPPED: {skipped}; the summary says what is missing."),
    };
    Ok(format!("Passed: {passed} of {} steps, in {} s.{skipped}", reports.len(), took.as_secs()))
}

/// Fails if a step was skipped. The summary before it has the reasons.
pub(crate) fn require_all(reports: &[Report]) -> Result<(), String> {
    let is_skipped = |report: &&Report| matches!(report.outcome, Outcome::Skipped(_));
    let skipped: Vec<_> = reports.iter().filter(is_skipped).map(|report| report.name).collect();
    match skipped.is_empty() {
        true => Ok(()),
        false => Err(format!("Skipped, which --no-skip forbids: {}", skipped.join("; "))),
    }
}

fn failure(report: &Report) -> Option<String> {
    let Outcome::Failed(message) = &report.outcome else { return None };
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

    const TOOK: Duration = Duration::from_secs(3);

    #[test]
    fn each_outcome_has_its_own_line() {
        assert_eq!(report(Outcome::Passed).line(), "    2.0 s  passed   lints");
        assert_eq!(failed().line(), "    2.0 s  FAILED   lints");
        assert_eq!(skipped().line(), "    2.0 s  SKIPPED  lints: `firefox` is missing.");
        assert_eq!(report(Outcome::NotRun).line(), "           not run  lints");
    }

    #[test]
    fn the_last_words_of_a_failure_name_the_step_and_the_command() {
        let message = verdict(&[report(Outcome::Passed), failed()], TOOK).expect_err("a step failed");
        assert!(message.contains("Step `lints` failed: `the command` failed."), "{message}");
        assert!(message.contains("cargo xtask test --step \"lints\""), "{message}");
    }

    #[test]
    fn a_skipped_step_is_no_failure_but_never_counts_as_passed() {
        let words = verdict(&[report(Outcome::Passed), skipped()], TOOK).expect("nothing failed");
        assert!(words.starts_with("Passed: 1 of 2 steps, in 3 s. SKIPPED: 1;"), "{words}");
    }

    #[test]
    fn a_skipped_step_does_not_hide_a_failure() {
        assert!(verdict(&[skipped(), failed()], TOOK).is_err());
    }

    #[test]
    fn skipped_steps_can_be_forbidden() {
        let message = require_all(&[report(Outcome::Passed), skipped()]).expect_err("a step was skipped");
        assert_eq!(message, "Skipped, which --no-skip forbids: lints");
        assert_eq!(require_all(&[report(Outcome::Passed)]), Ok(()));
    }

    #[test]
    fn a_run_without_skipped_steps_does_not_speak_of_them() {
        let words = verdict(&[report(Outcome::Passed)], TOOK);
        assert_eq!(words, Ok("Passed: 1 of 1 steps, in 3 s.".to_owned()));
    }
}
