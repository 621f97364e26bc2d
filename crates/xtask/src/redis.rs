//! Redis, for the tests of `crates/redis`: a real server, which each test starts for itself on a free port.

use xshell::cmd;

use crate::apt;
use crate::error::Result;
use crate::report::Skipped;
use crate::tools;
use crate::workspace::Workspace;

/// What the tests call, and the packages of Debian that have it.
const PROGRAMS: [&str; 2] = ["redis-server", "redis-cli"];
const PACKAGES: &[&str] = &["redis-server", "redis-tools"];

/// Installs Redis, as far as that is possible.
pub(crate) fn ensure(workspace: &Workspace) -> Result {
    if !is_here(workspace) {
        apt::install(workspace, &[PACKAGES]);
    }
    require(workspace)
}

/// Whether tests that need it may be skipped.
pub(crate) fn demand(workspace: &Workspace) -> &'static str {
    if is_here(workspace) { "required" } else { "optional" }
}

/// What the page shows for other languages, as it is shown, on a real server.
pub(crate) fn test_clients(workspace: &Workspace) -> Result {
    require(workspace)?;
    if workspace.find_program("python3").is_none() {
        return Err(Skipped(
            "PYTHON IS NOT HERE, SO ITS CLIENT WAS NOT RUN. Put `python3` on PATH.".to_owned(),
        )
        .into());
    }
    tools::ensure_redis_client(workspace)?;
    let target = workspace.in_target("");
    Ok(cmd!(workspace.shell, "node tests/redis/clients.mjs {target}").run()?)
}

fn is_here(workspace: &Workspace) -> bool {
    PROGRAMS.iter().all(|program| workspace.find_program(program).is_some())
}

/// Says what is not tested, if it is missing.
pub(crate) fn require(workspace: &Workspace) -> Result {
    if is_here(workspace) {
        return Ok(());
    }
    Err(Skipped(format!(
        "REDIS IS NOT HERE, SO NOTHING IS PROVEN ON A REAL SERVER. `{}` must be on PATH. `cargo xtask test --step \
         redis` installs them where `apt-get` needs no password. By hand, on Debian: `sudo apt-get install {}`.",
        PROGRAMS.join("` and `"),
        PACKAGES.join(" "),
    ))
    .into())
}
