//! `cargo xtask build` and `cargo xtask serve`: the playground page.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::browsers::CHROMIUM;
use crate::modules::{self, EVERYTHING, FIRST};
use crate::process;
use crate::report::Outcome;
use crate::server;
use crate::tools;
use crate::workspace::Workspace;

/// What the page is made of, besides the modules.
const SOURCES: [&str; 6] = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/vite.config.ts",
    "web/tsconfig.json",
    "web/package-lock.json",
];

/// Builds the page and uses it as a new user would, where there is a browser to do it with.
pub(crate) fn check(workspace: &Workspace) -> Outcome {
    if let Err(message) = build(workspace) {
        return Outcome::Failed(message);
    }
    match CHROMIUM.find_driver(workspace) {
        Ok(_) => {
            process::run(&mut workspace.command(Path::new("node"), &["tests/browser/playground.mjs"])).into()
        }
        Err(reason) => Outcome::Skipped(reason),
    }
}

pub(crate) fn serve(workspace: &Workspace, port: u16) -> Result<(), String> {
    build(workspace)?;
    server::serve(&workspace.in_root("web/dist"), port)
}

/// Leaves the page in `web/dist`.
pub(crate) fn build(workspace: &Workspace) -> Result<(), String> {
    tools::ensure_for_page(workspace)?;
    modules::build(workspace, &FIRST)?;
    modules::build(workspace, &EVERYTHING)?;
    if is_built(workspace) {
        println!("web/dist: as new as what it is made of");
        return Ok(());
    }
    let npm = workspace.find_program("npm").ok_or("`npm` is not on PATH. It comes with Node.")?;
    process::run(workspace.command(&npm, &["run", "build"]).current_dir(workspace.in_root("web")))
}

fn is_built(workspace: &Workspace) -> bool {
    let page = modified(&workspace.in_root("web/dist/index.html"));
    let generated = [FIRST, EVERYTHING].map(|module| newest(&module.folder(workspace)));
    let sources = SOURCES.map(|source| newest(&workspace.in_root(source)));
    page.is_some() && generated.into_iter().chain(sources).all(|source| source < page)
}

/// When the newest file under a path was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else { return modified(path) };
    entries.flatten().filter_map(|entry| newest(&entry.path())).max()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}
