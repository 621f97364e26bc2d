//! What users of the crates get: packages with everything they need, and a core that old compilers accept.

use xshell::cmd;

use crate::error::Result;
use crate::report::Skipped;
use crate::tools;
use crate::workspace::Workspace;

/// The crates for others.
const PUBLISHED: [&str; 10] = [
    "ratelab",
    "ratelab-access-log",
    "ratelab-calibration",
    "ratelab-limiter",
    "ratelab-redis",
    "ratelab-report",
    "ratelab-scenario",
    "ratelab-simulation",
    "ratelab-store",
    "ratelab-tower",
];

/// The oldest compiler of the core, `rust-version` in `crates/limiter/Cargo.toml`.
const OLDEST: &str = "1.85.0";

/// Packages every crate without publishing it, and without a build: other steps build the same sources.
pub(crate) fn package(workspace: &Workspace) -> Result {
    let packages = PUBLISHED.iter().flat_map(|name| ["--package", *name]);
    Ok(cmd!(workspace.shell, "cargo package --no-verify --allow-dirty {packages...}").run()?)
}

/// Builds the core with its oldest compiler.
pub(crate) fn check_oldest(workspace: &Workspace) -> Result {
    let sh = &workspace.shell;
    if cmd!(sh, "rustup run {OLDEST} rustc --version").quiet().ignore_stderr().run().is_err() {
        tools::may_install(workspace, &format!("rustup toolchain install {OLDEST}"))
            .and_then(|()| Ok(cmd!(sh, "rustup toolchain install {OLDEST} --profile minimal").run()?))
            .map_err(|error| Skipped(format!("Rust {OLDEST} is not installed: {error}")))?;
    }
    let target = workspace.in_target("oldest");
    let command = cmd!(sh, "rustup run {OLDEST} cargo check --package ratelab-limiter --target-dir {target}");
    // The compiler of the run that started this one.
    Ok(command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").run()?)
}

#[cfg(test)]
mod tests {
    use std::fs;

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
    fn the_oldest_compiler_is_the_one_that_the_core_promises() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let version = OLDEST.strip_suffix(".0").expect("a first release");
        assert!(manifest(&workspace, "limiter").contains(&format!("rust-version = \"{version}\"")));
    }
}
