//! The packages of npm that `web/package.json` names: wasm-opt, what drives a browser, what builds the
//! page.

use std::fs;
use std::path::Path;

use crate::process;
use crate::workspace::Workspace;

/// A copy of the lock file beside what was installed by it: as long as both are the same, there is
/// nothing to do.
const STAMP: &str = "node_modules/.installed-by";

pub(crate) fn ensure_packages(workspace: &Workspace) -> Result<(), String> {
    let web = workspace.in_root("web");
    let lock = read(&web.join("package-lock.json"))?;
    if fs::read_to_string(web.join(STAMP)).is_ok_and(|stamp| stamp == lock) {
        println!("packages of npm: here");
        return Ok(());
    }
    install(workspace, &web)?;
    fs::write(web.join(STAMP), lock).map_err(|error| format!("Could not write {STAMP}: {error}."))
}

/// Without scripts: no package may download a program of its own.
fn install(workspace: &Workspace, web: &Path) -> Result<(), String> {
    let npm = workspace.find_program("npm").ok_or("`npm` is not on PATH. It comes with Node.")?;
    let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    process::run(workspace.command(&npm, &arguments).current_dir(web))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("Could not read {}: {error}.", path.display()))
}
