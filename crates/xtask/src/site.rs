//! `cargo xtask serve` and `cargo xtask build`: the playground page.
//!
//! The page is not written yet. Until it is, both commands say so and do what can be done.

use crate::process;
use crate::workspace::Workspace;

const NO_PAGE: &str = "The playground page is not written yet";

pub(crate) fn serve() {
    println!("{NO_PAGE}, so there is nothing to serve.");
    println!("What exists now is the core, the limiters themselves: `cargo doc --open -p ratelab-limiter`");
    println!("shows it, `cargo xtask test` checks it, `cargo xtask bench` measures it.");
}

pub(crate) fn build(workspace: &Workspace) -> Result<(), String> {
    println!("{NO_PAGE}, so only the Rust crates are built.");
    process::run(&mut workspace.cargo(&["build", "--workspace", "--release"]))
}
