//! Installing packages of the system, where that can be done without asking anybody.

use std::process::Command;

use crate::process;
use crate::workspace::Workspace;

/// Installs these groups one by one, so that a package which this system does not have spoils only
/// its own group. What goes wrong is told on the spot; the caller looks at what is there afterwards.
pub(crate) fn install(workspace: &Workspace, groups: &[&[&str]]) {
    let Some(permission) = permission(workspace) else {
        println!("There is no `apt-get` here that could be used without a password: nothing is installed.");
        return;
    };
    // A fresh machine has no lists of packages, and old ones name files that are gone.
    tell(process::run(&mut apt_get(permission, &["update"])));
    for packages in groups {
        let arguments = [&["install", "-y", "--no-install-recommends"], *packages].concat();
        tell(process::run(&mut apt_get(permission, &arguments)));
    }
}

/// The words that must stand before `apt-get`, if it may be used at all.
fn permission(workspace: &Workspace) -> Option<&'static [&'static str]> {
    workspace.find_program("apt-get")?;
    let user = process::answer(Command::new("id").arg("-u"));
    if user.is_some_and(|number| number.trim() == "0") {
        return Some(&[]);
    }
    // `-n` makes it fail where it would ask for a password: nobody may be there to answer.
    process::answer(Command::new("sudo").args(["-n", "true"])).map(|_| &["sudo", "-n"][..])
}

/// The variable keeps packages from asking questions while they are set up. It is given through
/// `env`, because `sudo` does not pass it on.
fn apt_get(permission: &[&str], arguments: &[&str]) -> Command {
    let fixed = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    let words = [permission, &fixed, arguments].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

fn tell(result: Result<(), String>) {
    if let Err(message) = result {
        println!("{message}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_types_the_command_as_it_is_and_others_put_sudo_before_it() {
        let typed = |permission: &[&str]| process::describe(&apt_get(permission, &["update"]));
        assert_eq!(typed(&[]), "env DEBIAN_FRONTEND=noninteractive apt-get update");
        assert_eq!(typed(&["sudo", "-n"]), "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update");
    }
}
