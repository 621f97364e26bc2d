//! `ratelab`: the playground from a terminal.
//!
//! ```sh
//! ratelab run edge-burst                                        # a scenario through its limiters
//! ratelab calibrate access.log.gz --limit 60/m --burst 20       # what a limit would have done to a log
//! ratelab check access.log --limit 60/m --max-denied 0.1%       # the same as an exit code, for a pipeline
//! ratelab sample | ratelab calibrate - --propose                # a day that was made up, to try it on
//! ```
//!
//! Each command is a file of `commands`: it reads its arguments, asks the crates, prints. A log is read in blocks
//! and only the time, key and cost of each request are kept, so it may be larger than memory.
//!
//! Exit codes: 0 if all went well; 1 if `check` finds more than is allowed; 2 if an argument or a file cannot be read,
//! or `check` understands too little of it.
//!
//! # What it does not do
//!
//! - It decides nothing about limits and parses no line: `ratelab-limiter`, `ratelab-simulation`,
//!   `ratelab-access-log` and `ratelab-calibration` do.
//! - It follows no log that grows, sends nothing anywhere, and writes no file but those that it is told to.
//! - It has no colours and no configuration file. Progress is shown on a terminal and never in a pipe.

#![forbid(unsafe_code)]

mod commands;
mod effects;
mod failure;
mod frontier;
mod inference;
mod instant;
mod limit;
mod loudest;
mod numbers;
mod opened;
mod output;
mod overview;
mod period;
mod picture;
mod progress;
mod proposal;
mod reading;
mod source;
mod table;
mod unread;
mod values;

use std::process::ExitCode;

use clap::Command;

/// The exit code for what cannot be read, as clap has it for arguments.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    let matches = Command::new("ratelab")
        .about("Rate limiters on traffic: your scenario, or your own access log")
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands::described())
        .get_matches();
    commands::execute(&matches).unwrap_or_else(|failure| {
        eprintln!("error: {failure}");
        ExitCode::from(UNREADABLE)
    })
}
