//! Ratelab's own commands: `cargo xtask <serve|test|bench|build>`.
//!
//! What plain cargo cannot do lives here: getting the WebAssembly tools, running the same tests
//! natively, under Node and in browsers, and measuring. Only the standard library is used, so that the
//! first `cargo xtask` on a new machine starts within seconds.
//!
//! Product logic never lives here; neither does anything a plain `cargo` command already does well.

#![forbid(unsafe_code)]

mod arguments;
mod bench;
mod browsers;
mod modules;
mod npm;
mod packages;
mod process;
mod report;
mod server;
mod site;
mod test;
mod tools;
mod wasm_tests;
mod workspace;

use std::env;
use std::process::ExitCode;

use arguments::Task;
use workspace::Workspace;

const USAGE: &str = "\
Usage: cargo xtask <command>

  serve [--port N]    build the playground and serve it on this machine
  test                check everything: tools, browsers, format, lints, tests natively, under
                      Node and in each browser, docs; a browser that cannot be had is skipped
    --list            only list the steps
    --step NAME       only run this step (may be given several times)
    --keep-going      run the remaining steps after one has failed
  bench               measure the limiters, natively and as WebAssembly, and the playground
  build               build the playground into web/dist
  help                print this text";

/// Exit status for a command line that was not understood, as shells and cargo use it.
const MISUSE: u8 = 2;

fn main() -> ExitCode {
    let words: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match arguments::parse(&words) {
        Ok(task) => report(perform(&task)),
        Err(complaint) => {
            eprintln!("{complaint}\n\n{USAGE}");
            ExitCode::from(MISUSE)
        }
    }
}

fn perform(task: &Task) -> Result<(), String> {
    let workspace = Workspace::find()?;
    match task {
        Task::Help => println!("{USAGE}"),
        Task::ListSteps => test::list(),
        Task::Test(plan) => test::run(&workspace, plan)?,
        Task::Bench => bench::run(&workspace)?,
        Task::Serve(port) => site::serve(&workspace, *port)?,
        Task::Build => site::build(&workspace)?,
    }
    Ok(())
}

fn report(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}
