//! Ratelab's own commands: `cargo xtask <serve|test|bench|build|scripts>`.
//!
//! This crate does what plain cargo cannot: it installs the WebAssembly tools and the browsers, runs the same
//! tests natively, under Node and in browsers, and measures. The table of steps is in `steps`.
//!
//! It contains no product logic, and nothing that a plain `cargo` command does well.

#![forbid(unsafe_code)]

mod arguments;
mod bench;
mod browsers;
mod error;
mod logs;
mod modules;
mod packages;
mod page_scripts;
mod publishing;
mod redis;
mod report;
mod runner;
mod schedule;
mod scripts;
mod servers;
mod site;
mod steps;
mod temporary;
mod tools;
mod wasm_tests;
mod workspace;

use std::env;
use std::process::ExitCode;

use arguments::Task;
use error::Result;
use workspace::Workspace;

const USAGE: &str = "\
Usage: cargo xtask <command>

  serve               build the playground and serve it on this machine
    --port N          serve it on this port instead of 8080
    --no-install      add nothing to Rust's toolchain; say what is missing
  test                check everything: tools, browsers, format, lints, docs, and the tests natively,
                      under Node and in each browser; a missing browser is skipped
    --quick           check in under a minute what most changes can break: format, lints, the
                      native tests with fewer random cases, and the page's scripts
    --no-install      install no system packages and add nothing to Rust's toolchain; skip the
                      tests that need what is missing
    --no-skip         fail if a step was skipped
    --list            list the steps
    --step NAME       run this step and what it needs, and show its output; may be repeated,
                      and `page` selects every step whose name starts with `page,`
    --keep-going      start the remaining steps after one has failed
  bench               measure the limiters, natively and as WebAssembly, and the playground; also takes
                      --no-install
  build               build the playground into web/dist; also takes --no-install
  scripts             write crates/redis/scripts from crates/redis/templates
  help                print this text";

/// The exit status for an invalid command line, as in shells and cargo.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    match arguments::parse(env::args_os().skip(1)) {
        Ok(task) => perform(task).unwrap_or_else(|error| {
            eprintln!("\n{error}");
            ExitCode::FAILURE
        }),
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(MISUSE)
        }
    }
}

fn perform(task: Task) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match task {
        Task::Help => println!("{USAGE}"),
        Task::ListSteps => steps::list(),
        Task::Test(plan) => runner::test(&workspace.without_installing(plan.no_install), &plan)?,
        Task::Step(step) => return Ok(runner::run_as_child(&workspace, step)),
        Task::Bench { no_install } => bench::run(&workspace.without_installing(no_install))?,
        Task::Build { no_install } => runner::build_site(&workspace.without_installing(no_install))?,
        Task::Scripts => scripts::write(&workspace)?,
        Task::Serve { port, no_install } => {
            let workspace = workspace.without_installing(no_install);
            // Before the build, which may take minutes.
            site::check_port(port)?;
            runner::build_site(&workspace)?;
            site::serve(&workspace, port)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
