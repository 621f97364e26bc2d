//! A folder for the temporary files of a run. Browsers and their drivers leave profiles behind; they go with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use crate::error::Result;
use crate::workspace::Workspace;

/// The longest path that leaves enough of the 107 bytes of a Unix socket's address for the names that browsers append.
const LONGEST: usize = 60;

/// Removed with its contents when the run ends.
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Below `target/`, unless that path is too long for sockets.
    pub(crate) fn create(workspace: &Workspace) -> Result<Self> {
        let name = format!("ratelab-{}", process::id());
        let inside = workspace.in_target("temporary").join(&name);
        let path = if inside.as_os_str().len() <= LONGEST { inside } else { std::env::temp_dir().join(name) };
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            println!("{} could not be removed: {error}", self.0.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_all_that_is_in_it() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let folder = TemporaryFolder::create(&workspace).expect("a folder");
        let path = folder.path().to_owned();
        fs::write(path.join("profile"), "left behind").expect("a file");
        drop(folder);
        assert!(!path.exists());
    }
}
