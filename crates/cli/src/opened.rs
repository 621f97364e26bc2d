//! The logs that were opened, and which of them a line belongs to.

use std::path::Path;

use ratelab_report::words::count;

use crate::{output::is_standard, printable::printable};

pub(crate) struct Opened {
    pub name: String,
    /// The number of lines, counted only if there are several logs.
    pub lines: u64,
    /// Whether it is a compressed file that ends early.
    pub is_cut: bool,
}

impl Opened {
    pub(crate) fn new(path: &Path) -> Self {
        let name = if is_standard(path) {
            "standard input".to_owned()
        } else {
            printable(&path.display().to_string())
        };
        Self { name, lines: 0, is_cut: false }
    }
}

/// All opened logs, in the order in which they were read.
#[derive(Default)]
pub(crate) struct AllOpened(pub Vec<Opened>);

impl AllOpened {
    /// The names as text: `access.log`, `access.log and 2 more`.
    pub(crate) fn names(&self) -> String {
        match self.0.as_slice() {
            [] => String::new(),
            [one] => one.name.clone(),
            [first, others @ ..] => format!("{} and {} more", first.name, count(others.len() as u64)),
        }
    }

    /// The logs that end early.
    pub(crate) fn cut(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|log| log.is_cut).map(|log| log.name.as_str())
    }

    /// The log a line belongs to, and the number of the line there. Lines are numbered from 1.
    pub(crate) fn locate(&self, mut line: u64) -> (&str, u64) {
        let Some((last, others)) = self.0.split_last() else { return ("", line) };
        for log in others {
            if line <= log.lines {
                return (&log.name, line);
            }
            line -= log.lines;
        }
        (&last.name, line)
    }
}
