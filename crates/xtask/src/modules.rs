//! The WebAssembly modules that the page loads, made by wasm-pack and wasm-opt from `crates/wasm`:
//! one with everything in it, and a small one with what the first picture needs.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::process;
use crate::tools;
use crate::workspace::{WASM_TARGET, Workspace};

const CRATE: &str = "crates/wasm";
const FILE: &str = "ratelab_wasm_bg.wasm";

/// A module: a build of the one crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Module {
    /// The folder in `web/generated`.
    pub(crate) name: &'static str,
    /// The profile in the root manifest.
    profile: &'static str,
    features: &'static [&'static str],
    /// What it may weigh at most, in bytes after gzip.
    budget: Option<usize>,
}

pub(crate) const EVERYTHING: Module =
    Module { name: "everything", profile: "web", features: &[], budget: None };

pub(crate) const FIRST: Module =
    Module { name: "first", profile: "first", features: &["--no-default-features"], budget: Some(45_000) };

/// Builds both, puts them to the test and weighs them. What is over its budget is an error.
pub(crate) fn check(workspace: &Workspace) -> Result<(), String> {
    build_and_weigh(workspace)?;
    let mut command = workspace.command(Path::new("node"), &["tests/modules/check.mjs"]);
    process::run(command.arg(FIRST.folder(workspace)).arg(EVERYTHING.folder(workspace)))
}

pub(crate) fn build_and_weigh(workspace: &Workspace) -> Result<(), String> {
    for module in [FIRST, EVERYTHING] {
        build(workspace, &module)?;
        module.judge(weight(&module.file(workspace))?)?;
    }
    Ok(())
}

/// Builds a module into its folder, unless what is there is newer than what it is made of.
pub(crate) fn build(workspace: &Workspace, module: &Module) -> Result<(), String> {
    let fixed = ["build", "--package", "ratelab-wasm", "--lib", "--target", WASM_TARGET, "--profile"];
    let mut command = workspace.cargo(&fixed);
    command.arg(module.profile).args(module.features).env(FLAGS, flags());
    process::run(&mut command)?;
    let compiled = workspace.in_target(&format!("{WASM_TARGET}/{}/ratelab_wasm.wasm", module.profile));
    if is_newer(&module.file(workspace), &compiled) {
        return Ok(());
    }
    process::run(&mut module.wasm_pack(workspace)?)
}

impl Module {
    pub(crate) fn folder(&self, workspace: &Workspace) -> PathBuf {
        workspace.in_root("web/generated").join(self.name)
    }

    fn file(&self, workspace: &Workspace) -> PathBuf {
        self.folder(workspace).join(FILE)
    }

    /// `no-install` keeps wasm-pack from downloading tools of its own; it takes those on `PATH`, where
    /// npm has put wasm-opt.
    fn wasm_pack(&self, workspace: &Workspace) -> Result<Command, String> {
        let program = tools::installed_program(workspace, "wasm-pack")?;
        let fixed =
            ["--log-level", "warn", "build", CRATE, "--target", "web", "--mode", "no-install", "--no-pack"];
        let mut command = workspace.command(&program, &fixed);
        command.args(["--profile", self.profile, "--out-dir"]).arg(self.folder(workspace));
        if !self.features.is_empty() {
            command.arg("--").args(self.features);
        }
        command.env(FLAGS, flags()).env("PATH", workspace.path_with_tools()?);
        Ok(command)
    }

    fn judge(&self, weight: usize) -> Result<(), String> {
        let name = self.name;
        match self.budget {
            Some(budget) if weight > budget => Err(format!(
                "The module `{name}` weighs {weight} bytes after gzip, and its budget is {budget}. What \
                 the first picture does not need belongs behind the feature `everything` of {CRATE}."
            )),
            Some(budget) => {
                println!("{name}: {weight} bytes after gzip, of {budget}");
                Ok(())
            }
            None => {
                println!("{name}: {weight} bytes after gzip");
                Ok(())
            }
        }
    }
}

/// Where cargo takes the compiler's flags from before it looks anywhere else.
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// Panics name the file they come from. Where this machine keeps those of other crates is not to be
/// in a file that everybody loads.
fn flags() -> OsString {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let mut flags = OsString::from("--remap-path-prefix=");
    flags.push(home.as_os_str());
    flags.push("=cargo");
    flags
}

/// Bytes after gzip, which Node has and the standard library has not.
fn weight(file: &Path) -> Result<usize, String> {
    const PROGRAM: &str = "const { gzipSync } = require('zlib'); const { readFileSync } = require('fs'); \
                           console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length)";
    let answer = process::answer(Command::new("node").args(["--eval", PROGRAM]).arg(file));
    let weight = answer.and_then(|answer| answer.trim().parse().ok());
    weight.ok_or_else(|| format!("{} could not be weighed.", file.display()))
}

fn is_newer(made: &Path, source: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let made: Option<SystemTime> = modified(made);
    made.is_some() && made > modified(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_over_its_budget_is_refused_with_both_numbers() {
        let message = FIRST.judge(45_001).expect_err("it is too heavy");
        assert!(message.contains("45001") && message.contains("45000"), "{message}");
        assert_eq!(FIRST.judge(45_000), Ok(()));
        assert_eq!(EVERYTHING.judge(1_000_000), Ok(()));
    }

    #[test]
    fn the_small_module_is_built_without_the_features_of_the_other() {
        assert_eq!(FIRST.features, ["--no-default-features"]);
        assert_ne!(FIRST.profile, EVERYTHING.profile);
    }

    #[test]
    fn what_is_not_there_is_not_newer() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(!is_newer(Path::new("/ratelab-no-such-file"), here));
        assert!(!is_newer(here, here));
    }
}
