//! Reads and prints clients: their number, and how they react when they are denied.

use ratelab_limiter::SECOND;

use super::{quantities::print_hundredths, reader::Reader, units::Time};
use crate::scenario::{Clients, MOST_CLIENTS, Retry, RetryAfter, Shares};

/// The default number of attempts in total.
pub const ATTEMPTS: u32 = 3;
/// The default maximum wait of a backoff, unless it begins with more.
pub const LONGEST_WAIT: u64 = 30 * SECOND;

/// The first words of a retry, with their values before times are read.
const KINDS: [(&str, RetryAfter); 5] = [
    ("never", RetryAfter::Never),
    ("at_once", RetryAfter::AtOnce),
    ("after", RetryAfter::Fixed(0)),
    ("backoff", RetryAfter::Backoff { first: 0, longest: 0, jitter: false }),
    ("told", RetryAfter::ServerHint),
];

impl Reader<'_> {
    /// Reads `1000` or `1000 zipf 1.1`.
    pub(super) fn clients(&mut self) -> Clients {
        let count = self.small(1, MOST_CLIENTS);
        let shares = if self.is_done() {
            Shares::Equal
        } else {
            self.rarely(Shares::Equal, |reader, rare| (rare.shares)(reader))
        };
        Clients { count, shares }
    }

    /// Reads `never`, `after 1s attempts 5` and so on.
    pub(super) fn retry(&mut self) -> Retry {
        let after = KINDS[self.one_of("one of", &|index| Some(KINDS.get(index)?.0))].1;
        if after == RetryAfter::Never {
            Retry::default()
        } else {
            self.rarely(Retry::default(), |reader, rare| (rare.retry)(reader, after))
        }
    }
}

/// Returns clients as text.
pub(super) fn print_clients(clients: Clients) -> String {
    match clients.shares {
        Shares::Equal => clients.count.to_string(),
        Shares::Zipf { exponent } => format!("{} zipf {}", clients.count, print_hundredths(exponent)),
    }
}

/// Returns a retry as text. Defaults are included, so that a link keeps its meaning if they change.
pub fn print_retry(retry: Retry) -> String {
    let kind = match retry.after {
        RetryAfter::Never => return "never".into(),
        RetryAfter::AtOnce => "at_once".into(),
        RetryAfter::Fixed(wait) => format!("after {}", Time(wait)),
        RetryAfter::Backoff { first, longest, jitter } => {
            let jitter = if jitter { " jitter" } else { "" };
            format!("backoff {} max {}{jitter}", Time(first), Time(longest))
        }
        RetryAfter::ServerHint => "told".into(),
    };
    format!("{kind} attempts {}", retry.attempts)
}
