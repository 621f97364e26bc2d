//! `cargo xtask bench`: how fast the limiters decide, natively and as WebAssembly under Node, how fast whole runs and
//! the page are in Chromium, how fast logs are read, and how fast and small the limiters are in Redis.
//!
//! The programs `ratelab-bench` and `ratelab-bench-redis` measure; this prepares their inputs. A figure that falls
//! short is reported by those programs and is not a failure of this command.

use xshell::cmd;

use crate::browsers::CHROMIUM;
use crate::error::Result;
use crate::modules;
use crate::runner;
use crate::site;
use crate::tools;
use crate::workspace::{WASM_TARGET, Workspace};

pub(crate) fn run(workspace: &Workspace) -> Result {
    CHROMIUM.find_driver(workspace)?;
    runner::build_site(workspace)?;
    workspace.cargo(&format!("build --release --package ratelab-portable --target {WASM_TARGET} --lib"))?;
    let inputs = [
        workspace.in_target(&format!("{WASM_TARGET}/release/ratelab_portable.wasm")),
        modules::folder(workspace, "studio"),
        modules::folder(workspace, "logs"),
        site::folder(workspace),
        workspace.in_target("bench.json"),
    ];
    cmd!(workspace.shell, "cargo run --release --package ratelab-bench -- {inputs...}").run()?;
    run_redis(workspace)
}

/// Measures Redis and the rivals that run under Node and Python, and adds the figures to the report.
fn run_redis(workspace: &Workspace) -> Result {
    for program in ["redis-server", "python3"] {
        if workspace.find_program(program).is_none() {
            println!("`{program}` is not on the PATH: skipping the measurements in Redis");
            return Ok(());
        }
    }
    let python = tools::ensure_rivals_in_redis(workspace)?;
    let measured = workspace.in_root("web/src/views/production/measured.json");
    let inputs = [python, workspace.in_target("bench.json"), measured];
    let command = cmd!(
        workspace.shell,
        "cargo run --release --package ratelab-bench --features redis --bin ratelab-bench-redis -- {inputs...}"
    );
    Ok(command.run()?)
}
