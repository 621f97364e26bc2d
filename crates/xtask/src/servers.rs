//! Web servers, for the tests in `tests/servers`: each test starts its own, on free ports and as ordinary processes.

use std::path::Path;

use crate::apt;
use crate::error::Result;
use crate::report::Skipped;
use crate::workspace::Workspace;

/// What the tests call, and the packages of Debian that have it. Apache's has the program alone, without a service.
const PROGRAMS: [&str; 5] = ["nginx", "apache2", "haproxy", "varnishd", "varnishncsa"];
const PACKAGES: &[&[&str]] = &[&["nginx"], &["apache2-bin"], &["haproxy"], &["varnish"]];

/// Where Debian has programs that not everybody has on `PATH`.
const SYSTEM: &str = "/usr/sbin";

/// Installs the servers, as far as that is possible, and starts none of them.
pub(crate) fn ensure(workspace: &Workspace) -> Result {
    if !are_here(workspace) {
        apt::install_idle(workspace, PACKAGES);
    }
    require(workspace)
}

/// Whether tests that need them may be skipped. Those that are here are tested in any case.
pub(crate) fn demand(workspace: &Workspace) -> &'static str {
    if are_here(workspace) { "required" } else { "optional" }
}

fn missing(workspace: &Workspace) -> Vec<&'static str> {
    let is_here = |program: &str| {
        workspace.find_program(program).is_some() || Path::new(SYSTEM).join(program).is_file()
    };
    PROGRAMS.into_iter().filter(|program| !is_here(program)).collect()
}

fn are_here(workspace: &Workspace) -> bool {
    missing(workspace).is_empty()
}

/// Says what is not tested, if any is missing.
pub(crate) fn require(workspace: &Workspace) -> Result {
    let missing = missing(workspace);
    if missing.is_empty() {
        return Ok(());
    }
    Err(Skipped(format!(
        "`{}` ARE NOT HERE, SO WHAT THEY WRITE IS NOT READ BACK. `cargo xtask test --step servers` installs them where \
         `apt-get` needs no password. By hand, on Debian: `sudo apt-get install --no-install-recommends {}`.",
        missing.join("`, `"),
        PACKAGES.concat().join(" "),
    ))
    .into())
}
