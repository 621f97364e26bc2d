//! Ratelab's own commands: `cargo xtask <serve|test|bench|build|scripts>`.
//!
//! This crate does what plain cargo cannot: it gets the WebAssembly tools and the browsers, runs the same
//! tests natively, under Node and in browsers, and measures. All of that is a table of steps, in `steps`.
//!
//! Product logic never lives here, nor does anything that a plain `cargo` command does well.

#![forbid(unsafe_code)]

mod arguments;
mod bench;
mod browsers;
mod error;
mod logs;
mod modules;
mod packages;
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

  serve [--port N]    build the playground and serve it on this machine
  test                check everything: tools, browsers, format, lints, docs, and the tests natively,
                      under Node and in each browser; a missing browser is skipped
    --quick           check in about a minute what most changes can break: format, lints, and the
                      native tests with fewer random cases
    --no-install      install no packages of the system and no parts of Rust's toolchain; skip the
                      tests that need what is missing
    --list            list the steps
    --step NAME       run this step and what it needs, and show its output; may be repeated,
                      and `page` stands for every step whose name starts with `page,`
    --keep-going      start the remaining steps after one has failed
  bench               measure the limiters, natively and as WebAssembly, and the playground
  build               build the playground into web/dist
  scripts             write crates/redis/scripts from crates/redis/templates
  help                print this text";

/// Exit status for a command line that makes no sense, as shells and cargo use it.
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
        Task::Bench => bench::run(&workspace)?,
        Task::Build => runner::build_site(&workspace)?,
        Task::Scripts => scripts::write(&workspace)?,
        Task::Serve(port) => {
            // Before the build, which may take minutes.
            site::check_port(port)?;
            runner::build_site(&workspace)?;
            site::serve(&workspace, port)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
