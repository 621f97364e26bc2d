//! The tools that Ratelab needs besides `cargo`, and their installation.
//!
//! They are installed in Rust's toolchain, `target/` and `node_modules` folders only. Browsers and servers are system
//! packages; see `packages`.

use std::fs;
use std::path::{Path, PathBuf};

use xshell::cmd;

use crate::browsers::FIREFOX;
use crate::error::Result;
use crate::workspace::{WASM_TARGET, Workspace};

const WASM_PACK: &str = "wasm-pack@0.15.1";
const GECKODRIVER: &str = "geckodriver@0.37.1";

/// Unoptimised: these programs run for a second or two, and optimising them takes minutes. Measured on
/// two cores, wasm-bindgen and wasm-pack: 106 s instead of 290.
const QUICKLY_BUILT: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
];

/// Ensures that Node and Rust's WebAssembly target are installed. A missing Node is reported before anything compiles.
pub(crate) fn ensure_toolchain(workspace: &Workspace) -> Result {
    let sh = &workspace.shell;
    cmd!(sh, "node --version").run().map_err(|_| "Install Node 20 or later, and put it on PATH.")?;
    for command in missing_target(workspace) {
        run_rustup(workspace, &command).map_err(|error| {
            format!("{error} Without rustup, install your system's Rust standard library for {WASM_TARGET}.")
        })?;
    }
    Ok(())
}

/// Runs a rustup command, or reports the command if nothing may be installed.
pub(crate) fn run_rustup(workspace: &Workspace, command: &str) -> Result {
    if !workspace.may_install {
        return Err(format!("A part of Rust's toolchain is missing. To install it: `{command}`.").into());
    }
    let words = command.split_whitespace().skip(1);
    Ok(cmd!(workspace.shell, "rustup {words...}").run().map_err(|error| format!("{error}."))?)
}

/// The command that installs Rust's WebAssembly target, if it is missing.
pub(crate) fn missing_target(workspace: &Workspace) -> Vec<String> {
    match has_wasm_target(workspace) {
        true => vec![],
        false => vec![format!("rustup target add {WASM_TARGET}")],
    }
}

/// Asks the compiler, not rustup: this also works for a Rust that a distribution packaged. An interrupted
/// installation leaves the folder empty.
fn has_wasm_target(workspace: &Workspace) -> bool {
    let folder = cmd!(workspace.shell, "rustc --print target-libdir --target {WASM_TARGET}").read();
    folder.is_ok_and(|folder| fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()))
}

/// Installs the components that only the checks of the sources need.
pub(crate) fn ensure_components(workspace: &Workspace) -> Result {
    missing_components(workspace).iter().try_for_each(|command| run_rustup(workspace, command))
}

/// The commands that install the missing components.
pub(crate) fn missing_components(workspace: &Workspace) -> Vec<String> {
    let is_missing = |command: &str| {
        cmd!(workspace.shell, "cargo {command} --version")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .run()
            .is_err()
    };
    let components = [("rustfmt", "fmt"), ("clippy", "clippy")];
    let missing = components.into_iter().filter(|(_, command)| is_missing(command));
    missing.map(|(component, _)| format!("rustup component add {component}")).collect()
}

/// Installs the tools that package a compiled crate for the page.
pub(crate) fn ensure_wasm_tools(workspace: &Workspace) -> Result {
    install(workspace, &[&wasm_bindgen(workspace)?, WASM_PACK])
}

/// The generated JavaScript and the tool share a private format that changes with every release, so the
/// version is the one that the workspace pins.
fn wasm_bindgen(workspace: &Workspace) -> Result<String> {
    let pinned = cmd!(workspace.shell, "cargo pkgid wasm-bindgen").read()?;
    let version = pinned.rsplit(['@', '#']).next().unwrap_or_default();
    Ok(format!("wasm-bindgen-cli@{version}"))
}

/// Installs the driver of Firefox, if Firefox is installed. Debian 12 has no package of the driver.
pub(crate) fn ensure_geckodriver(workspace: &Workspace) -> Result {
    match FIREFOX.is_only_missing_its_driver(workspace) {
        true => install(workspace, &[GECKODRIVER]),
        false => Ok(()),
    }
}

/// Cargo skips tools that are already installed in the right version. The build has its own directory, so that it
/// does not wait for a build of the workspace, and it is kept, because the tools share most of their dependencies.
/// Not `--locked`, because the lock files of these packages may name versions that were withdrawn.
fn install(workspace: &Workspace, packages: &[&str]) -> Result {
    let tools = workspace.in_target("tools");
    let command = cmd!(workspace.shell, "cargo install --root {tools} {packages...}").envs(QUICKLY_BUILT);
    Ok(command.env("CARGO_TARGET_DIR", tools.join("build")).run()?)
}

/// Installs the packages that build the page and drive the browsers.
pub(crate) fn ensure_npm_packages(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "web")
}

/// Installs the bundlers that the embed is tested with. They are large, and the page is built without them.
pub(crate) fn ensure_bundlers(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "tests/browser/embedding/bundlers")
}

/// Installs the Redis client that the page shows for Node.
pub(crate) fn ensure_redis_client(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "tests/redis")
}

/// Installs the two rivals of the limiters in Redis, for Node and for Python. Returns the path of Python.
pub(crate) fn ensure_rivals_in_redis(workspace: &Workspace) -> Result<PathBuf> {
    const FOLDER: &str = "tests/bench/redis";
    install_npm_packages(workspace, FOLDER)?;
    let sh = &workspace.shell;
    let environment = workspace.in_target("bench-python");
    let python = environment.join("bin/python");
    let requirements = workspace.in_root(FOLDER).join("requirements.txt");
    install_once(workspace, &requirements, &environment, || {
        cmd!(sh, "python3 -m venv --clear {environment}").run()?;
        Ok(cmd!(sh, "{python} -m pip install --quiet --no-deps --requirement {requirements}").run()?)
    })?;
    Ok(python)
}

/// Installs the packages of a folder's `package.json` without running their scripts: no package may download a
/// program.
fn install_npm_packages(workspace: &Workspace, folder: &str) -> Result {
    let sh = &workspace.shell;
    let place = workspace.in_root(folder);
    install_once(workspace, &place.join("package-lock.json"), &place.join("node_modules"), || {
        Ok(cmd!(sh, "npm ci --prefix {folder} --ignore-scripts --no-audit --no-fund").run()?)
    })
}

/// Installs what a file lists into a folder, and stores a copy of the file there. If the copy is equal to the file,
/// everything is installed already.
fn install_once(
    workspace: &Workspace,
    names: &Path,
    folder: &Path,
    install: impl FnOnce() -> Result,
) -> Result {
    let sh = &workspace.shell;
    let (wanted, installed_by) = (sh.read_file(names)?, folder.join(".installed-by"));
    if sh.read_file(&installed_by).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    Ok(sh.write_file(installed_by, wanted)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_added_to_the_toolchain_of_a_person_who_declines() {
        let workspace =
            Workspace::find().expect("this test runs inside the repository").without_installing(true);
        let command = format!("rustup target add {WASM_TARGET}");
        let message = run_rustup(&workspace, &command).expect_err("declined").to_string();
        assert!(message.contains(&format!("To install it: `{command}`")), "{message}");
    }

    #[test]
    fn the_tool_has_the_version_that_the_workspace_pins() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let package = wasm_bindgen(&workspace).expect("a version");
        let version = package.strip_prefix("wasm-bindgen-cli@").expect("the package of the tool");
        let manifest = fs::read_to_string(workspace.in_root("Cargo.toml")).expect("the manifest");
        assert!(
            manifest.contains(&format!("wasm-bindgen = \"={version}\"")),
            "{package} is not the pinned one"
        );
    }
}
