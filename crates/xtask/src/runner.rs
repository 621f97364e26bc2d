//! Runs the steps of a plan: side by side with a log each, or one by one with their output on the screen.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::RUN_STEP;
use crate::error::Result;
use crate::packages;
use crate::report::{self, Outcome, Report};
use crate::schedule::Schedule;
use crate::steps::{Plan, QUICKLY, Step};
use crate::temporary::TemporaryFolder;
use crate::workspace::{NO_INSTALL, Workspace};

/// The exit status of a step that was skipped, as automake and others have it.
const SKIPPED: u8 = 77;

/// Runs the steps of a test run, and prints a summary.
pub(crate) fn test(workspace: &Workspace, plan: &Plan) -> Result {
    let began = Instant::now();
    announce(workspace, plan);
    let reports = run_all(workspace, plan)?;
    println!("\n== summary");
    reports.iter().for_each(|report| println!("{}", report.line()));
    println!("\n{}", report::verdict(&reports, began.elapsed())?);
    if plan.no_skip { Ok(report::require_all(&reports)?) } else { Ok(()) }
}

/// Builds the page and the steps that it needs.
pub(crate) fn build_site(workspace: &Workspace) -> Result {
    let (began, plan) = (Instant::now(), Plan::for_site());
    announce(workspace, &plan);
    println!("{}", report::verdict(&run_all(workspace, &plan)?, began.elapsed())?);
    Ok(())
}

/// Prints what the run is about to install outside the project.
fn announce(workspace: &Workspace, plan: &Plan) {
    if let Some(announcement) = packages::announcement(workspace, &plan.missing(workspace)) {
        println!("{announcement}\n");
    }
}

/// Returns a report per step in the order of the plan, including steps that did not run.
fn run_all(workspace: &Workspace, plan: &Plan) -> Result<Vec<Report>> {
    let mut reports = if plan.live { one_by_one(workspace, plan)? } else { side_by_side(workspace, plan)? };
    let mut take = |step: &Step| {
        let at = reports.iter().position(|report| report.name == step.name);
        at.map_or_else(|| report_on(step, Outcome::NotRun, Instant::now()), |at| reports.swap_remove(at))
    };
    Ok(plan.steps.iter().map(|step| take(step)).collect())
}

/// Runs one step for `side_by_side`; its last line is the reason if it fails.
pub(crate) fn run_as_child(workspace: &Workspace, step: &Step) -> ExitCode {
    let (reason, code) = match Outcome::from((step.check)(workspace)) {
        Outcome::Passed | Outcome::NotRun => return ExitCode::SUCCESS,
        Outcome::Failed(reason) => (reason, ExitCode::FAILURE),
        Outcome::Skipped(reason) => (reason, ExitCode::from(SKIPPED)),
    };
    println!("{reason}");
    code
}

fn one_by_one(workspace: &Workspace, plan: &Plan) -> Result<Vec<Report>> {
    let temporary = TemporaryFolder::create(workspace)?;
    for (name, value) in settings(workspace, plan, &temporary) {
        workspace.shell.set_var(name, value);
    }
    let mut schedule = Schedule::new(&plan.steps, 1, plan.keep_going);
    let mut reports = Vec::new();
    while let Some(step) = schedule.start() {
        println!("\n== {}: {}", step.name, step.promise);
        let began = Instant::now();
        let report = report_on(step, (step.check)(workspace).into(), began);
        schedule.end(step, report.failed());
        reports.push(report);
    }
    Ok(reports)
}

fn side_by_side(workspace: &Workspace, plan: &Plan) -> Result<Vec<Report>> {
    // Looked up once, because a build may replace the file during the run.
    let program = env::current_exe()?;
    let logs = workspace.in_target("steps");
    fs::create_dir_all(&logs)?;
    let temporary = TemporaryFolder::create(workspace)?;
    let settings = settings(workspace, plan, &temporary);
    let mut schedule = Schedule::new(&plan.steps, cores(), plan.keep_going);
    let mut screen = Screen::new(plan.steps.len());
    let (sender, receiver) = mpsc::channel();
    loop {
        while let Some(step) = schedule.start() {
            screen.started(step);
            let log = logs.join(format!("{}.log", step.name));
            start(step, child(&program, step, &settings), log, sender.clone());
        }
        if schedule.is_idle() {
            return Ok(screen.reports);
        }
        let (step, report, log) = next_end(&receiver, &screen);
        schedule.end(step, report.failed());
        screen.ended(step, report, &log);
    }
}

/// Browsers and cargo use several threads each, so more than a few steps at a time gain nothing.
fn cores() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().clamp(1, 4))
}

type End = (&'static Step, Report, PathBuf);

fn next_end(receiver: &Receiver<End>, screen: &Screen) -> End {
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(end) => return end,
            Err(_) => screen.show_running(),
        }
    }
}

/// The environment variables that pass the run's options to a step.
fn settings(
    workspace: &Workspace,
    plan: &Plan,
    temporary: &TemporaryFolder,
) -> Vec<(&'static str, OsString)> {
    let flags = [(NO_INSTALL, !workspace.may_install), (QUICKLY, plan.quick)];
    let set = flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (name, "1".into()));
    set.chain([("TMPDIR", temporary.path().into())]).collect()
}

fn child(program: &Path, step: &Step, settings: &[(&str, OsString)]) -> Command {
    let mut command = Command::new(program);
    command.args([RUN_STEP, step.name]).stdin(Stdio::null());
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command
}

fn start(step: &'static Step, mut command: Command, log: PathBuf, sender: Sender<End>) {
    let began = Instant::now();
    thread::spawn(move || {
        let outcome = run_into(&mut command, &log).unwrap_or_else(|error| Outcome::Failed(error.to_string()));
        // The receiver is gone if the run was cancelled.
        let _ = sender.send((step, report_on(step, outcome, began), log));
    });
}

fn run_into(command: &mut Command, log: &PathBuf) -> io::Result<Outcome> {
    let file = File::create(log)?;
    let status = command.stdout(file.try_clone()?).stderr(file).status()?;
    let reason = || Ok(fs::read_to_string(log)?.lines().last().unwrap_or_default().to_owned());
    match status.code() {
        Some(0) => Ok(Outcome::Passed),
        Some(code) if code == i32::from(SKIPPED) => reason().map(Outcome::Skipped),
        _ => reason().map(Outcome::Failed),
    }
}

fn report_on(step: &Step, outcome: Outcome, began: Instant) -> Report {
    Report { name: step.name, took: began.elapsed(), outcome }
}

/// The output of a parallel run: a line when a step starts and when it ends, the log of a step that fails, and on
/// a terminal the running steps.
struct Screen {
    steps: usize,
    running: Vec<(&'static Step, Instant)>,
    reports: Vec<Report>,
    is_terminal: bool,
}

impl Screen {
    fn new(steps: usize) -> Self {
        let is_terminal = io::stdout().is_terminal();
        Self { steps, running: Vec::new(), reports: Vec::new(), is_terminal }
    }

    fn started(&mut self, step: &'static Step) {
        self.running.push((step, Instant::now()));
        let Step { name, promise, first, .. } = step;
        self.print(&format!("           started  {name}: {promise} (the first time about {first} s)"));
    }

    fn ended(&mut self, step: &'static Step, report: Report, log: &PathBuf) {
        self.running.retain(|(other, _)| *other != step);
        if report.failed() {
            let output = fs::read(log).unwrap_or_default();
            self.print(&format!("\n== the output of {}\n{}", step.name, String::from_utf8_lossy(&output)));
        }
        self.print(&format!("{}, {} of {}", report.line(), self.reports.len() + 1, self.steps));
        self.reports.push(report);
    }

    /// Overwrites the line with the running steps.
    fn print(&self, line: &str) {
        let clear = if self.is_terminal { "\r\x1b[2K" } else { "" };
        println!("{clear}{line}");
    }

    fn show_running(&self) {
        if self.is_terminal {
            let running = self.running.iter();
            let words: Vec<_> = running
                .map(|(step, began)| format!("{} {} s", step.name, began.elapsed().as_secs()))
                .collect();
            print!("\r\x1b[2Krunning: {}", words.join(", "));
            let _ = io::stdout().flush();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns the outcome of a step that runs this script, and its log.
    fn outcome_of(name: &str, script: &str) -> (Outcome, String) {
        let log = env::temp_dir().join(format!("ratelab-{}-{name}.log", std::process::id()));
        let outcome = run_into(Command::new("sh").args(["-c", script]), &log).expect("a shell");
        let text = fs::read_to_string(&log).expect("a log");
        fs::remove_file(log).expect("the log goes");
        (outcome, text)
    }

    #[test]
    fn a_step_reports_its_outcome_by_its_exit_status_and_its_last_line() {
        assert_eq!(outcome_of("passed", "echo fine").0, Outcome::Passed);
        assert_eq!(
            outcome_of("skipped", "echo no browser; exit 77").0,
            Outcome::Skipped("no browser".to_owned())
        );
        assert_eq!(
            outcome_of("failed", "echo much; echo the reason; exit 1").0,
            Outcome::Failed("the reason".to_owned())
        );
    }

    #[test]
    fn a_log_has_both_streams_in_order() {
        assert_eq!(outcome_of("streams", "echo one; echo two >&2; echo three").1, "one\ntwo\nthree\n");
    }

    #[test]
    fn a_step_that_prints_nothing_and_is_killed_has_failed() {
        assert_eq!(outcome_of("killed", "kill -9 $$").0, Outcome::Failed(String::new()));
    }
}
