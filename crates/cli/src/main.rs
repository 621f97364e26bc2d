//! `ratelab`: rate limiters on the command line.
//!
//! ```sh
//! ratelab run edge-burst                                        # run a scenario
//! ratelab calibrate access.log.gz --limit 60/m --burst 20       # try a limit on a log
//! ratelab check access.log --limit 60/m --max-denied 0.1%       # the same as an exit code, for CI
//! ratelab sample | ratelab calibrate - --propose                # a generated log to try it on
//! ```
//!
//! Each command is one file of `commands`: it parses its options, calls the other crates and prints the results. Logs
//! are read in blocks, and only the time, key and cost of each request are kept, so a log may be larger than memory.
//!
//! Exit codes: 0 on success; 1 if `check` finds more denials than permitted; 2 if an option or a file is invalid,
//! or `check` cannot parse enough of a log.
//!
//! # What this command does not do
//!
//! - It decides nothing about limits and parses no line: `ratelab-limiter`, `ratelab-simulation`,
//!   `ratelab-access-log` and `ratelab-calibration` do.
//! - It does not follow a growing log, uses no network, and writes only the files it is asked for.
//! - It prints no colours and has no configuration file. Progress is shown only on a terminal.

#![forbid(unsafe_code)]

mod busiest;
mod commands;
mod effects;
mod failure;
mod frontier;
mod inference;
mod instant;
mod limit;
mod numbers;
mod opened;
mod output;
mod overview;
mod period;
mod picture;
mod printable;
mod progress;
mod proposal;
mod reading;
mod source;
mod table;
mod unparsed;
mod values;

use std::process::ExitCode;

use clap::Command;

/// The exit code for invalid input, the one clap uses for invalid arguments.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    let matches = Command::new("ratelab")
        .about("Try rate limiters on simulated traffic or on your own access logs")
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
