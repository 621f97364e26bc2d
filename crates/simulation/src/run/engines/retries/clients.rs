//! The pending attempts of a lane's clients.

use ratelab_limiter::SECOND;

use super::{
    Arrivals, Random, Retry, RetryAfter,
    pending::{Next, Pending},
};

pub(super) struct Clients {
    retry: Retry,
    /// The wait or maximum wait after each attempt; the last one also applies to later attempts.
    waits: Vec<u64>,
    random: Random,
    pending: Pending,
    /// When the first pending attempt is due; the last instant if there is none.
    due: u64,
    /// The next request of the traffic.
    next: usize,
    /// The last instant of the scenario that the limiters' clock can show.
    end: u64,
}

impl Clients {
    pub(super) fn new(retry: Retry, random: Random, end: u64) -> Self {
        let waits = waits(retry.after);
        let is_known =
            !matches!(retry.after, RetryAfter::ServerHint | RetryAfter::Backoff { jitter: true, .. });
        let pending = Pending::new(is_known.then_some(waits.len()));
        Self { retry, waits, random, pending, due: u64::MAX, next: 0, end }
    }

    /// Returns the next attempt. A first request comes before retries at the same instant.
    #[inline(always)]
    pub(super) fn next(&mut self, traffic: &Arrivals) -> Option<Next> {
        match traffic.times().get(self.next) {
            Some(time) if *time <= self.due => {
                self.next += 1;
                Some(Next { time: *time, request: self.next as u32 - 1, number: 1 })
            }
            _ => {
                let next = self.pending.pop();
                self.due = self.pending.first().unwrap_or(u64::MAX);
                next
            }
        }
    }

    /// Returns whether a denied attempt would be retried.
    #[inline]
    pub(super) const fn may_retry(&self, refused: Next) -> bool {
        refused.number < self.retry.attempts
    }

    /// Schedules the attempt after a denied one, unless the clock ends before it.
    #[inline]
    pub(super) fn refused(&mut self, Next { time, request, number }: Next, hint: Option<u64>) {
        let class = (number as usize - 1).min(self.waits.len().saturating_sub(1));
        let due = self.wait(hint, class).and_then(|wait| time.checked_add(wait));
        let Some(time) = due.filter(|due| *due <= self.end) else { return };
        self.due = self.due.min(time);
        self.pending.push(class, Next { time, request, number: number + 1 });
    }

    /// Returns whether clients follow the limiter's `Retry-After`.
    pub(super) const fn follow_hints(&self) -> bool {
        matches!(self.retry.after, RetryAfter::ServerHint)
    }

    /// Returns whether waits are random.
    pub(super) const fn draw(&self) -> bool {
        matches!(self.retry.after, RetryAfter::Backoff { jitter: true, .. })
    }

    /// Returns the number of attempts that are scheduled but not made.
    pub(super) fn left(&self) -> u64 {
        self.pending.len() as u64
    }

    #[inline]
    fn wait(&mut self, hint: Option<u64>, class: usize) -> Option<u64> {
        if self.follow_hints() {
            return hint.map(|wait| wait.div_ceil(SECOND).max(1).saturating_mul(SECOND));
        }
        let wait = *self.waits.get(class)?;
        Some(if self.draw() { self.random.up_to(wait) } else { wait })
    }
}

/// Returns the wait after each attempt, until it no longer changes.
fn waits(after: RetryAfter) -> Vec<u64> {
    match after {
        RetryAfter::Never | RetryAfter::ServerHint => Vec::new(),
        RetryAfter::AtOnce => vec![0],
        RetryAfter::Fixed(wait) => vec![wait],
        RetryAfter::Backoff { first, longest, .. } => {
            let doubled = |wait: &u64| Some(wait.saturating_mul(2).min(longest)).filter(|next| next > wait);
            core::iter::successors(Some(first.min(longest)), doubled).collect()
        }
    }
}
