//! A progress line on a terminal, while logs are read.

use std::io::{self, IsTerminal, Write};

use ratelab_report::words::{bytes, count};

/// A line at the bottom of a terminal that is rewritten in place. Nothing is written to a pipe.
pub(crate) struct Progress {
    total: Option<u64>,
    done: u64,
    shown: bool,
    /// The current text.
    printed: String,
}

impl Progress {
    /// Progress toward a total number of bytes, if it is known.
    pub(crate) fn new(total: Option<u64>) -> Self {
        Self { total, done: 0, shown: io::stderr().is_terminal(), printed: String::new() }
    }

    /// Adds to the bytes read, and shows the number of requests found.
    pub(crate) fn show(&mut self, more: u64, requests: u64) {
        self.done += more;
        if self.shown {
            self.say(line(self.done, self.total, requests));
        }
    }

    /// Write errors are ignored: progress is not a result.
    fn say(&mut self, line: String) {
        if line != self.printed {
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
            self.printed = line;
        }
    }
}

impl Drop for Progress {
    /// Clears the line before results are printed.
    fn drop(&mut self) {
        if !self.printed.is_empty() {
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
