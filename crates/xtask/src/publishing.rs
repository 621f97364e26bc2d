//! Checks for users of the crates: complete packages, and a core that old compilers accept.

use xshell::cmd;

use crate::error::Result;
use crate::report::Skipped;
use crate::tools;
use crate::workspace::Workspace;

/// The crates for others.
const PUBLISHED: [&str; 12] = [
    "ratelab",
    "ratelab-access-log",
    "ratelab-advice",
    "ratelab-calibration",
    "ratelab-limiter",
    "ratelab-redis",
    "ratelab-report",
    "ratelab-scenario",
    "ratelab-simulation",
    "ratelab-store",
    "ratelab-tower",
    "ratelab-words",
];

/// The oldest compiler of the core, `rust-version` in `crates/limiter/Cargo.toml`.
const OLDEST: &str = "1.85.0";

/// The crates that are also built from their packages: those that depend on no other crate of the workspace. Building
/// the others would compile these again, and most other dependencies, in a separate folder.
const BUILT: [&str; 2] = ["ratelab-access-log", "ratelab-limiter"];

/// Packages every crate without publishing it, and builds two of the packages.
pub(crate) fn package(workspace: &Workspace) -> Result {
    let named =
        |names: &[&'static str]| names.iter().flat_map(|name| ["--package", *name]).collect::<Vec<_>>();
    let (all, built) = (named(&PUBLISHED), named(&BUILT));
    cmd!(workspace.shell, "cargo package --no-verify --allow-dirty {all...}").run()?;
    Ok(cmd!(workspace.shell, "cargo package --allow-dirty {built...}").run()?)
}

/// The command that installs the oldest compiler, if it is missing.
pub(crate) fn missing_compiler(workspace: &Workspace) -> Vec<String> {
    // Looking for it must not install it, which newer versions of rustup would do.
    let list = cmd!(workspace.shell, "rustup toolchain list").quiet().ignore_stderr().read();
    match list.is_ok_and(|list| list.lines().any(|line| line.starts_with(OLDEST))) {
        true => vec![],
        false => vec![format!("rustup toolchain install {OLDEST} --profile minimal")],
    }
}

/// Builds the core with its oldest compiler.
pub(crate) fn check_oldest(workspace: &Workspace) -> Result {
    for command in missing_compiler(workspace) {
        tools::run_rustup(workspace, &command)
            .map_err(|error| Skipped(format!("The core was not built with Rust {OLDEST}. {error}")))?;
    }
    let sh = &workspace.shell;
    let target = workspace.in_target("oldest");
    let command = cmd!(sh, "rustup run {OLDEST} cargo check --package ratelab-limiter --target-dir {target}");
    // The compiler of the run that started this one.
    Ok(command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").run()?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn manifest(workspace: &Workspace, folder: &str) -> String {
        fs::read_to_string(workspace.in_root("crates").join(folder).join("Cargo.toml")).expect("a manifest")
    }

    #[test]
    fn every_crate_that_may_be_published_is_packaged() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let folders = fs::read_dir(workspace.in_root("crates")).expect("crates").flatten();
        let folders = folders.filter(|folder| folder.path().join("Cargo.toml").is_file());
        let manifests = folders.map(|folder| manifest(&workspace, &folder.file_name().to_string_lossy()));
        let published = manifests.filter(|text| !text.contains("publish = false"));
        let name = |text: String| text.split('"').nth(1).expect("a name").to_owned();
        let mut names: Vec<_> = published.map(name).collect();
        names.sort();
        assert_eq!(names, PUBLISHED);
    }

    #[test]
    fn a_release_builds_every_package() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let release =
            fs::read_to_string(workspace.in_root(".github/workflows/release.yml")).expect("a workflow");
        let (_, command) = release.split_once("cargo package").expect("the command that builds the packages");
        let command = command.split("- run").next().unwrap_or_default();
        let mut built: Vec<_> = command.split("--package").skip(1).map(str::trim).collect();
        built.sort();
        assert_eq!(built, PUBLISHED);
    }

    /// The licence files of the crates are links; a copy or a broken link would differ from the root's text.
    #[test]
    fn every_published_crate_has_the_licences_of_the_project() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        for name in PUBLISHED {
            let folder = if name == "ratelab" { "cli" } else { name.trim_start_matches("ratelab-") };
            for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
                let of_crate = workspace.in_root("crates").join(folder).join(licence);
                let is_same = read(&of_crate) == read(&workspace.in_root(licence));
                assert!(is_same, "{of_crate:?} must be a link to ../../{licence}");
            }
        }
    }

    #[test]
    fn crates_that_are_built_from_their_packages_are_published_and_depend_on_no_other() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        for name in BUILT {
            assert!(PUBLISHED.contains(&name), "{name}");
            let text = manifest(&workspace, name.strip_prefix("ratelab-").expect("a crate of the workspace"));
            let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
            let dependencies = dependencies.split("\n[").next().unwrap_or_default();
            assert!(!dependencies.contains("ratelab-"), "{name}: {dependencies}");
        }
    }

    #[test]
    fn the_oldest_compiler_is_the_one_that_the_core_promises() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let version = OLDEST.strip_suffix(".0").expect("a first release");
        assert!(manifest(&workspace, "limiter").contains(&format!("rust-version = \"{version}\"")));
    }
}
