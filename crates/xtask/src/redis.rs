//! Redis, for the tests of `crates/redis`: each test starts its own server on a free port.

use xshell::cmd;

use crate::error::Result;
use crate::packages::{self, Group};
use crate::report::Skipped;
use crate::tools;
use crate::workspace::Workspace;

/// The programs that the tests run, and their Debian packages.
const PROGRAMS: [&str; 2] = ["redis-server", "redis-cli"];
const PACKAGES: Group = &["redis-server", "redis-tools"];

/// Returns the packages of Redis if it is missing.
pub(crate) fn missing_packages(workspace: &Workspace) -> Vec<Group> {
    if is_here(workspace) { vec![] } else { vec![PACKAGES] }
}

/// Installs Redis where possible.
pub(crate) fn ensure(workspace: &Workspace) -> Result {
    packages::install(workspace, &missing_packages(workspace));
    require(workspace)
}

/// Returns whether tests that need Redis may be skipped.
pub(crate) fn demand(workspace: &Workspace) -> &'static str {
    if is_here(workspace) { "required" } else { "optional" }
}

/// Runs the client code that the page shows for other languages, unchanged, against a real server.
pub(crate) fn test_clients(workspace: &Workspace) -> Result {
    require(workspace)?;
    if workspace.find_program("python3").is_none() {
        return Err(Skipped("`python3` is not on PATH: the Python client was not run.".to_owned()).into());
    }
    tools::ensure_redis_client(workspace)?;
    let target = workspace.in_target("");
    Ok(cmd!(workspace.shell, "node tests/redis/clients.mjs {target}").run()?)
}

fn is_here(workspace: &Workspace) -> bool {
    PROGRAMS.iter().all(|program| workspace.find_program(program).is_some())
}

/// Skips the step if Redis is missing.
pub(crate) fn require(workspace: &Workspace) -> Result {
    if is_here(workspace) {
        return Ok(());
    }
    Err(Skipped(format!(
        "Redis is not installed: the tests on a real server were skipped. `{}` must be on PATH. `cargo xtask test \
         --step redis` installs them where `apt-get` needs no password. By hand, on Debian: `sudo apt-get install {}`.",
        PROGRAMS.join("` and `"),
        PACKAGES.join(" "),
    ))
    .into())
}
