//! The WebAssembly modules that the page loads: builds of `crates/wasm`, packaged by wasm-pack and wasm-opt.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use xshell::cmd;

use crate::Result;
use crate::workspace::{WASM_TARGET, Workspace, newest};

const CRATE: &str = "crates/wasm";
const FILE: &str = "ratelab_wasm_bg.wasm";

/// A module: one build of the one crate.
struct Module {
    /// The folder in `web/generated`.
    name: &'static str,
    /// The features, as cargo's options.
    features: &'static [&'static str],
    /// The profile in the root manifest.
    profile: &'static str,
    /// The most it may weigh, in bytes after gzip.
    budget: Option<usize>,
}

/// The module of the first picture, and the one with everything. Another module is another row.
#[rustfmt::skip]
const MODULES: [Module; 2] = [
    Module { name: "first",      features: &["--no-default-features"], profile: "first", budget: Some(45_000) },
    Module { name: "everything", features: &[],                        profile: "web",   budget: None },
];

/// Where a module is packaged.
pub(crate) fn folder(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.in_root("web/generated").join(name)
}

/// Compiles every module. This is most of the work and needs only cargo, so on a new machine it runs while
/// the other tools are being built.
pub(crate) fn compile(workspace: &Workspace) -> Result {
    for Module { profile, features, .. } in MODULES {
        let options = ["--package", "ratelab-wasm", "--lib", "--target", WASM_TARGET, "--profile", profile];
        let command = cmd!(workspace.shell, "cargo build {options...} {features...}");
        command.env(FLAGS, flags()).run()?;
    }
    Ok(())
}

/// Packages the modules that were compiled since the last time, and weighs all of them.
pub(crate) fn package(workspace: &Workspace) -> Result {
    for module in &MODULES {
        let packaged = folder(workspace, module.name).join(FILE);
        let compiled = workspace.in_target(&format!("{WASM_TARGET}/{}/ratelab_wasm.wasm", module.profile));
        if newest(&packaged) <= newest(&compiled) {
            module.package(workspace)?;
        }
        println!("{}", module.judge(weigh(workspace, &packaged)?)?);
    }
    Ok(())
}

/// Loads the packaged modules and compares what they show.
pub(crate) fn check(workspace: &Workspace) -> Result {
    let folders = MODULES.map(|module| folder(workspace, module.name));
    Ok(cmd!(workspace.shell, "node tests/modules/check.mjs {folders...}").run()?)
}

impl Module {
    /// `no-install` keeps wasm-pack from downloading tools of its own: it takes those on `PATH`, and npm has
    /// put wasm-opt there.
    fn package(&self, workspace: &Workspace) -> Result {
        let Self { profile, features, .. } = self;
        let folder = folder(workspace, self.name);
        let fixed =
            ["--target", "web", "--mode", "no-install", "--no-pack", "--profile", profile, "--out-dir"];
        let mut command =
            cmd!(workspace.shell, "wasm-pack --log-level warn build {CRATE} {fixed...} {folder}");
        if !features.is_empty() {
            command = command.arg("--").args(*features);
        }
        Ok(command.env(FLAGS, flags()).run()?)
    }

    fn judge(&self, weight: usize) -> Result<String> {
        let name = self.name;
        match self.budget {
            Some(budget) if weight > budget => Err(format!(
                "The module `{name}` weighs {weight} bytes after gzip, and its budget is {budget}. What \
                 the first picture does not need belongs behind the feature `everything` of {CRATE}."
            )
            .into()),
            Some(budget) => Ok(format!("{name}: {weight} bytes after gzip, of {budget}")),
            None => Ok(format!("{name}: {weight} bytes after gzip")),
        }
    }
}

/// Where cargo takes the compiler's flags from before it looks anywhere else.
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// Panics name the file they come from. The folder where this machine keeps other crates must not be in a file
/// that everybody loads.
fn flags() -> OsString {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let mut flags = OsString::from("--remap-path-prefix=");
    flags.push(home);
    flags.push("=cargo");
    flags
}

/// Bytes after gzip, which Node has and the standard library has not.
fn weigh(workspace: &Workspace, file: &Path) -> Result<usize> {
    const PROGRAM: &str = "const { gzipSync } = require('zlib'); const { readFileSync } = require('fs'); \
                           console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length)";
    Ok(cmd!(workspace.shell, "node --eval {PROGRAM} {file}").quiet().read()?.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_over_its_budget_is_refused_with_both_numbers() {
        let [first, everything] = &MODULES;
        let message = first.judge(45_001).expect_err("it is too heavy").to_string();
        assert!(message.contains("45001") && message.contains("45000"), "{message}");
        assert!(first.judge(45_000).is_ok());
        assert!(everything.judge(1_000_000).is_ok());
    }

    #[test]
    fn every_module_has_a_folder_and_a_profile_of_its_own() {
        let [first, everything] = &MODULES;
        assert_ne!(first.name, everything.name);
        // Builds with different features would overwrite each other.
        assert_ne!(first.profile, everything.profile);
    }
}
