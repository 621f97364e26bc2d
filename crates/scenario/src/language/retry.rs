//! Clients: how many, and what they do when they are refused.

use ratelab_limiter::SECOND;

use super::{
    quantities::{Time, print_hundredths},
    reader::Reader,
};
use crate::scenario::{Clients, MOST_CLIENTS, Retry, RetryAfter, Shares};

/// How often a client that retries tries in all, by default.
pub const ATTEMPTS: u32 = 3;
/// The longest that a client backs off, by default, unless it begins with more.
pub const LONGEST_WAIT: u64 = 30 * SECOND;

/// The words that begin what a client does, each with what it stands for before its
/// times are read.
const KINDS: [(&str, RetryAfter); 5] = [
    ("never", RetryAfter::Never),
    ("at_once", RetryAfter::AtOnce),
    ("after", RetryAfter::Fixed(0)),
    ("backoff", RetryAfter::Backoff { first: 0, longest: 0, jitter: false }),
    ("told", RetryAfter::ServerHint),
];

impl Reader<'_> {
    /// `1000`, `1000 zipf 1.1`.
    pub(super) fn clients(&mut self) -> Clients {
        let count = self.small(1, MOST_CLIENTS);
        let shares = if self.is_done() {
            Shares::Equal
        } else {
            self.rarely(Shares::Equal, |reader, rare| (rare.shares)(reader))
        };
        Clients { count, shares }
    }

    /// `never`, `after 1s attempts 5` and the like.
    pub(super) fn retry(&mut self) -> Retry {
        let after = KINDS[self.one_of("one of", &|index| Some(KINDS.get(index)?.0))].1;
        if after == RetryAfter::Never {
            Retry::default()
        } else {
            self.rarely(Retry::default(), |reader, rare| (rare.retry)(reader, after))
        }
    }
}

/// Clients as text.
pub(super) fn print_clients(clients: Clients) -> String {
    match clients.shares {
        Shares::Equal => clients.count.to_string(),
        Shares::Zipf { exponent } => format!("{} zipf {}", clients.count, print_hundredths(exponent)),
    }
}

/// A retry as text. Defaults are written out, so that a link keeps its meaning if they
/// change.
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
