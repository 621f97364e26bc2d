//! Clients: how many, and what they do when they are refused.

use ratelab_limiter::SECOND;

use super::{
    error::Mistake,
    quantities::{Time, print_hundredths},
    reader::{Reader, Span},
};
use crate::scenario::{Clients, MOST_ATTEMPTS, MOST_CLIENTS, Retry, RetryAfter, Shares};

/// How often a client that retries tries in all, unless it says.
pub const ATTEMPTS: u32 = 3;
/// The longest that a client backs off, unless it says or begins with more.
pub const LONGEST_WAIT: u64 = 30 * SECOND;

/// The exponents of a Zipf distribution, in hundredths.
const EXPONENTS: (u32, u32) = (1, 1000);

/// The words that begin what a client does, each with what it stands for before its
/// times are read.
const KINDS: [(&str, RetryAfter); 5] = [
    ("never", RetryAfter::Never),
    ("at_once", RetryAfter::AtOnce),
    ("after", RetryAfter::Fixed(0)),
    ("backoff", RetryAfter::Backoff { first: 0, longest: 0, jitter: false }),
    ("told", RetryAfter::Told),
];

impl Reader<'_> {
    /// `1000`, `1000 zipf 1.1`.
    pub(super) fn clients(&mut self) -> Clients {
        let count = self.small(1, MOST_CLIENTS);
        if self.is_done() {
            return Clients { count, shares: Shares::Equal };
        }
        if self.is_elsewhere() {
            return Clients::default();
        }
        self.expect("zipf");
        let exponent = self.hundredths(EXPONENTS.0, EXPONENTS.1);
        Clients { count, shares: Shares::Zipf { exponent } }
    }

    /// `never`, `after 1s attempts 5` and the like.
    pub(super) fn retry(&mut self) -> Retry {
        let mut after = KINDS[self.one_of("one of", &|index| Some(KINDS.get(index)?.0))].1;
        if after != RetryAfter::Never && self.is_elsewhere() {
            return Retry::default();
        }
        match &mut after {
            RetryAfter::Never => return Retry::default(),
            RetryAfter::Backoff { .. } => return self.backoff(),
            RetryAfter::Fixed(wait) => *wait = self.time(1),
            RetryAfter::AtOnce | RetryAfter::Told => {}
        }
        let attempts = if self.accept("attempts") { self.attempts() } else { ATTEMPTS };
        Retry { after, attempts }
    }

    fn attempts(&mut self) -> u32 {
        self.small(1, MOST_ATTEMPTS)
    }

    /// The first wait, then what else is said, in any order.
    fn backoff(&mut self) -> Retry {
        const MORE: [&str; 3] = ["max", "jitter", "attempts"];
        let first = self.time(1);
        let (mut longest, mut jitter, mut attempts) = (None, false, None);
        while !self.is_done() {
            let word = self.token();
            let is_repeated = match self.one_of("one of", &|index| MORE.get(index).copied()) {
                0 => longest.replace(self.longest(first)).is_some(),
                1 => std::mem::replace(&mut jitter, true),
                _ => attempts.replace(self.attempts()).is_some(),
            };
            if is_repeated {
                self.repeated(word);
            }
        }
        let longest = longest.unwrap_or(LONGEST_WAIT.max(first));
        let after = RetryAfter::Backoff { first, longest, jitter };
        Retry { after, attempts: attempts.unwrap_or(ATTEMPTS) }
    }

    /// The longest wait, which the first may not exceed.
    fn longest(&mut self, first: u64) -> u64 {
        let start = self.token().start;
        let longest = self.time(1);
        if longest < first {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, format_args!("at least the first wait, {}", Time(first)));
        }
        longest
    }
}

/// Clients as text.
pub(super) fn print_clients(clients: Clients) -> String {
    match clients.shares {
        Shares::Equal => clients.count.to_string(),
        Shares::Zipf { exponent } => format!("{} zipf {}", clients.count, print_hundredths(exponent)),
    }
}

/// A retry as text. All of it is said: what a link does is to stay as it is.
pub fn print_retry(retry: Retry) -> String {
    let kind = match retry.after {
        RetryAfter::Never => return "never".into(),
        RetryAfter::AtOnce => "at_once".into(),
        RetryAfter::Fixed(wait) => format!("after {}", Time(wait)),
        RetryAfter::Backoff { first, longest, jitter } => {
            let jitter = if jitter { " jitter" } else { "" };
            format!("backoff {} max {}{jitter}", Time(first), Time(longest))
        }
        RetryAfter::Told => "told".into(),
    };
    format!("{kind} attempts {}", retry.attempts)
}
