//! Packages of the system, installed where that needs no password.

use xshell::cmd;

use crate::workspace::Workspace;

/// Installs each group for itself, so that a package which this system lacks spoils only its own group.
/// Failures are printed; the caller looks at what is there afterwards.
pub(crate) fn install(workspace: &Workspace, groups: &[&[&str]]) {
    let Some(permission) = permission(workspace) else {
        println!("There is no `apt-get` here that works without a password: nothing is installed.");
        return;
    };
    // A fresh machine has no lists of packages, and old ones name files that are gone.
    apt_get(workspace, permission, &["update"]);
    for packages in groups {
        apt_get(workspace, permission, &[&["install", "-y", "--no-install-recommends"], *packages].concat());
    }
}

/// Installs as [`install`] does, and keeps services from being started: the tests start their own, and what listens
/// on a port of this machine is not ours to decide.
pub(crate) fn install_idle(workspace: &Workspace, groups: &[&[&str]]) {
    let Some(permission) = permission(workspace) else { return install(workspace, groups) };
    apt_get(workspace, permission, &["update"]);
    for packages in groups {
        run(workspace, &[permission, &["sh", "-c", IDLE, "sh"], *packages].concat());
    }
}

/// Debian asks this file before it starts a service. One that is there says what this machine wants, and stays as it
/// is; ours is gone at the end, however that comes about.
const IDLE: &str = r#"
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' > "$policy"
    chmod 755 "$policy"
fi
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
"#;

/// The words before `apt-get`, if it may be used at all. `sudo -n` fails where it would ask for a password:
/// nobody may be there to answer.
fn permission(workspace: &Workspace) -> Option<&'static [&'static str]> {
    workspace.find_program("apt-get")?;
    let sh = &workspace.shell;
    match cmd!(sh, "id -u").read().ok()?.as_str() {
        "0" => Some(&[]),
        _ => cmd!(sh, "sudo -n true").run().ok().map(|()| &["sudo", "-n"][..]),
    }
}

/// The variable keeps packages from asking questions. It is set by `env`, because `sudo` does not pass it on.
fn apt_get(workspace: &Workspace, permission: &[&str], arguments: &[&str]) {
    run(workspace, &[permission, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"], arguments].concat());
}

fn run(workspace: &Workspace, words: &[&str]) {
    let (program, rest) = (words[0], &words[1..]);
    if let Err(error) = cmd!(workspace.shell, "{program} {rest...}").run() {
        println!("{error}");
    }
}
