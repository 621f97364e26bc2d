//! The tools Ratelab needs beyond `cargo` itself, and how each one is obtained.
//!
//! Checks are cheap and come first, so that a missing Node is reported before minutes are spent
//! compiling. Nothing is ever installed outside the toolchain, `target/tools` and `web/node_modules`;
//! the browsers, which only the system can install, are the business of `browsers`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm;
use crate::process;
use crate::workspace::{WASM_TARGET, Workspace};

const WASM_PACK_VERSION: &str = "0.15.1";
const GECKODRIVER_VERSION: &str = "0.37.1";

/// The crate whose pin in the root manifest also decides the version of the command line tools:
/// the two speak a private format that changes with every release.
const WASM_BINDGEN: &str = "wasm-bindgen";

/// A package that `cargo install` turns into programs.
struct Tool<'version> {
    package: &'static str,
    programs: &'static [&'static str],
    version: &'version str,
}

pub(crate) fn ensure_all(workspace: &Workspace) -> Result<(), String> {
    ensure_component(workspace, "rustfmt", "fmt")?;
    ensure_component(workspace, "clippy", "clippy")?;
    ensure_for_page(workspace)
}

/// What building the page needs, and nothing that only tests need.
pub(crate) fn ensure_for_page(workspace: &Workspace) -> Result<(), String> {
    ensure_node()?;
    ensure_wasm_target()?;
    let manifest = workspace.manifest()?;
    let version = pinned_version(&manifest, WASM_BINDGEN).ok_or_else(no_pin)?;
    ensure_tool(workspace, &wasm_bindgen(version))?;
    ensure_tool(workspace, &wasm_pack())?;
    npm::ensure_packages(workspace)
}

fn wasm_bindgen(version: &str) -> Tool<'_> {
    Tool { package: "wasm-bindgen-cli", programs: &["wasm-bindgen", "wasm-bindgen-test-runner"], version }
}

fn wasm_pack() -> Tool<'static> {
    Tool { package: "wasm-pack", programs: &["wasm-pack"], version: WASM_PACK_VERSION }
}

/// What drives Firefox. Debian 12 has no package of it, and wasm-pack is not to download one.
pub(crate) fn ensure_geckodriver(workspace: &Workspace) -> Result<(), String> {
    let tool = Tool { package: "geckodriver", programs: &["geckodriver"], version: GECKODRIVER_VERSION };
    ensure_tool(workspace, &tool)
}

pub(crate) fn ensure_node() -> Result<(), String> {
    let version = process::answer(Command::new("node").arg("--version")).ok_or(
        "`node --version` gave no answer. Ratelab's WebAssembly runs under Node here: \
         install Node 20 or later and put it on PATH.",
    )?;
    println!("node: {}", version.trim());
    Ok(())
}

pub(crate) fn ensure_wasm_target() -> Result<(), String> {
    if !wasm_target_is_installed() {
        // Whether this worked is asked of the compiler, below: rustup may be absent, or may serve
        // another compiler than the one in use.
        let _ = process::run(Command::new("rustup").args(["target", "add", WASM_TARGET]));
    }
    if !wasm_target_is_installed() {
        return Err(no_wasm_target());
    }
    println!("{WASM_TARGET}: installed");
    Ok(())
}

/// Asks the compiler, not rustup: this also holds for a Rust that a distribution packaged.
fn wasm_target_is_installed() -> bool {
    let question = ["--print", "target-libdir", "--target", WASM_TARGET];
    process::answer(Command::new("rustc").args(question))
        .is_some_and(|directory| holds_core_library(Path::new(directory.trim())))
}

/// The directory alone proves nothing; an interrupted installation leaves it empty.
fn holds_core_library(directory: &Path) -> bool {
    fs::read_dir(directory).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
    })
}

fn no_wasm_target() -> String {
    format!(
        "The standard library for {WASM_TARGET} is missing, and `rustup target add {WASM_TARGET}` \
         did not bring it. With rustup, run that command and read its answer; without rustup, \
         install your distribution's package of the Rust standard library for that target."
    )
}

fn ensure_component(workspace: &Workspace, component: &str, subcommand: &str) -> Result<(), String> {
    let version = || process::answer(&mut workspace.cargo(&[subcommand, "--version"]));
    let found = version().or_else(|| {
        process::run(Command::new("rustup").args(["component", "add", component])).ok()?;
        version()
    });
    let found = found.ok_or_else(|| no_component(component, subcommand))?;
    println!("{component}: {}", found.trim());
    Ok(())
}

fn no_component(component: &str, subcommand: &str) -> String {
    format!(
        "`cargo {subcommand} --version` gave no answer, and `rustup component add {component}` did \
         not help. Install {component} for the Rust you use, then try again."
    )
}

fn ensure_tool(workspace: &Workspace, tool: &Tool) -> Result<(), String> {
    if !is_installed(workspace, tool) {
        println!("{} {}: not here yet; building it takes about a minute", tool.package, tool.version);
        install(workspace, tool)?;
    }
    if !is_installed(workspace, tool) {
        return Err(still_wrong(workspace, tool));
    }
    println!("{}: {}", tool.package, tool.version);
    Ok(())
}

fn is_installed(workspace: &Workspace, tool: &Tool) -> bool {
    tool.programs.iter().all(|program| {
        let answer = process::answer(Command::new(workspace.tool(program)).arg("--version"));
        answer.is_some_and(|answer| states_version(&answer, tool.version))
    })
}

/// `--version` answers "name version", with or without more words behind.
fn states_version(answer: &str, version: &str) -> bool {
    answer.split_whitespace().nth(1) == Some(version)
}

/// Unoptimised: these programs run for a second or two, and optimising them takes minutes. Measured on
/// two cores, wasm-bindgen and wasm-pack: 106 s instead of 290.
const QUICKLY_BUILT: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
];

/// Builds in a directory of its own, so that it does not wait for a build of the workspace. The
/// directory stays: the tools share most of what they depend on.
fn install(workspace: &Workspace, tool: &Tool) -> Result<(), String> {
    let mut command = workspace.cargo(&["install", tool.package, "--version", tool.version]);
    // Forced, because a program that is there but gives the wrong answer must be replaced. Not
    // `--locked`, because the lock files of these packages may name versions that were withdrawn.
    command.arg("--force").arg("--root").arg(workspace.tools()).envs(QUICKLY_BUILT);
    command.env("CARGO_TARGET_DIR", workspace.tools().join("build"));
    process::run(&mut command).map_err(|error| not_installed(&error))
}

fn not_installed(error: &str) -> String {
    format!(
        "{error} It must be able to reach the crate registry. Nothing built so far is lost: the \
         next try continues from there."
    )
}

fn still_wrong(workspace: &Workspace, tool: &Tool) -> String {
    format!(
        "{} {} was installed into {}, but `{} --version` there does not say {}. Remove that \
         directory and try again.",
        tool.package,
        tool.version,
        workspace.tools().display(),
        tool.programs.join("` or `"),
        tool.version,
    )
}

/// A program that an earlier `tools` step must have installed.
pub(crate) fn installed_program(workspace: &Workspace, program: &str) -> Result<PathBuf, String> {
    let path = workspace.tool(program);
    if path.is_file() {
        return Ok(path);
    }
    Err(format!(
        "`{program}` is not in {}. Run `cargo xtask test --step tools` first.",
        workspace.tools().display()
    ))
}

fn no_pin() -> String {
    format!(
        "The root Cargo.toml has no exact version of {WASM_BINDGEN} under [workspace.dependencies]. \
         Write it as `{WASM_BINDGEN} = \"=X.Y.Z\"`, on one line and with the second equals sign: \
         the installed tools must be of exactly that version."
    )
}

/// The version that `[workspace.dependencies]` pins with `=`. Reads line by line, which is all
/// that one-line entries need.
fn pinned_version<'text>(manifest: &'text str, dependency: &str) -> Option<&'text str> {
    manifest
        .lines()
        .map(str::trim)
        .skip_while(|line| !line.starts_with("[workspace.dependencies]"))
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .find_map(|line| exact_version(line, dependency))
}

fn exact_version<'text>(line: &'text str, dependency: &str) -> Option<&'text str> {
    let (name, requirement) = line.split_once('=')?;
    if name.trim() != dependency {
        return None;
    }
    let (_, pinned) = requirement.split_once("\"=")?;
    pinned.split_once('"').map(|(version, _)| version.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_manifest_pins_wasm_bindgen() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let manifest = workspace.manifest().expect("a manifest");
        assert!(pinned_version(&manifest, WASM_BINDGEN).is_some(), "{}", no_pin());
    }

    #[test]
    fn the_pin_is_read_in_both_of_its_spellings() {
        let short = "[workspace.dependencies]\nwasm-bindgen = \"=1.2.3\" # why";
        let long = "[workspace.dependencies]\nwasm-bindgen={ features = [\"a\"], version = \"=1.2.3\" }";
        assert_eq!(pinned_version(short, WASM_BINDGEN), Some("1.2.3"));
        assert_eq!(pinned_version(long, WASM_BINDGEN), Some("1.2.3"));
    }

    #[test]
    fn a_neighbour_with_a_longer_name_is_not_taken_for_the_pin() {
        let manifest = "[workspace.dependencies]\nwasm-bindgen-test = \"=0.3.4\"\nwasm-bindgen = \"=1.2.3\"";
        assert_eq!(pinned_version(manifest, WASM_BINDGEN), Some("1.2.3"));
    }

    #[test]
    fn a_range_a_comment_and_another_section_are_no_pins() {
        for manifest in [
            "[workspace.dependencies]\nwasm-bindgen = \"1.2.3\"",
            "[workspace.dependencies]\n# wasm-bindgen = \"=1.2.3\"",
            "[dependencies]\nwasm-bindgen = \"=1.2.3\"",
            "[workspace.dependencies]\n[profile.release]\nwasm-bindgen = \"=1.2.3\"",
        ] {
            assert_eq!(pinned_version(manifest, WASM_BINDGEN), None, "{manifest}");
        }
    }

    #[test]
    fn a_version_must_match_to_the_last_digit() {
        assert!(states_version("wasm-bindgen 0.2.130\n", "0.2.130"));
        assert!(states_version("wasm-bindgen 0.2.130 (abcdef)\n", "0.2.130"));
        assert!(!states_version("wasm-bindgen 0.2.13\n", "0.2.130"));
        assert!(!states_version("wasm-bindgen 0.2.1300\n", "0.2.130"));
        assert!(!states_version("", "0.2.130"));
    }
}
