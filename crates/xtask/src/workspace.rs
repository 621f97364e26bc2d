//! The paths of the repository, the target directory, and the tools installed in it.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use xshell::{Shell, cmd};

use crate::error::Result;

/// The target that Ratelab's page runs on.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Set for the steps of a run that may install nothing.
pub(crate) const NO_INSTALL: &str = "RATELAB_NO_INSTALL";

/// The repository, and a shell that starts there.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    /// Whether packages of the system and parts of Rust's toolchain may be installed.
    pub(crate) may_install: bool,
    /// Runs commands at the root, with our tools first on `PATH` and one target directory for all of them:
    /// a relative `CARGO_TARGET_DIR` would be a different place for each.
    pub(crate) shell: Shell,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self> {
        // Fixed at compile time: cargo recompiles this crate when the repository has moved.
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
        let target = target_directory(&root, env::var_os("CARGO_TARGET_DIR"))?;
        let shell = Shell::new()?;
        shell.change_dir(&root);
        shell.set_var("CARGO_TARGET_DIR", &target);
        shell.set_var("PATH", path_with_tools(&root, &target)?);
        let may_install = env::var_os(NO_INSTALL).is_none();
        Ok(Self { root, target, may_install, shell })
    }

    /// Returns the same workspace; if `decline` is set, nothing may be installed.
    pub(crate) fn without_installing(self, decline: bool) -> Self {
        Self { may_install: self.may_install && !decline, ..self }
    }

    pub(crate) fn in_root(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn in_target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// Runs one cargo command, written as a person would type it after `cargo`.
    pub(crate) fn cargo(&self, line: &str) -> Result {
        let words = line.split_whitespace();
        Ok(cmd!(self.shell, "cargo {words...}").run()?)
    }

    /// Returns the path of a program on `PATH`. Searched here, because a crate would take longer to compile than
    /// these lines.
    pub(crate) fn find_program(&self, program: &str) -> Option<PathBuf> {
        let path = self.shell.var_os("PATH")?;
        let mut places = env::split_paths(&path).map(|place| place.join(format!("{program}{EXE_SUFFIX}")));
        places.find(|file| file.is_file())
    }
}

/// Tools are installed in `target/`, so that they do not affect the user's own tools.
fn path_with_tools(root: &Path, target: &Path) -> Result<OsString> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let ours = [target.join("tools/bin"), root.join("web/node_modules/.bin")];
    env::join_paths(ours.into_iter().chain(env::split_paths(&inherited))).map_err(|error| {
        format!("Could not put the tools on PATH: {error}. Set CARGO_TARGET_DIR to a plainer path.").into()
    })
}

fn target_directory(root: &Path, chosen: Option<OsString>) -> Result<PathBuf> {
    Ok(std::path::absolute(chosen.map_or_else(|| root.join("target"), PathBuf::from))?)
}

/// Returns when the newest file at or below a path was changed. A missing path is older than any file.
pub(crate) fn newest(path: &Path) -> Option<SystemTime> {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().filter_map(|entry| newest(&entry.path())).max(),
        Err(_) => fs::metadata(path).and_then(|file| file.modified()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_target_directory_is_relative_to_the_caller_not_to_the_root() {
        let here = env::current_dir().expect("a current directory");
        let target = target_directory(Path::new("/elsewhere"), Some(OsString::from("out")));
        assert_eq!(target.expect("a directory"), here.join("out"));
    }

    #[test]
    fn a_program_is_found_by_its_name_alone() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let rustc = workspace.find_program("rustc").expect("the compiler of this test is on PATH");
        assert!(rustc.is_absolute() && rustc.is_file(), "{}", rustc.display());
        assert_eq!(workspace.find_program("ratelab-no-such-program"), None);
    }

    #[test]
    fn our_tools_come_first_on_the_path() {
        let path = path_with_tools(Path::new("/root"), Path::new("/target")).expect("a path");
        assert_eq!(env::split_paths(&path).next(), Some(PathBuf::from("/target/tools/bin")));
    }

    #[test]
    fn what_does_not_exist_is_older_than_anything() {
        assert!(newest(Path::new("/ratelab-no-such-file")) < newest(Path::new(env!("CARGO_MANIFEST_DIR"))));
    }
}
