//! `cargo xtask bench`: how fast the limiters decide, natively and as WebAssembly under Node, and how fast
//! whole runs and the page are in Chromium.
//!
//! The program `ratelab-bench` measures; this prepares its inputs. A figure that falls short is reported by
//! that program and is not a failure of this command.

use xshell::cmd;

use crate::Result;
use crate::browsers::CHROMIUM;
use crate::modules;
use crate::runner;
use crate::site;
use crate::workspace::{WASM_TARGET, Workspace};

pub(crate) fn run(workspace: &Workspace) -> Result {
    CHROMIUM.find_driver(workspace)?;
    runner::build_site(workspace)?;
    workspace.cargo(&format!("build --release --package ratelab-portable --target {WASM_TARGET} --lib"))?;
    let inputs = [
        workspace.in_target(&format!("{WASM_TARGET}/release/ratelab_portable.wasm")),
        modules::folder(workspace, "everything"),
        site::folder(workspace),
        workspace.in_target("bench.json"),
    ];
    Ok(cmd!(workspace.shell, "cargo run --release --package ratelab-bench -- {inputs...}").run()?)
}
