//! How far the reading of logs has come, on a terminal.

use std::io::{self, IsTerminal, Write};

use ratelab_report::words::{bytes, count};

/// A line at the foot of a terminal, written again and again. In a pipe there is none.
pub(crate) struct Progress {
    total: Option<u64>,
    done: u64,
    shown: bool,
    /// What the line says now.
    said: String,
}

impl Progress {
    /// The progress of so many bytes, if that is known.
    pub(crate) fn new(total: Option<u64>) -> Self {
        Self { total, done: 0, shown: io::stderr().is_terminal(), said: String::new() }
    }

    /// So many bytes more were read, and so many requests were found so far.
    pub(crate) fn show(&mut self, more: u64, requests: u64) {
        self.done += more;
        if self.shown {
            self.say(line(self.done, self.total, requests));
        }
    }

    /// What cannot be written is not missed.
    fn say(&mut self, line: String) {
        if line != self.said {
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
            self.said = line;
        }
    }
}

impl Drop for Progress {
    /// The line makes room for the result.
    fn drop(&mut self) {
        if !self.said.is_empty() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(done: u64, total: Option<u64>, requests: u64) -> String {
    let requests = count(requests);
    match total.filter(|total| *total > 0) {
        Some(total) => {
            let percent = 100 * done.min(total) / total;
            format!("reading: {percent} % of {}, {requests} requests", bytes(total))
        }
        None => format!("reading: {}, {requests} requests", bytes(done)),
    }
}
