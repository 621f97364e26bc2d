//! Web servers, for the tests in `tests/servers`: each test starts its own, on free ports and as ordinary processes.

use std::path::Path;

use crate::error::Result;
use crate::packages::{self, Group};
use crate::report::Skipped;
use crate::workspace::Workspace;

/// The programs that the tests call, and the Debian package of each.
const PROGRAMS: [(&str, Group); 5] = [
    ("nginx", &["nginx"]),
    ("apache2", &["apache2-bin"]),
    ("haproxy", &["haproxy"]),
    ("varnishd", &["varnish"]),
    ("varnishncsa", &["varnish"]),
];

/// The folder of Debian's programs that are not on every user's `PATH`.
const SYSTEM: &str = "/usr/sbin";

/// Returns the packages of missing servers.
pub(crate) fn missing_packages(workspace: &Workspace) -> Vec<Group> {
    let mut groups: Vec<Group> = missing(workspace).map(|(_, packages)| packages).collect();
    groups.dedup();
    groups
}

/// Installs the servers where possible.
pub(crate) fn ensure(workspace: &Workspace) -> Result {
    packages::install(workspace, &missing_packages(workspace));
    require(workspace)
}

/// Returns whether tests of missing servers may be skipped. Installed servers are always tested.
pub(crate) fn demand(workspace: &Workspace) -> &'static str {
    if missing(workspace).next().is_none() { "required" } else { "optional" }
}

fn missing(workspace: &Workspace) -> impl Iterator<Item = (&'static str, Group)> {
    let is_here = |program: &str| {
        workspace.find_program(program).is_some() || Path::new(SYSTEM).join(program).is_file()
    };
    PROGRAMS.into_iter().filter(move |(program, _)| !is_here(program))
}

/// Reports what is not tested, if any is missing.
pub(crate) fn require(workspace: &Workspace) -> Result {
    let programs: Vec<_> = missing(workspace).map(|(program, _)| program).collect();
    if programs.is_empty() {
        return Ok(());
    }
    Err(Skipped(format!(
        "`{}` not installed: the tests that read their logs were skipped. `cargo xtask test --step servers` installs \
         them where `apt-get` needs no password. By hand, on Debian: `sudo apt-get install --no-install-recommends \
         {}`.",
        programs.join("`, `"),
        missing_packages(workspace).concat().join(" "),
    ))
    .into())
}
