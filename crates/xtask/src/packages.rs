//! What a run installs outside the project: system packages, where that needs no password, and parts of Rust's
//! toolchain.
//!
//! A run lists them before it starts; `--no-install` declines, and the tests that need something missing are skipped.
//! Only apt-get and rustup write outside the project.

use xshell::cmd;

use crate::workspace::Workspace;

/// Packages that are installed together, so that an unavailable one affects only its group.
pub(crate) type Group = &'static [&'static str];

/// Keep Debian's packages from starting their services: the tests start their own servers on free ports. The first
/// two are for System V scripts, which start nothing in run level 1; the third is for `systemctl`, which then contacts
/// no service manager. The last keeps packages from asking questions.
const ENVIRONMENT: [&str; 4] =
    ["RUNLEVEL=1", "PREVLEVEL=N", "SYSTEMD_OFFLINE=1", "DEBIAN_FRONTEND=noninteractive"];

/// The things that the steps of a run need and this machine lacks.
pub(crate) struct Missing {
    pub(crate) packages: Vec<Group>,
    /// The commands of rustup that install the missing parts of Rust's toolchain.
    pub(crate) rustup: Vec<String>,
}

/// Lists what is about to be installed and how to decline, if anything is missing.
pub(crate) fn announcement(workspace: &Workspace, missing: &Missing) -> Option<String> {
    let packages = missing.packages.concat().join(" ");
    let system = (!packages.is_empty())
        .then(|| announce_packages(&packages, workspace.may_install, permission(workspace).is_some()));
    let rustup =
        (!missing.rustup.is_empty()).then(|| announce_rustup(&missing.rustup, workspace.may_install));
    let parts: Vec<_> = [system, rustup].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

fn announce_packages(packages: &str, may_install: bool, has_permission: bool) -> String {
    let by_hand = format!("To install them: sudo apt-get install --no-install-recommends {packages}");
    match (may_install, has_permission) {
        (true, true) => format!(
            "These system packages are missing and will be installed by apt-get: {packages}\n\
             To leave the system as it is and skip the tests that need them, add --no-install."
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

fn announce_rustup(commands: &[String], may_install: bool) -> String {
    let list = commands.join("\n  ");
    match may_install {
        true => format!(
            "Parts of Rust's toolchain are missing and will be installed by rustup:\n  {list}\n\
             To leave the toolchain as it is, add --no-install."
        ),
        false => format!("Parts of Rust's toolchain are missing. To install them:\n  {list}"),
    }
}

/// Installs the groups if that is allowed. Failures are printed; callers check which programs exist afterwards.
pub(crate) fn install(workspace: &Workspace, groups: &[Group]) {
    let Some(permission) = permission(workspace).filter(|_| workspace.may_install && !groups.is_empty())
    else {
        return;
    };
    // A new machine has no package lists, and old lists name files that were removed.
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
        let message = announce_packages("chromium redis-server", true, true);
        assert!(message.contains("will be installed by apt-get: chromium redis-server"), "{message}");
        assert!(message.contains("--no-install"), "{message}");
    }

    #[test]
    fn without_consent_or_permission_nothing_is_promised_and_the_command_is_shown() {
        for (may_install, has_permission) in [(true, false), (false, true), (false, false)] {
            let message = announce_packages("nginx", may_install, has_permission);
            assert!(!message.contains("will be installed"), "{message}");
            assert!(message.contains("sudo apt-get install --no-install-recommends nginx"), "{message}");
        }
    }

    #[test]
    fn parts_of_the_toolchain_are_announced_with_their_commands() {
        let commands = ["rustup toolchain install 1.85.0".to_owned()];
        for (may_install, promise) in [(true, "will be installed by rustup"), (false, "To install them")] {
            let message = announce_rustup(&commands, may_install);
            assert!(message.contains(promise), "{message}");
            assert!(message.contains(&commands[0]), "{message}");
            assert_eq!(message.contains("--no-install"), may_install, "{message}");
        }
    }

    #[test]
    fn a_run_that_lacks_nothing_announces_nothing() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        assert_eq!(announcement(&workspace, &Missing { packages: vec![], rustup: vec![] }), None);
    }
}
