//! What a limiter answers: the outcome, and on request everything a person or
//! a client would like to know about it.

use crate::options::Rounding;

/// The answer itself. This is all that the hot path computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a limiter limits nothing unless its answer is obeyed"]
pub enum Outcome {
    /// The request may start now.
    Allowed,
    /// The request is admitted and starts after this many nanoseconds.
    Delayed(u64),
    /// The request is refused.
    Denied,
}

impl Outcome {
    /// Whether the request is admitted, now or later.
    #[inline]
    pub const fn admits(self) -> bool {
        !matches!(self, Self::Denied)
    }

    /// How long an admitted request waits before it starts.
    #[inline]
    pub const fn delay(self) -> u64 {
        match self {
            Self::Delayed(nanoseconds) => nanoseconds,
            Self::Allowed | Self::Denied => 0,
        }
    }

    /// What two limiters that must agree answer together.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        if self.admits() && other.admits() {
            return Self::admitted_after(self.delay().max(other.delay()));
        }
        Self::Denied
    }

    /// An admission that waits this long.
    #[inline]
    pub(crate) const fn admitted_after(delay: u64) -> Self {
        if delay == 0 { Self::Allowed } else { Self::Delayed(delay) }
    }
}

/// The whole answer to one request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a limiter limits nothing unless its answer is obeyed"]
pub struct Decision {
    /// Allowed, delayed or denied.
    pub outcome: Outcome,
    /// The instant it was decided at: the latest time the limiter has been shown.
    pub at: u64,
    /// The whole budget, in requests.
    pub limit: u32,
    /// Requests of cost 1 that would still pass at this instant, after this one.
    /// A queue with a longest wait has fewer places than its limit.
    pub remaining: u32,
    /// The least wait after which this same request passes if nothing else
    /// arrives: 0 when it was admitted, `None` when it can never pass.
    pub retry_after: Option<u64>,
    /// The least wait after which, with no traffic, the whole budget is back.
    /// `None` when the policy gives nothing back.
    pub reset_after: Option<u64>,
    /// The limiter of an all-of that `limit` and `remaining` describe; 0 elsewhere.
    pub member: usize,
    /// As `reset_after`, for that limiter alone.
    pub member_reset_after: Option<u64>,
    /// The numbers behind the outcome. A request of cost 0 is allowed without the
    /// comparison.
    pub why: Why,
}

/// The rule that decided, and which limiter of an all-of it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Why {
    /// The limiter of an all-of that decided; 0 elsewhere.
    pub member: usize,
    /// Its rule with the numbers of this request.
    pub rule: Rule,
}

impl From<Rule> for Why {
    fn from(rule: Rule) -> Self {
        Self { member: 0, rule }
    }
}

/// A rule with the numbers of one request, as they were before it was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Fixed window: `used + cost <= limit`.
    Window {
        /// Requests counted in this window.
        used: u32,
        /// What this request costs.
        cost: u32,
        /// Requests allowed in one window.
        limit: u32,
        /// When this window began.
        start: u64,
        /// How long it lasts.
        window: u64,
    },
    /// Sliding window log: `used + cost <= limit`.
    Log {
        /// Requests counted in the last `window`.
        used: u32,
        /// What this request costs.
        cost: u32,
        /// Requests allowed in any window.
        limit: u32,
        /// When the oldest of those counted was made.
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
        /// What this request costs.
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
        /// What is used up, in parts of a request: `unit` parts are one request.
        backlog: u64,
        /// Parts to a request.
        unit: u64,
        /// What this request costs, in requests.
        cost: u32,
        /// What fits, in requests.
        capacity: u32,
    },
    /// Queue with a longest wait: `backlog - undelayed * unit <= amount * max_wait`.
    Wait {
        /// What is ahead of this request, in parts of a request.
        backlog: u64,
        /// Parts to a request.
        unit: u64,
        /// Requests that start at once though others are ahead.
        undelayed: u32,
        /// Parts served in each nanosecond.
        amount: u64,
        /// The longest wait, in nanoseconds.
        max_wait: u64,
    },
}

/// Two integers, `left <= right`, that say whether a request fits. Divided by
/// `unit` they are numbers of requests (nanoseconds, for [`Rule::Wait`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// What would be in use with this request.
    pub left: u128,
    /// What may be in use.
    pub right: u128,
    /// What both are multiples of.
    pub unit: u128,
}

impl Comparison {
    /// Whether the request fits.
    pub const fn fits(&self) -> bool {
        self.left <= self.right
    }
}

impl Rule {
    /// The comparison that this rule makes.
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
