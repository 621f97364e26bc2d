//! `ratelab formats`: lists the log formats.

use std::process::ExitCode;

use clap::Args;
use ratelab_access_log::formats::KINDS;
use serde::Serialize;

use super::Command;
use crate::{
    failure::Failure,
    output::{say, say_json},
};

/// List the supported log formats, with an example of each
#[derive(Args)]
pub(crate) struct Formats {
    /// Print the formats as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FormatReport {
    name: &'static str,
    title: &'static str,
    example: &'static str,
    recognised: bool,
}

impl Command for Formats {
    fn execute(&self) -> Result<ExitCode, Failure> {
        let formats = KINDS.iter().map(|kind| FormatReport {
            name: kind.name,
            title: kind.title,
            example: kind.example,
            recognised: kind.recognised,
        });
        if self.json {
            say_json(&formats.collect::<Vec<_>>())?;
        } else {
            say(&formats.map(|format| format.text()).collect::<Vec<_>>().join("\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl FormatReport {
    fn text(&self) -> String {
        let choice = if self.recognised { "" } else { " (with --pattern)" };
        let example: String = self.example.lines().map(|line| format!("  {line}\n")).collect();
        format!("{}: {}{choice}\n{example}", self.name, self.title)
    }
}
