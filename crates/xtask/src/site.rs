//! The playground: built into `web/dist`, served, and used by the programs in `tests/browser`.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;

use xshell::cmd;

use crate::browsers::Browser;
use crate::error::Result;
use crate::logs;
use crate::workspace::{Workspace, newest};

/// Folders in `web` that are generated, installed, or only read by tests. The page is built from everything else.
const NOT_SOURCES: [&str; 3] = ["dist", "node_modules", "tests"];

/// The last file that a build writes.
const LAST_MADE: &str = "ratelab.html";

/// The arguments with which Node starts Vite in `web`, to serve `web/dist`.
const PREVIEW: [&str; 3] = ["node_modules/vite/bin/vite.js", "preview", "--port"];

/// Returns the folder of the built page.
pub(crate) fn folder(workspace: &Workspace) -> PathBuf {
    workspace.in_root("web/dist")
}

/// Builds the page into `web/dist`.
pub(crate) fn build(workspace: &Workspace) -> Result {
    if is_built(workspace) {
        println!("web/dist is newer than its sources");
        return Ok(());
    }
    Ok(cmd!(workspace.shell, "npm run build --prefix web").run()?)
}

fn is_built(workspace: &Workspace) -> bool {
    let page = newest(&folder(workspace).join(LAST_MADE));
    let entries = fs::read_dir(workspace.in_root("web")).into_iter().flatten().flatten();
    let mut sources = entries.filter(|entry| !NOT_SOURCES.iter().any(|name| entry.file_name() == *name));
    sources.all(|source| newest(&source.path()) < page)
}

/// Checks that the page can be served on this port.
pub(crate) fn check_port(port: u16) -> Result {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        format!("Port {port} cannot be used: {error}. `cargo xtask serve --port N` takes another.")
    })?;
    Ok(())
}

/// Serves the built page; `web/vite.config.ts` sets the headers.
pub(crate) fn serve(workspace: &Workspace, port: u16) -> Result {
    println!("\nServing web/dist until you stop it with Ctrl+C:");
    let port = port.to_string();
    let vite = cmd!(workspace.shell, "node {PREVIEW...} {port}");
    become_program(Command::from(vite).current_dir(workspace.in_root("web")))
}

/// Replaces this process, so that stopping it stops the server.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result {
    command.status()?;
    Ok(())
}

/// Starts the server of [`serve`] on a free port and checks its responses.
pub(crate) fn check_served(workspace: &Workspace) -> Result {
    Ok(cmd!(workspace.shell, "node tests/browser/served.mjs {PREVIEW...} 0").run()?)
}

/// Runs one program of `tests/browser` in one browser.
pub(crate) fn check(workspace: &Workspace, program: &str, browser: &Browser) -> Result {
    browser.find_driver(workspace)?;
    let (file, name) = (format!("tests/browser/{program}.mjs"), browser.name);
    let command = cmd!(workspace.shell, "node {file} {name}");
    Ok(command.env(logs::VARIABLE, logs::folder(workspace)).run()?)
}
