//! The files of the project.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders that tools write, with no sources.
const GENERATED: [&str; 6] = [".git", "target", "node_modules", "dist", "artifacts", "coverage"];

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root")
}

/// Every file, by its path from the root.
pub(super) fn files() -> Vec<String> {
    let mut found = Vec::new();
    collect(&root(), "", &mut found);
    found.sort();
    found
}

fn collect(directory: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).expect("a directory").filter_map(Result::ok) {
        let name = entry.file_name().into_string().expect("names are UTF-8");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && GENERATED.contains(&name.as_str()) => {}
            Ok(kind) if kind.is_dir() => collect(&entry.path(), &format!("{prefix}{name}/"), found),
            _ => found.push(format!("{prefix}{name}")),
        }
    }
}

pub(super) fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The Rust sources below a path, with their text.
pub(super) fn sources(under: &str) -> Vec<(String, String)> {
    let named = files().into_iter().filter(|name| name.starts_with(under) && name.ends_with(".rs"));
    named.map(|name| (name.clone(), read(&name))).collect()
}

/// The names of the folders in `crates`.
pub(super) fn crates() -> Vec<String> {
    let manifests = files().into_iter().filter(|name| name.ends_with("/Cargo.toml"));
    let below = manifests.filter_map(|name| name.strip_prefix("crates/").map(str::to_owned));
    below.filter_map(|name| name.split_once('/').map(|(folder, _)| folder.to_owned())).collect()
}

/// Resolves a path that a file names, relative to the root.
pub(super) fn resolve(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
