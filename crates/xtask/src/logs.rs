//! A large log for the page's checks, and the command's report on it.

use std::fs::{self, File};

use xshell::cmd;

use crate::error::Result;
use crate::workspace::Workspace;

/// Five days of the sample: 100 MB.
const DAYS: &str = "5";
const LIMIT: [&str; 8] = ["--limit", "60/m", "--burst", "20", "--busiest", "8", "--frontier", "--json"];

/// The folder with both files: `five-days.log` and `native.json`.
const FOLDER: &str = "logs";
/// The environment variable that passes its path to the checks.
pub(crate) const VARIABLE: &str = "RATELAB_LOGS";

pub(crate) fn folder(workspace: &Workspace) -> std::path::PathBuf {
    workspace.in_target(FOLDER)
}

/// Generates the log and runs the command on it.
pub(crate) fn prepare(workspace: &Workspace) -> Result {
    let folder = folder(workspace);
    fs::create_dir_all(&folder)?;
    cmd!(workspace.shell, "cargo build --workspace --all-features --bin ratelab").run()?;
    let program = workspace.in_target("debug/ratelab");
    let log = folder.join("five-days.log");
    let mut sample = std::process::Command::new(&program);
    let status = sample.args(["sample", "--times", DAYS]).stdout(File::create(&log)?).status()?;
    status.success().then_some(()).ok_or("`ratelab sample` failed; it says why above.")?;
    let report = cmd!(workspace.shell, "{program} calibrate {log} {LIMIT...}").quiet().read()?;
    fs::write(folder.join("native.json"), report)?;
    Ok(())
}
