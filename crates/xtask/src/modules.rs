//! The WebAssembly modules that the page loads: builds of `crates/wasm`, packaged by wasm-pack and wasm-opt.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use xshell::{Cmd, cmd};

use crate::error::Result;
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
    /// Further options of the compiler.
    flags: &'static [&'static str],
    /// The most it may weigh, in bytes after gzip.
    budget: Option<usize>,
}

const FIRST: &[&str] = &["--no-default-features", "--features", "first"];
const FIGURE: &[&str] = &["--no-default-features", "--features", "figure"];
const LOGS: &[&str] = &["--no-default-features", "--features", "logs"];
/// Searches sixteen bytes at a time, which every recent browser supports.
const SIMD: &[&str] = &["-Ctarget-feature=+simd128"];

/// The module of the first picture, the one that completes it, the one with the rest of a page's features, and the one
/// for logs. Another module is another row.
/// The target for logs was 60,000 bytes: `tests/bench/README.md` says why it was missed.
#[rustfmt::skip]
const MODULES: [Module; 4] = [
    Module { name: "first",  features: FIRST,  profile: "first",  flags: &[],  budget: Some(46_000) },
    Module { name: "figure", features: FIGURE, profile: "figure", flags: &[],  budget: Some(325_000) },
    Module { name: "studio", features: &[],    profile: "web",    flags: &[],  budget: None },
    Module { name: "logs",   features: LOGS,   profile: "logs",   flags: SIMD, budget: Some(166_000) },
];

/// Where a module is packaged.
pub(crate) fn folder(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.in_root("web/generated").join(name)
}

/// Compiles every module. This is most of the work and needs only cargo, so on a new machine it runs while
/// the other tools are being built.
pub(crate) fn compile(workspace: &Workspace) -> Result {
    for Module { profile, features, flags, .. } in MODULES {
        let options = ["--package", "ratelab-wasm", "--lib", "--target", WASM_TARGET, "--profile", profile];
        let command = cmd!(workspace.shell, "cargo build {options...} {features...}");
        command.env(FLAGS, all_flags(workspace, flags)?).run()?;
    }
    Ok(())
}

/// Packages the modules compiled since the last run, and measures all of them. wasm-opt has one thread, so they are
/// packaged in parallel.
pub(crate) fn package(workspace: &Workspace) -> Result {
    let stale = MODULES.iter().filter(|module| module.is_stale(workspace));
    let begun: Vec<Result<_>> =
        stale.map(|module| Ok(Command::from(module.wasm_pack(workspace)?).spawn()?)).collect();
    let ended: Vec<Result<_>> = begun.into_iter().map(|child| Ok(child?.wait()?)).collect();
    for status in ended {
        status?.success().then_some(()).ok_or("wasm-pack failed; it says why above.")?;
    }
    for module in &MODULES {
        println!("{}", module.judge(weigh(workspace, &module.file(workspace))?)?);
    }
    Ok(())
}

/// Loads the packaged modules and compares what they show.
pub(crate) fn check(workspace: &Workspace) -> Result {
    let folders = MODULES.map(|module| folder(workspace, module.name));
    Ok(cmd!(workspace.shell, "node tests/modules/check.mjs {folders...}").run()?)
}

impl Module {
    fn file(&self, workspace: &Workspace) -> PathBuf {
        folder(workspace, self.name).join(FILE)
    }

    fn is_stale(&self, workspace: &Workspace) -> bool {
        let compiled = workspace.in_target(&format!("{WASM_TARGET}/{}/ratelab_wasm.wasm", self.profile));
        newest(&self.file(workspace)) <= newest(&compiled)
    }

    /// `no-install` keeps wasm-pack from downloading tools of its own: it takes those on `PATH`, and npm has
    /// put wasm-opt there.
    fn wasm_pack<'a>(&self, workspace: &'a Workspace) -> Result<Cmd<'a>> {
        let Self { profile, features, .. } = self;
        let folder = folder(workspace, self.name);
        let fixed =
            ["--target", "web", "--mode", "no-install", "--no-pack", "--profile", profile, "--out-dir"];
        let command = cmd!(workspace.shell, "wasm-pack --log-level warn build {CRATE} {fixed...} {folder}");
        let separator = (!features.is_empty()).then_some("--");
        Ok(command.args(separator).args(*features).env(FLAGS, all_flags(workspace, self.flags)?))
    }

    fn judge(&self, weight: usize) -> Result<String> {
        let name = self.name;
        match self.budget {
            Some(budget) if weight > budget => Err(format!(
                "The module `{name}` weighs {weight} bytes after gzip, and its budget is {budget}. What \
                 it does not need must not be called from what {CRATE} exports in it."
            )
            .into()),
            Some(budget) => Ok(format!("{name}: {weight} bytes after gzip, of {budget}")),
            None => Ok(format!("{name}: {weight} bytes after gzip")),
        }
    }
}

/// The variable that cargo reads the compiler's flags from first.
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// Panics name the file they come from. The folders where this machine keeps other crates and, if it has them, the
/// sources of Rust's own library must not be in a public file.
fn all_flags(workspace: &Workspace, more: &[&str]) -> Result<OsString> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let sysroot = PathBuf::from(cmd!(workspace.shell, "rustc --print sysroot").quiet().read()?);
    let rust = sysroot.join("lib/rustlib/src/rust");
    let renamed = [(home, "cargo"), (rust, "rust")].map(|(folder, name)| {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push(format!("={name}"));
        flag
    });
    let flags: Vec<_> = renamed.into_iter().chain(more.iter().map(OsString::from)).collect();
    Ok(flags.join(OsStr::new("\x1f")))
}

/// Returns the size after gzip, which Node has and the standard library lacks.
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
        let [first, _, studio, _] = &MODULES;
        let message = first.judge(46_001).expect_err("it is too heavy").to_string();
        assert!(message.contains("46001") && message.contains("46000"), "{message}");
        assert!(first.judge(46_000).is_ok());
        assert!(studio.judge(1_000_000).is_ok());
    }

    #[test]
    fn every_module_has_a_folder_and_a_profile_of_its_own() {
        for (at, module) in MODULES.iter().enumerate() {
            for other in &MODULES[..at] {
                assert_ne!(module.name, other.name);
                // Builds with different features would overwrite each other.
                assert_ne!(module.profile, other.profile);
            }
        }
    }
}
