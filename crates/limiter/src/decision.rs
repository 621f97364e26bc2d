//! Decisions: the outcome, and the numbers that explain it.

use crate::options::Rounding;

/// The outcome of a request, which is all that the hot path computes.
///
/// ```
/// use ratelab_limiter::Outcome;
///
/// assert!(Outcome::Allowed.admits() && Outcome::Delayed(5).admits() && !Outcome::Denied.admits());
/// assert_eq!(Outcome::Delayed(5).delay(), 5);
/// // Two limiters that must agree: the longer delay, or a denial.
/// assert_eq!(Outcome::Allowed.and(Outcome::Delayed(5)), Outcome::Delayed(5));
/// assert_eq!(Outcome::Delayed(5).and(Outcome::Denied), Outcome::Denied);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a limiter limits nothing unless its outcome is respected"]
// Exhaustive: a caller must handle every outcome.
pub enum Outcome {
    /// The request may start now.
    Allowed,
    /// The request is admitted and starts after this many nanoseconds.
    Delayed(u64),
    /// The request is refused.
    Denied,
}

impl Outcome {
    /// Reports whether the request is admitted, now or later.
    #[inline]
    pub const fn admits(self) -> bool {
        !matches!(self, Self::Denied)
    }

    /// Returns how long the request waits before it starts, in nanoseconds; 0 unless it is delayed.
    #[inline]
    pub const fn delay(self) -> u64 {
        match self {
            Self::Delayed(nanoseconds) => nanoseconds,
            Self::Allowed | Self::Denied => 0,
        }
    }

    /// Combines the outcomes of two limiters that must agree.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        if self.admits() && other.admits() {
            return Self::admitted_after(self.delay().max(other.delay()));
        }
        Self::Denied
    }

    /// An admission with this delay.
    #[inline]
    pub(crate) const fn admitted_after(delay: u64) -> Self {
        if delay == 0 { Self::Allowed } else { Self::Delayed(delay) }
    }
}

/// The outcome of one request, with everything that a client or a person may ask about it.
///
/// ```
/// use ratelab_limiter::{Gcra, Limiter, Outcome, SECOND};
///
/// let limiter = Gcra::new(2, 1, SECOND)?; // two at once, one more each second
/// let mut state = limiter.fresh();
/// let first = limiter.check(&mut state, 0, 1);
/// assert_eq!((first.outcome, first.limit, first.remaining), (Outcome::Allowed, 2, 1));
/// let denied = limiter.check(&mut state, 0, 2);
/// assert_eq!((denied.outcome, denied.retry_after), (Outcome::Denied, Some(SECOND)));
/// assert_eq!(denied.reset_after, Some(SECOND));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a limiter limits nothing unless its outcome is respected"]
pub struct Decision {
    /// Allowed, delayed or denied.
    pub outcome: Outcome,
    /// The instant of the decision: the latest time the limiter has seen.
    pub at: u64,
    /// The whole budget, in requests.
    pub limit: u32,
    /// Requests of cost 1 that would still pass at this instant, after this one.
    /// For a queue with a longest wait this can be less than what its limit leaves.
    pub remaining: u32,
    /// The least wait after which the same request passes if nothing else arrives, in
    /// nanoseconds: 0 if it was admitted, `None` if it can never pass.
    pub retry_after: Option<u64>,
    /// The least wait after which, without traffic, the whole budget is back, in
    /// nanoseconds. `None` if the policy never gives anything back.
    pub reset_after: Option<u64>,
    /// The index of the limiter of an all-of that `limit` and `remaining` describe; else 0.
    pub member: usize,
    /// `reset_after` for that limiter alone.
    pub member_reset_after: Option<u64>,
    /// The least wait after which a request that costs one more than `remaining` would pass that
    /// limiter, in nanoseconds. `None` if its whole budget is there, or nothing comes back.
    pub more_after: Option<u64>,
    /// The rule that decided, with its numbers. A request of cost 0 is allowed without it.
    pub why: Why,
}

/// The rule that decided, and the limiter of an all-of that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Why {
    /// The index of the limiter of an all-of that decided; else 0.
    pub member: usize,
    /// The rule, with the numbers of this request.
    pub rule: Rule,
}

impl From<Rule> for Why {
    fn from(rule: Rule) -> Self {
        Self { member: 0, rule }
    }
}

/// A rule with its numbers for one request, before the request is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Fixed window: `used + cost <= limit`.
    Window {
        /// Requests counted in this window.
        used: u32,
        /// The cost of this request.
        cost: u32,
        /// Requests allowed in one window.
        limit: u32,
        /// The start of this window.
        start: u64,
        /// The length of the window.
        window: u64,
    },
    /// Sliding window log: `used + cost <= limit`.
    Log {
        /// Requests counted in the last `window`.
        used: u32,
        /// The cost of this request.
        cost: u32,
        /// Requests allowed in any window.
        limit: u32,
        /// The time of the oldest counted request.
        oldest: Option<u64>,
        /// How long a request counts.
        window: u64,
    },
    /// Sliding window counter: `previous * (window - elapsed) / window + current + cost <= limit`.
    Counter {
        /// Requests counted in the window before.
        previous: u32,
        /// Requests counted in this window.
        current: u32,
        /// The cost of this request.
        cost: u32,
        /// Requests allowed.
        limit: u32,
        /// Time since this window began.
        elapsed: u64,
        /// How long it lasts.
        window: u64,
        /// Whether the weighted count is rounded down.
        rounding: Rounding,
    },
    /// Token bucket, meter, GCRA, queue: `backlog + cost * unit <= capacity * unit`.
    Bucket {
        /// The amount in use, in parts: `unit` parts are one request.
        backlog: u64,
        /// Parts per request.
        unit: u64,
        /// The cost of this request, in requests.
        cost: u32,
        /// The size of the bucket, in requests.
        capacity: u32,
    },
    /// Queue with a longest wait: `backlog - undelayed * unit <= amount * max_wait`.
    Wait {
        /// The amount ahead of this request, in parts.
        backlog: u64,
        /// Parts per request.
        unit: u64,
        /// The number of requests that may be ahead of one that starts at once.
        undelayed: u32,
        /// Parts served in each nanosecond.
        amount: u64,
        /// The longest wait, in nanoseconds.
        max_wait: u64,
    },
}

/// The comparison of two integers, `left <= right`, that decides whether a request fits.
/// Divided by `unit` they are numbers of requests (for [`Rule::Wait`]: nanoseconds).
///
/// ```
/// use ratelab_limiter::{Limiter, SECOND, TokenBucket};
///
/// let limiter = TokenBucket::new(10, 1, SECOND)?;
/// let mut state = limiter.fresh();
/// let _ = limiter.take(&mut state, 0, 10);
/// let comparison = limiter.peek(&state, SECOND / 2, 1).why.rule.comparison();
/// assert_eq!(comparison.left, 10_500_000_000); // 9.5 tokens missing, and one more
/// assert_eq!(comparison.right, 10_000_000_000);
/// assert_eq!(comparison.unit, 1_000_000_000);
/// assert!(!comparison.fits());
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// The amount that would be in use with this request.
    pub left: u128,
    /// The amount that may be in use.
    pub right: u128,
    /// The number of parts in one request, or in one nanosecond.
    pub unit: u128,
}

impl Comparison {
    /// Reports whether the request fits.
    pub const fn fits(&self) -> bool {
        self.left <= self.right
    }
}

impl Rule {
    /// Returns the comparison that this rule makes.
    ///
    /// ```
    /// use ratelab_limiter::Rule;
    ///
    /// let rule = Rule::Log { used: 9, cost: 2, limit: 10, oldest: Some(0), window: 1_000 };
    /// let comparison = rule.comparison();
    /// assert_eq!((comparison.left, comparison.right, comparison.unit), (11, 10, 1));
    /// assert!(!comparison.fits());
    /// ```
    pub fn comparison(&self) -> Comparison {
        let wide = u128::from;
        match *self {
            Self::Window { used, cost, limit, .. } | Self::Log { used, cost, limit, .. } => {
                whole(u64::from(used) + u64::from(cost), limit)
            }
            Self::Counter { previous, current, cost, limit, elapsed, window, rounding } => {
                let weighted = u128::from(previous) * wide(window - elapsed);
                let counted = u128::from(current) + u128::from(cost);
                let (unit, left) = match rounding {
                    Rounding::Floor => (1, weighted / wide(window) + counted),
                    Rounding::Exact => (wide(window), weighted + counted * wide(window)),
                };
                Comparison { left, right: u128::from(limit) * unit, unit }
            }
            Self::Bucket { backlog, unit, cost, capacity } => Comparison {
                left: wide(backlog) + u128::from(cost) * wide(unit),
                right: u128::from(capacity) * wide(unit),
                unit: wide(unit),
            },
            Self::Wait { backlog, unit, undelayed, amount, max_wait } => Comparison {
                left: wide(backlog).saturating_sub(u128::from(undelayed) * wide(unit)),
                right: wide(amount) * wide(max_wait),
                unit: wide(amount),
            },
        }
    }
}

/// A comparison of whole requests.
fn whole(left: u64, limit: u32) -> Comparison {
    Comparison { left: left.into(), right: limit.into(), unit: 1 }
}
