//! The commands: one file and one row of [`COMMANDS`] each.

mod calibrate;
mod check;
mod formats;
mod run;
mod sample;

use std::process::ExitCode;

use clap::{ArgMatches, Args};

use crate::failure::Failure;

/// All commands, in the order of the help text.
const COMMANDS: [Row; 5] = [
    Row::new::<run::Run>("run"),
    Row::new::<calibrate::Calibrate>("calibrate"),
    Row::new::<check::Check>("check"),
    Row::new::<sample::Sample>("sample"),
    Row::new::<formats::Formats>("formats"),
];

/// The options of a command, and its code.
trait Command: Args {
    /// Runs the command, and returns the exit code of the program.
    fn execute(&self) -> Result<ExitCode, Failure>;
}

/// A command without its type.
struct Row {
    name: &'static str,
    /// Adds the options and the help text of the command.
    describe: fn(clap::Command) -> clap::Command,
    execute: fn(&ArgMatches) -> Result<ExitCode, Failure>,
}

impl Row {
    const fn new<C: Command>(name: &'static str) -> Self {
        Self {
            name,
            describe: C::augment_args,
            execute: |matches| {
                // clap has validated the arguments of this command.
                let command = C::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
                command.execute()
            },
        }
    }
}

/// The commands and their options, for clap.
pub(crate) fn described() -> impl Iterator<Item = clap::Command> {
    COMMANDS.iter().map(|row| (row.describe)(clap::Command::new(row.name)))
}

/// Runs the given command.
pub(crate) fn execute(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let given = matches
        .subcommand()
        .and_then(|(name, matches)| COMMANDS.iter().find(|row| row.name == name).map(|row| (row, matches)));
    let (row, matches) = given.ok_or_else(|| Failure::new("no command given"))?;
    (row.execute)(matches)
}
