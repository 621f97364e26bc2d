//! `cargo xtask build` and `cargo xtask serve`: the playground page.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::browsers::{self, Browser, CHROMIUM, FIREFOX, WEBKIT};
use crate::modules::{self, EVERYTHING, FIRST};
use crate::process;
use crate::report::Outcome;
use crate::server;
use crate::tools;
use crate::workspace::Workspace;

/// What in `web` is made or brought here. All else, with the modules, is what the page is made of.
const NOT_SOURCES: [&str; 2] = ["dist", "node_modules"];

/// What a build makes last.
const LAST_MADE: &str = "ratelab.html";

/// The programs for Node that use the page, each with the browser it is used in.
const USES: [(&str, Browser); 10] = [
    ("tests/browser/run.mjs", CHROMIUM),
    ("tests/browser/run.mjs", FIREFOX),
    ("tests/browser/run.mjs", WEBKIT),
    ("tests/browser/offline.mjs", CHROMIUM),
    ("tests/browser/single-file.mjs", CHROMIUM),
    ("tests/browser/single-file.mjs", FIREFOX),
    ("tests/browser/embed.mjs", CHROMIUM),
    ("tests/browser/embed.mjs", FIREFOX),
    ("tests/browser/examples.mjs", CHROMIUM),
    ("tests/browser/examples.mjs", FIREFOX),
];

/// Builds the page and proves what is promised of it, in every browser that is here.
pub(crate) fn check(workspace: &Workspace) -> Outcome {
    if let Err(message) = build(workspace) {
        return Outcome::Failed(message);
    }
    let missing: Vec<String> =
        browsers::ALL.iter().filter_map(|browser| browser.find_driver(workspace).err()).collect();
    let used = USES.iter().filter(|(_, browser)| browser.find_driver(workspace).is_ok());
    let used = used.map(|(program, browser)| use_page(workspace, program, browser));
    // Every one of them has its say, also after another has failed.
    let failures: Vec<String> = used.filter_map(Result::err).collect();
    match (failures.is_empty(), missing.is_empty()) {
        (false, _) => Outcome::Failed(failures.join(" ")),
        (true, false) => Outcome::Skipped(missing.join(" ")),
        (true, true) => Outcome::Passed,
    }
}

fn use_page(workspace: &Workspace, program: &str, browser: &Browser) -> Result<(), String> {
    process::run(&mut workspace.command(Path::new("node"), &[program, browser.name]))
}

pub(crate) fn serve(workspace: &Workspace, port: u16) -> Result<(), String> {
    build(workspace)?;
    server::serve(&folder(workspace), port)
}

/// Where a build leaves the page.
pub(crate) fn folder(workspace: &Workspace) -> PathBuf {
    workspace.in_root("web/dist")
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
    let page = modified(&folder(workspace).join(LAST_MADE));
    let entries = fs::read_dir(workspace.in_root("web")).into_iter().flatten().flatten();
    let sources = entries.filter(|entry| !NOT_SOURCES.iter().any(|name| entry.file_name() == *name));
    page.is_some() && sources.map(|source| newest(&source.path())).all(|source| source < page)
}

/// When the newest file under a path was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else { return modified(path) };
    entries.flatten().filter_map(|entry| newest(&entry.path())).max()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}
