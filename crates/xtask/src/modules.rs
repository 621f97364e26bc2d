//! The WebAssembly modules that the page loads: builds of `crates/wasm`, packaged by wasm-pack and wasm-opt.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

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
    budget: usize,
}

const FIRST: &[&str] = &["--no-default-features", "--features", "first"];
const FIGURE: &[&str] = &["--no-default-features", "--features", "figure"];
const LOGS: &[&str] = &["--no-default-features", "--features", "logs"];
/// Enables SIMD, for searching sixteen bytes at a time. Every recent browser supports it.
const SIMD: &[&str] = &["-Ctarget-feature=+simd128"];

/// The modules for the first picture, for the complete figure, for the page's other features, and for logs.
/// The target for logs was 60,000 bytes: `tests/bench/README.md` says why it was missed.
#[rustfmt::skip]
const MODULES: [Module; 4] = [
    Module { name: "first",  features: FIRST,  profile: "first",  flags: &[],  budget: 46_000 },
    Module { name: "figure", features: FIGURE, profile: "figure", flags: &[],  budget: 339_000 },
    Module { name: "studio", features: &[],    profile: "web",    flags: &[],  budget: 462_000 },
    Module { name: "logs",   features: LOGS,   profile: "logs",   flags: SIMD, budget: 167_000 },
];

/// Returns the folder of a packaged module.
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

/// Whether the packaged modules can stand for the sources as they are now.
#[derive(Debug, PartialEq)]
pub(crate) enum State {
    Current,
    /// A source of a crate was changed after a module was packaged.
    Outdated,
    Missing,
}

/// Compares the packaged modules with the sources of the crates.
pub(crate) fn state(workspace: &Workspace) -> State {
    let packaged = MODULES.iter().map(|module| newest(&module.file(workspace))).min().flatten();
    let crates = fs::read_dir(workspace.in_root("crates")).into_iter().flatten().flatten();
    let sources =
        crates.filter(|folder| folder.file_name() != "xtask").map(|folder| folder.path().join("src"));
    state_at(packaged, sources.filter_map(|folder| newest(&folder)).max())
}

fn state_at(packaged: Option<SystemTime>, changed: Option<SystemTime>) -> State {
    match packaged {
        None => State::Missing,
        Some(packaged) if changed.is_some_and(|changed| changed > packaged) => State::Outdated,
        Some(_) => State::Current,
    }
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

    /// `no-install` keeps wasm-pack from downloading its own tools: it uses those on `PATH`, and npm has
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
        let Self { name, budget, .. } = self;
        if weight > *budget {
            return Err(format!(
                "The module `{name}` weighs {weight} bytes after gzip, and its budget is {budget}. What \
                 it does not need must not be called from what {CRATE} exports in it."
            )
            .into());
        }
        Ok(format!("{name}: {weight} bytes after gzip, of {budget}"))
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

/// Returns the size after gzip. Node compresses, because Rust's standard library cannot.
fn weigh(workspace: &Workspace, file: &Path) -> Result<usize> {
    const PROGRAM: &str = "const { gzipSync } = require('zlib'); const { readFileSync } = require('fs'); \
                           console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length)";
    Ok(cmd!(workspace.shell, "node --eval {PROGRAM} {file}").quiet().read()?.parse()?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_module_over_its_budget_is_refused_with_both_numbers() {
        let [first, ..] = &MODULES;
        let message = first.judge(46_001).expect_err("it is too heavy").to_string();
        assert!(message.contains("46001") && message.contains("46000"), "{message}");
        assert!(first.judge(46_000).is_ok());
    }

    /// A budget that is far above the published size would not notice that a module grew.
    #[test]
    fn every_module_has_a_budget_at_most_4_percent_above_its_published_size() {
        let published = include_str!("../../../tests/bench/README.md");
        for Module { name, budget, .. } in &MODULES {
            let row = published.lines().find(|line| line.starts_with(&format!("| module `{name}`")));
            let size = row.and_then(|row| row.split('|').nth(2)).expect("a size");
            let size: usize = size.trim().replace(',', "").parse().expect("a number");
            assert!(size <= *budget && *budget * 100 <= size * 104, "{name}: {size}, of {budget}");
        }
    }

    #[test]
    fn modules_that_are_older_than_a_source_are_outdated() {
        let (earlier, later) = (SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_secs(1));
        assert_eq!(state_at(None, Some(earlier)), State::Missing);
        assert_eq!(state_at(Some(earlier), Some(later)), State::Outdated);
        assert_eq!(state_at(Some(later), Some(earlier)), State::Current);
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
