//! The tools that Ratelab needs beyond `cargo`, and how to get each of them.
//!
//! Nothing here is installed outside the Rust toolchain, `target/` and folders `node_modules`. Browsers and servers are
//! packages of the system; see `packages`.

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

/// What comes with Rust and Node. Checks are quick: a missing Node is known before anything compiles.
pub(crate) fn ensure_toolchain(workspace: &Workspace) -> Result {
    let sh = &workspace.shell;
    cmd!(sh, "node --version").run().map_err(|_| "Install Node 20 or later, and put it on PATH.")?;
    if !has_wasm_target(workspace) {
        may_install(workspace, &format!("rustup target add {WASM_TARGET}"))?;
        cmd!(sh, "rustup target add {WASM_TARGET}").run().map_err(|error| {
            format!("{error}. Without rustup, install your system's Rust standard library for {WASM_TARGET}.")
        })?;
    }
    Ok(())
}

/// Says what is about to be added to the toolchain, or that it must be added by hand.
pub(crate) fn may_install(workspace: &Workspace, command: &str) -> Result {
    match workspace.may_install {
        true => println!("Running `{command}`; `--no-install` would leave the toolchain as it is."),
        false => return Err(format!("A part of Rust's toolchain is missing. Run `{command}`.").into()),
    }
    Ok(())
}

/// Asks the compiler, not rustup: this also works for a Rust that a distribution packaged. An interrupted
/// installation leaves the folder empty.
fn has_wasm_target(workspace: &Workspace) -> bool {
    let folder = cmd!(workspace.shell, "rustc --print target-libdir --target {WASM_TARGET}").read();
    folder.is_ok_and(|folder| fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()))
}

/// What only the checks of the sources need.
pub(crate) fn ensure_components(workspace: &Workspace) -> Result {
    let sh = &workspace.shell;
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if cmd!(sh, "cargo {command} --version").run().is_err() {
            may_install(workspace, &format!("rustup component add {component}"))?;
            cmd!(sh, "rustup component add {component}").run()?;
        }
    }
    Ok(())
}

/// What turns a compiled crate into the packages that the page loads.
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

/// The driver of Firefox: Debian 12 has no package of it. Without Firefox there is nothing to drive.
pub(crate) fn ensure_geckodriver(workspace: &Workspace) -> Result {
    match FIREFOX.is_only_missing_its_driver(workspace) {
        true => install(workspace, &[GECKODRIVER]),
        false => Ok(()),
    }
}

/// Cargo leaves what is already there in the right version. The build has a directory of its own, so that it
/// does not wait for a build of the workspace, and it stays: the tools share most of what they depend on.
/// Not `--locked`, because the lock files of these packages may name versions that were withdrawn.
fn install(workspace: &Workspace, packages: &[&str]) -> Result {
    let tools = workspace.in_target("tools");
    let command = cmd!(workspace.shell, "cargo install --root {tools} {packages...}").envs(QUICKLY_BUILT);
    Ok(command.env("CARGO_TARGET_DIR", tools.join("build")).run()?)
}

/// What builds the page and drives the browsers.
pub(crate) fn ensure_npm_packages(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "web")
}

/// The bundlers that the embed is tested with. They are large, and the page is built without them.
pub(crate) fn ensure_bundlers(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "tests/browser/embedding/bundlers")
}

/// The client of Redis that the page shows for Node.
pub(crate) fn ensure_redis_client(workspace: &Workspace) -> Result {
    install_npm_packages(workspace, "tests/redis")
}

/// What the limiters in Redis are measured beside: one rival for Node, and one for Python, which is returned.
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

/// The packages that a folder's `package.json` names, without their scripts: no package may download a
/// program of its own.
fn install_npm_packages(workspace: &Workspace, folder: &str) -> Result {
    let sh = &workspace.shell;
    let place = workspace.in_root(folder);
    install_once(workspace, &place.join("package-lock.json"), &place.join("node_modules"), || {
        Ok(cmd!(sh, "npm ci --prefix {folder} --ignore-scripts --no-audit --no-fund").run()?)
    })
}

/// Installs what a file names into a folder. A copy of the file says what is installed: while both are the same,
/// nothing is to do.
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
