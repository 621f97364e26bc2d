//! Where things are: the repository, the target directory and the tools installed below it.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target that Ratelab's page runs on.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The repository and its target directory, both as absolute paths.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self, String> {
        let root = repository_root()?;
        let target = target_directory(&root, env::var_os("CARGO_TARGET_DIR"))?;
        Ok(Self { root, target })
    }

    /// The text of the manifest that all crates of the workspace share.
    pub(crate) fn manifest(&self) -> Result<String, String> {
        let path = self.root.join("Cargo.toml");
        fs::read_to_string(&path).map_err(|error| format!("Could not read {}: {error}.", path.display()))
    }

    pub(crate) fn in_root(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn in_target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// Tools are kept below `target/`, so that they never disturb what a person has installed.
    pub(crate) fn tools(&self) -> PathBuf {
        self.in_target("tools")
    }

    pub(crate) fn tool(&self, program: &str) -> PathBuf {
        self.tools().join("bin").join(format!("{program}{EXE_SUFFIX}"))
    }

    /// Where a program is that the system or the tools directory may have.
    pub(crate) fn find_program(&self, program: &str) -> Option<PathBuf> {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let on_path = env::split_paths(&inherited).map(|place| place.join(format!("{program}{EXE_SUFFIX}")));
        on_path.chain([self.tool(program)]).find(|path| path.is_file())
    }

    /// The cargo that runs this program, so that one toolchain does everything.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        self.command(Path::new(&program), arguments)
    }

    /// A command that starts at the root and builds into the same target directory as this program;
    /// without the latter a relative `CARGO_TARGET_DIR` would mean a different place for each child.
    pub(crate) fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// `PATH` with the installed tools in front, so that no other version of them is picked up.
    pub(crate) fn path_with_tools(&self) -> Result<OsString, String> {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let ours = [self.tools().join("bin"), self.root.join("web/node_modules/.bin")];
        let places = ours.into_iter().chain(env::split_paths(&inherited));
        env::join_paths(places).map_err(|error| {
            format!("Could not put the tools on PATH: {error}. Set CARGO_TARGET_DIR to a plainer path.")
        })
    }
}

/// Fixed at compile time: cargo recompiles this crate when the repository has moved.
fn repository_root() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).map(Path::to_path_buf);
    root.ok_or_else(|| format!("{} has no directory two levels up to be the repository.", here.display()))
}

fn target_directory(root: &Path, chosen: Option<OsString>) -> Result<PathBuf, String> {
    let directory = chosen.map_or_else(|| root.join("target"), PathBuf::from);
    std::path::absolute(&directory)
        .map_err(|error| format!("Could not locate the target directory {}: {error}.", directory.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_shared_manifest() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        assert!(workspace.manifest().expect("a manifest").contains("[workspace]"));
    }

    #[test]
    fn a_relative_target_directory_is_relative_to_the_caller_not_to_the_root() {
        let here = env::current_dir().expect("a current directory");
        let target = target_directory(Path::new("/elsewhere"), Some(OsString::from("out")));
        assert_eq!(target, Ok(here.join("out")));
    }

    #[test]
    fn a_program_is_found_by_its_name_alone() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let rustc = workspace.find_program("rustc").expect("what has compiled this test is on PATH");
        assert!(rustc.is_absolute() && rustc.is_file(), "{}", rustc.display());
        assert_eq!(workspace.find_program("ratelab-no-such-program"), None);
    }

    #[test]
    fn the_installed_tools_come_before_everything_else_on_the_path() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let path = workspace.path_with_tools().expect("a path");
        let first = env::split_paths(&path).next();
        assert_eq!(first.as_deref(), workspace.tool("wasm-pack").parent());
    }
}
