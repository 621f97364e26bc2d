//! The logs that were opened: what they are called, and which of them a line is of.

use std::path::Path;

use ratelab_report::words::count;

use crate::output::is_standard;

/// A log that was opened.
pub(crate) struct Opened {
    pub name: String,
    /// Its lines. They are counted only if there are several logs.
    pub lines: u64,
    /// Whether it is compressed and ends too early.
    pub is_cut: bool,
}

impl Opened {
    pub(crate) fn new(path: &Path) -> Self {
        let name = if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() };
        Self { name, lines: 0, is_cut: false }
    }
}

/// All of them, in the order in which they were read.
#[derive(Default)]
pub(crate) struct AllOpened(pub Vec<Opened>);

impl AllOpened {
    /// What they are called: `access.log`, `access.log and 2 more`.
    pub(crate) fn names(&self) -> String {
        match self.0.as_slice() {
            [] => String::new(),
            [one] => one.name.clone(),
            [first, others @ ..] => format!("{} and {} more", first.name, count(others.len() as u64)),
        }
    }

    /// Those that end too early.
    pub(crate) fn cut(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|log| log.is_cut).map(|log| log.name.as_str())
    }

    /// The log that a line is of, and its number there. Numbers are from 1.
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
