//! The commands: a file and a row of [`COMMANDS`] each.

mod calibrate;
mod check;
mod formats;
mod run;
mod sample;

use std::process::ExitCode;

use clap::{ArgMatches, Args};

use crate::failure::Failure;

/// All commands, in the order of the help.
const COMMANDS: [Row; 5] = [
    Row::new::<run::Run>("run"),
    Row::new::<calibrate::Calibrate>("calibrate"),
    Row::new::<check::Check>("check"),
    Row::new::<sample::Sample>("sample"),
    Row::new::<formats::Formats>("formats"),
];

/// The arguments of a command, and what it does with them.
trait Command: Args {
    /// Runs the command, and says by which code the program exits.
    fn execute(&self) -> Result<ExitCode, Failure>;
}

/// A command without its type.
struct Row {
    name: &'static str,
    /// Adds the command's arguments and help.
    describe: fn(clap::Command) -> clap::Command,
    execute: fn(&ArgMatches) -> Result<ExitCode, Failure>,
}

impl Row {
    const fn new<C: Command>(name: &'static str) -> Self {
        Self {
            name,
            describe: C::augment_args,
            execute: |matches| {
                // Arguments that clap has accepted are those of the command.
                let command = C::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
                command.execute()
            },
        }
    }
}

/// The commands with their arguments, for clap.
pub(crate) fn described() -> impl Iterator<Item = clap::Command> {
    COMMANDS.iter().map(|row| (row.describe)(clap::Command::new(row.name)))
}

/// Runs the command that was given.
pub(crate) fn execute(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let given = matches
        .subcommand()
        .and_then(|(name, matches)| COMMANDS.iter().find(|row| row.name == name).map(|row| (row, matches)));
    let (row, matches) = given.ok_or_else(|| Failure::new("no command is given"))?;
    (row.execute)(matches)
}
