//! Packages of the system: which of them a run lacks, and their installation where that needs no password.
//!
//! A run says what it will install before it starts; `--no-install` declines, and the tests that need a missing
//! package are skipped. Only the package manager writes outside the project.

use xshell::cmd;

use crate::workspace::Workspace;

/// Packages that are installed together, so that one missing from this system affects only its own group.
pub(crate) type Group = &'static [&'static str];

/// Keep Debian's packages from starting their services: the tests start servers of their own on free ports. The first
/// two are for System V scripts, which start nothing in run level 1; the third is for `systemctl`, which then contacts
/// no service manager. The last keeps packages from asking questions.
const ENVIRONMENT: [&str; 4] =
    ["RUNLEVEL=1", "PREVLEVEL=N", "SYSTEMD_OFFLINE=1", "DEBIAN_FRONTEND=noninteractive"];

/// Lists what is about to be installed and how to decline, if anything is missing.
pub(crate) fn announcement(workspace: &Workspace, missing: &[Group]) -> Option<String> {
    let packages = missing.concat().join(" ");
    (!packages.is_empty())
        .then(|| announce(&packages, workspace.may_install, permission(workspace).is_some()))
}

fn announce(packages: &str, may_install: bool, has_permission: bool) -> String {
    let by_hand = format!("To install them: sudo apt-get install --no-install-recommends {packages}");
    match (may_install, has_permission) {
        (true, true) => format!(
            "These packages of the system are missing and will be installed by apt-get: {packages}\n\
             To leave the system as it is and skip the tests that need them: cargo xtask test --no-install"
        ),
        (true, false) => format!(
            "These packages are missing, and apt-get cannot install them here without a password: {packages}\n\
             The tests that need them are skipped. {by_hand}"
        ),
        (false, _) => {
            format!("These packages are missing: {packages}\nThe tests that need them are skipped. {by_hand}")
        }
    }
}

/// Installs the groups if that is allowed. Failures are printed; the caller looks at what is there afterwards.
pub(crate) fn install(workspace: &Workspace, groups: &[Group]) {
    let Some(permission) = permission(workspace).filter(|_| workspace.may_install && !groups.is_empty())
    else {
        return;
    };
    // A fresh machine has no lists of packages, and old ones name files that are gone.
    apt_get(workspace, permission, &["update"]);
    for packages in groups {
        apt_get(workspace, permission, &[&["install", "-y", "--no-install-recommends"], *packages].concat());
    }
}

/// The words before `apt-get`, if it may be used at all. `sudo -n` fails where it would ask for a password.
fn permission(workspace: &Workspace) -> Option<&'static [&'static str]> {
    workspace.find_program("apt-get")?;
    let sh = &workspace.shell;
    match cmd!(sh, "id -u").quiet().read().ok()?.as_str() {
        "0" => Some(&[]),
        _ => cmd!(sh, "sudo -n true").quiet().ignore_stderr().run().ok().map(|()| &["sudo", "-n"][..]),
    }
}

/// The variables are set by `env`, because `sudo` does not pass them on.
fn apt_get(workspace: &Workspace, permission: &[&str], arguments: &[&str]) {
    let words = [permission, &["env"], &ENVIRONMENT, &["apt-get"], arguments].concat();
    let (program, rest) = (words[0], &words[1..]);
    if let Err(error) = cmd!(workspace.shell, "{program} {rest...}").run() {
        println!("{error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installing_is_announced_with_the_way_to_decline() {
        let message = announce("chromium redis-server", true, true);
        assert!(message.contains("will be installed by apt-get: chromium redis-server"), "{message}");
        assert!(message.contains("--no-install"), "{message}");
    }

    #[test]
    fn without_consent_or_permission_nothing_is_promised_and_the_command_is_shown() {
        for (may_install, has_permission) in [(true, false), (false, true), (false, false)] {
            let message = announce("nginx", may_install, has_permission);
            assert!(!message.contains("will be installed"), "{message}");
            assert!(message.contains("sudo apt-get install --no-install-recommends nginx"), "{message}");
        }
    }
}
