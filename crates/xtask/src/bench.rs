//! `cargo xtask bench`: how fast the limiters decide, natively, as WebAssembly under Node, and whole
//! runs and the built page in Chromium.
//!
//! The measuring itself is the work of the `ratelab-bench` program; here its inputs are prepared.
//! A figure that falls short is reported by that program and is not a failure of this command.

use crate::browsers::CHROMIUM;
use crate::modules::{self, EVERYTHING};
use crate::process;
use crate::site;
use crate::tools;
use crate::workspace::{WASM_TARGET, Workspace};

pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    tools::ensure_all(workspace)?;
    CHROMIUM.find_driver(workspace)?;
    modules::build_and_weigh(workspace)?;
    site::build(workspace)?;
    build_module(workspace)?;
    measure(workspace)
}

fn build_module(workspace: &Workspace) -> Result<(), String> {
    let arguments = ["build", "--release", "--package", "ratelab-portable", "--target", WASM_TARGET, "--lib"];
    process::run(&mut workspace.cargo(&arguments))
}

fn measure(workspace: &Workspace) -> Result<(), String> {
    let module = format!("{WASM_TARGET}/release/ratelab_portable.wasm");
    let mut command = workspace.cargo(&["run", "--release", "--package", "ratelab-bench", "--"]);
    command.arg(workspace.in_target(&module)).arg(EVERYTHING.folder(workspace));
    process::run(command.arg(site::folder(workspace)).arg(workspace.in_target("bench.json")))
}
