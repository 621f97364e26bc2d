//! The limiters that may have answered, all but for their limits.

use ratelab_limiter::{Algorithm, SECOND, Settings, Value};

use crate::{Limit, frontier::Rate};

/// How a limiter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Fixed,
    FixedFromFirst,
    Log,
    CounterDown,
    CounterExact,
    Bucket,
}

impl Kind {
    pub(super) const WINDOWS: [Self; 5] =
        [Self::Fixed, Self::FixedFromFirst, Self::Log, Self::CounterDown, Self::CounterExact];
}

/// A limiter without its limit: what it counts in which time does not depend on that, as long as what
/// was admitted is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    /// Nanoseconds: of the window, or of the rate.
    pub(super) period: u64,
    pub(super) count_denied: bool,
    /// Whether it is told that denials count. A fixed window that is full denies the rest of it whether they do or not,
    /// if all requests cost the same; but one that counts them is not misled by answers that have another cause.
    pub(super) tells_denied: bool,
    /// What comes back to a bucket in a period.
    pub(super) rate: Rate,
    /// What a bucket holds, if that is known.
    pub(super) ceiling: u64,
}

/// Periods that limits have.
pub(super) const PERIODS: [u64; 17] = [
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    20 * SECOND,
    30 * SECOND,
    60 * SECOND,
    120 * SECOND,
    300 * SECOND,
    600 * SECOND,
    900 * SECOND,
    1800 * SECOND,
    3600 * SECOND,
    21_600 * SECOND,
    43_200 * SECOND,
    86_400 * SECOND,
];

impl Shape {
    pub(super) fn window(kind: Kind, period: u64, count_denied: bool, has_costs: bool) -> Self {
        let is_fixed = matches!(kind, Kind::Fixed | Kind::FixedFromFirst);
        let tells_denied = count_denied && (has_costs || !is_fixed);
        Self { kind, period, count_denied, tells_denied, rate: Rate::new(1, period), ceiling: u64::MAX }
    }

    pub(super) fn bucket(amount: u32, period: u64) -> Self {
        let rate = Rate::new(amount, period);
        let (kind, count_denied, tells_denied) = (Kind::Bucket, false, false);
        Self { kind, period, count_denied, tells_denied, rate, ceiling: u64::MAX }
    }

    pub(super) fn is_bucket(&self) -> bool {
        self.kind == Kind::Bucket
    }

    /// Which limiter it is; a bucket stands for all that admit alike.
    pub(super) fn algorithm(&self) -> Algorithm {
        match self.kind {
            Kind::Fixed | Kind::FixedFromFirst => Algorithm::FixedWindow,
            Kind::Log => Algorithm::SlidingWindowLog,
            Kind::CounterDown | Kind::CounterExact => Algorithm::SlidingWindowCounter,
            Kind::Bucket => Algorithm::TokenBucket,
        }
    }

    /// The limit: of a window, or the burst of a bucket.
    pub(super) fn limit(&self, limit: u32) -> Limit {
        let amount = if self.kind == Kind::Bucket { self.rate.amount } else { limit };
        Limit { amount, period: self.period, burst: limit }
    }

    /// Whether stamps that leave so many microseconds open tell all that it asks for: in which window a request is.
    pub(super) fn is_told_by(&self, slack: u32) -> bool {
        let step = (u64::from(slack) + 1) * 1000;
        slack == 0 || self.kind == Kind::Fixed && self.period.is_multiple_of(step)
    }

    /// Whether all its options are as they are if nothing is said.
    pub(super) fn is_usual(&self) -> bool {
        !self.tells_denied && !matches!(self.kind, Kind::FixedFromFirst | Kind::CounterExact)
    }

    /// All settings of the limiter that differ from what they are if nothing is said.
    pub(super) fn settings(&self, limit: u32) -> Settings {
        let mut settings = Settings::for_algorithm(self.algorithm());
        let numbers = match self.kind {
            Kind::Bucket => {
                vec![("capacity", limit.into()), ("amount", self.rate.amount.into()), ("period", self.period)]
            }
            _ => vec![("limit", u64::from(limit)), ("window", self.period)],
        };
        let numbers = numbers.into_iter().map(|(name, number)| (name, Value::from(number)));
        let words = [
            (self.kind == Kind::FixedFromFirst, "align", "first"),
            (self.kind == Kind::CounterExact, "rounding", "exact"),
            (self.tells_denied, "count_denied", "yes"),
        ];
        let words = words.into_iter().filter(|word| word.0).map(|(_, name, word)| (name, Value::from(word)));
        for (name, value) in numbers.chain(words) {
            // A limiter has all parameters that are named for it above.
            let _ = settings.put(name, value);
        }
        settings
    }
}
