//! A day of an access log, made up: what a visitor without a log of their own looks at.
//!
//! The log is of a shop and its API, in nginx's `combined` format, with stamps in whole seconds of
//! when a request was answered. It is no recording, so nothing in it is about anybody: all addresses are of the ranges
//! that are set aside for documentation and for tests (RFC 5737, RFC 3849, RFC 2544), all names end in `.example`.
//! Who is in it, and how busy each may get:
//!
//! | who | how many | what they do |
//! |---|---|---|
//! | people | 2,200 | visit once or twice, most in the evening; a page is 5 to 20 requests within 2.5 s, then they read |
//! | phones | 300 | an app that syncs 6 to 12 requests within 1.5 s, a few times a day, all of them at 18:00 after a push |
//! | an office | 1 address | 25 people at work behind one address |
//! | dashboards | 5 | poll every 30 s or 60 s, day and night |
//! | cron jobs | 8 | 20 requests at every full hour, one after the other, with a user name |
//! | a crawler | 1 | one page every 12 s to 20 s, often gone |
//! | a scraper | 1 | 3 to 6 requests every second, 14:10 to 14:40 |
//! | guessers | 7 | try passwords from 20:15 to 21:00: 10 within 10 s, then 30 s of nothing; four are of one /64 |
//! | a broken client | 1 | gets a 500 and asks again at once, every second from 09:30 to 10:30 |
//! | a scanner | 1 | speaks TLS to a port without it, and leaves empty requests |
//!
//! One line is cut, as when a disk was full. No address has two roles. Everything follows from the seed: the numbers
//! are of the same generator as random traffic, each role draws from streams of its own, and nothing is rounded.

mod clients;
mod day;
mod line;

pub use clients::{BUSY_CLIENTS, BusyClient, Role};

use day::Request;

/// Milliseconds of an hour.
const HOUR: u32 = 3_600_000;
/// Milliseconds of a day.
const DAY: u32 = 24 * HOUR;

/// Makes the log, hour by hour.
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
    /// The hour that is next, counted from the first day's.
    hour: u32,
    /// The requests of that hour's day, in order; empty before its first hour.
    requests: Vec<Request>,
    /// How many of these are written.
    written: usize,
}

impl SampleDay {
    /// The seed of the day that the page shows.
    pub const SEED: u64 = 14;

    /// 10 March 2026, a Tuesday, in UTC.
    pub const fn new(seed: u64) -> Self {
        Self { seed, days: 1, hour: 0, requests: Vec::new(), written: 0 }
    }

    /// So many days instead of one, beginning with the same: the same clients, who do something else every day. A
    /// day has about 20 MB.
    #[must_use]
    pub fn scaled(self, days: u32) -> Self {
        Self { days, ..self }
    }

    /// Appends all that is left.
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

    /// The lines of the next hour.
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut hour = Vec::new();
        self.write_hour(&mut hour).then_some(hour)
    }
}
