//! `ratelab sample`: a generated log.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Args;
use ratelab_scenario::sample::SampleDay;

use super::Command;
use crate::{failure::Failure, output::still_read, values};

const EXAMPLES: &str = "\
Examples:
  ratelab sample > access.log
  ratelab sample | ratelab calibrate - --limit 60/m --burst 20
  ratelab sample --times 30 | gzip > month.log.gz";

/// Generate an access log of one day, in the combined format
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sample {
    /// The seed; a different seed gives a different day of the same kind
    #[arg(long, default_value_t = SampleDay::SEED, value_parser = values::whole::<u64>(0..=u64::MAX),
        allow_hyphen_values = true)]
    seed: u64,
    /// The number of days
    #[arg(long, value_name = "DAYS", default_value_t = 1, value_parser = values::whole::<u32>(1..=10_000),
        allow_hyphen_values = true)]
    times: u32,
}

impl Command for Sample {
    /// Writes one hour at a time, until the end or until the pipe is closed.
    fn execute(&self) -> Result<ExitCode, Failure> {
        let mut out = io::stdout().lock();
        for hour in SampleDay::new(self.seed).scaled(self.times) {
            if !still_read(out.write_all(&hour))? {
                return Ok(ExitCode::SUCCESS);
            }
        }
        still_read(out.flush())?;
        Ok(ExitCode::SUCCESS)
    }
}
