//! A generated access log of one day, for visitors without a log.
//!
//! The log is that of a shop and its API, in nginx's `combined` format, stamped with the whole second of the
//! response. It is not a recording and contains nothing about real people: all addresses are from the ranges
//! reserved for documentation and tests (RFC 5737, RFC 3849, RFC 2544), and all names end in `.example`. The
//! clients and how busy each gets:
//!
//! | client | count | behaviour |
//! |---|---|---|
//! | people | 2,200 | visit once or twice, most in the evening; a page is 5 to 20 requests within 2.5 s, then they read |
//! | phones | 300 | an app that syncs 6 to 12 requests within 1.5 s, a few times a day, all of them at 18:00 after a push |
//! | an office | 1 address | 25 people at work behind one address |
//! | dashboards | 5 | poll every 30 s or 60 s, day and night |
//! | cron jobs | 8 | 20 requests on every hour, one after the other, with a user name |
//! | a crawler | 1 | one page every 12 s to 20 s, often gone |
//! | a scraper | 1 | 3 to 6 requests every second, 14:10 to 14:40 |
//! | guessers | 7 | try passwords from 20:15 to 21:00: 10 within 10 s, then a pause of 30 s; four are in one /64 |
//! | a broken client | 1 | gets a 500 and retries at once, every second from 09:30 to 10:30 |
//! | a scanner | 1 | sends TLS to a port without it, and empty requests |
//!
//! One line is cut off, as by a full disk. No address has two roles. Everything follows from the seed: the
//! numbers come from the generator of random traffic, each role draws from its own streams, and nothing is
//! rounded.

mod clients;
mod day;
mod digits;
mod line;

pub use clients::{BUSY_CLIENTS, BusyClient, Role};

use day::Request;

/// Milliseconds per hour.
const HOUR: u32 = 3_600_000;
/// Milliseconds per day.
const DAY: u32 = 24 * HOUR;

/// Generates the log, hour by hour.
///
/// ```
/// use ratelab_scenario::sample::SampleDay;
///
/// let hours: Vec<Vec<u8>> = SampleDay::new(SampleDay::SEED).collect();
/// assert_eq!(hours.len(), 24);
/// let mut log = Vec::new();
/// SampleDay::new(SampleDay::SEED).write(&mut log);
/// assert_eq!(log, hours.concat());
/// ```
#[derive(Clone, Debug)]
pub struct SampleDay {
    seed: u64,
    days: u32,
    /// The next hour, counted from the first hour of the first day.
    hour: u32,
    /// The requests of that hour's day, in order; empty before its first hour.
    requests: Vec<Request>,
    /// How many of these have been written.
    written: usize,
}

impl SampleDay {
    /// The seed of the day that the page shows.
    pub const SEED: u64 = 14;

    /// Returns the log of 10 March 2026, a Tuesday, in UTC.
    pub const fn new(seed: u64) -> Self {
        Self { seed, days: 1, hour: 0, requests: Vec::new(), written: 0 }
    }

    /// Extends the log to this many days, starting with the same one. The same clients do something else every
    /// day. A day has about 20 MB.
    #[must_use]
    pub fn scaled(self, days: u32) -> Self {
        Self { days, ..self }
    }

    /// Appends all remaining hours.
    pub fn write(mut self, log: &mut Vec<u8>) {
        while self.write_hour(log) {}
    }

    /// Appends the next hour, and returns whether there was one.
    pub fn write_hour(&mut self, log: &mut Vec<u8>) -> bool {
        let (day, hour) = (self.hour / 24, self.hour % 24);
        if day >= self.days {
            return false;
        }
        if hour == 0 {
            (self.requests, self.written) = (day::requests(self.seed, day), 0);
        }
        let rest = &self.requests[self.written..];
        let count = rest.partition_point(|request| request.at < (hour + 1) * HOUR);
        let printer = line::Printer::new(day);
        rest[..count].iter().for_each(|request| printer.print(request, log));
        self.written += count;
        self.hour += 1;
        true
    }
}

impl Iterator for SampleDay {
    type Item = Vec<u8>;

    /// Returns the lines of the next hour.
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut hour = Vec::new();
        self.write_hour(&mut hour).then_some(hour)
    }
}
