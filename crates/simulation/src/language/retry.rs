//! Clients: how many, and what they do when they are refused.

use ratelab_limiter::SECOND;

use super::{
    error::Mistake,
    quantities::{duration, print_hundredths},
    reader::{Read, Reader},
};
use crate::scenario::{Clients, MOST_ATTEMPTS, MOST_CLIENTS, Retry, RetryAfter, Shares};

/// How often a client that retries tries in all, unless it says.
pub const ATTEMPTS: u32 = 3;
/// The longest that a client backs off, unless it says or begins with more.
pub const LONGEST_WAIT: u64 = 30 * SECOND;

/// The exponents of a Zipf distribution, in hundredths.
const EXPONENTS: (u32, u32) = (1, 1000);

const KINDS: [&str; 5] = ["never", "at_once", "after", "backoff", "told"];

impl Reader<'_> {
    /// `1000`, `1000 zipf 1.1`.
    pub(super) fn clients(&mut self) -> Read<Clients> {
        let count = self.small(1, MOST_CLIENTS)?;
        let shares = if self.is_done() { Shares::Equal } else { self.zipf()? };
        Ok(Clients { count, shares })
    }

    fn zipf(&mut self) -> Read<Shares> {
        self.expect("zipf")?;
        Ok(Shares::Zipf { exponent: self.hundredths(EXPONENTS.0, EXPONENTS.1)? })
    }

    /// `never`, `after 1s attempts 5` and the like.
    pub(super) fn retry(&mut self) -> Read<Retry> {
        let after = match self.one_of(&KINDS)? {
            "at_once" => RetryAfter::AtOnce,
            "after" => RetryAfter::Fixed(self.time(1)?),
            "backoff" => return self.backoff(),
            "told" => RetryAfter::Told,
            _ => return Ok(Retry::default()),
        };
        let attempts = if self.accept("attempts") { self.attempts()? } else { ATTEMPTS };
        Ok(Retry { after, attempts })
    }

    fn attempts(&mut self) -> Read<u32> {
        self.small(1, MOST_ATTEMPTS)
    }

    /// The first wait, then what else is said, in any order.
    fn backoff(&mut self) -> Read<Retry> {
        let first = self.time(1)?;
        let (mut longest, mut jitter, mut attempts) = (None, false, None);
        while !self.is_done() {
            let word = self.token();
            let again = match self.one_of(&["max", "jitter", "attempts"])? {
                "max" => longest.replace(self.longest(first)?).is_some(),
                "jitter" => std::mem::replace(&mut jitter, true),
                _ => attempts.replace(self.attempts()?).is_some(),
            };
            if again {
                return Err(self.repeated(word));
            }
        }
        let longest = longest.unwrap_or(LONGEST_WAIT.max(first));
        let after = RetryAfter::Backoff { first, longest, jitter };
        Ok(Retry { after, attempts: attempts.unwrap_or(ATTEMPTS) })
    }

    /// The longest wait, which the first may not exceed.
    fn longest(&mut self, first: u64) -> Read<u64> {
        let mut span = self.token();
        let longest = self.time(1)?;
        span.end = self.at;
        if longest < first {
            let expected = format!("at least the first wait, {}", duration(first));
            return Err(self.mistake(Mistake::OutOfRange, span, expected));
        }
        Ok(longest)
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
pub(super) fn print_retry(retry: Retry) -> String {
    let kind = match retry.after {
        RetryAfter::Never => return "never".into(),
        RetryAfter::AtOnce => "at_once".into(),
        RetryAfter::Fixed(wait) => format!("after {}", duration(wait)),
        RetryAfter::Backoff { first, longest, jitter } => {
            let jitter = if jitter { " jitter" } else { "" };
            format!("backoff {} max {}{jitter}", duration(first), duration(longest))
        }
        RetryAfter::Told => "told".into(),
    };
    format!("{kind} attempts {}", retry.attempts)
}
