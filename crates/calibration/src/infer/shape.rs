//! Candidate limiters without their limits.

use ratelab_limiter::{
    Algorithm, Align, Rounding, SECOND, Settings, Value,
    bounds::{ALIGN, AMOUNT, CAPACITY, COUNT_DENIED, LIMIT, PERIOD, ROUNDING, WINDOW},
};

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

/// A limiter without its limit. Its counts do not depend on the limit, as long as the admitted requests are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    /// The window, or the period of the rate, in nanoseconds.
    pub(super) period: u64,
    pub(super) count_denied: bool,
    /// Whether the description says that denials count. A full fixed window denies its remaining requests either way,
    /// if all cost the same; but one that counts denials is not misled by answers that have another cause.
    pub(super) reports_denied: bool,
    /// The refill rate of a bucket.
    pub(super) rate: Rate,
    /// The capacity of a bucket, if known.
    pub(super) ceiling: u64,
}

/// Usual periods of limits.
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
        let reports_denied = count_denied && (has_costs || !is_fixed);
        Self { kind, period, count_denied, reports_denied, rate: Rate::new(1, period), ceiling: u64::MAX }
    }

    pub(super) fn bucket(amount: u32, period: u64) -> Self {
        let rate = Rate::new(amount, period);
        let (kind, count_denied, reports_denied) = (Kind::Bucket, false, false);
        Self { kind, period, count_denied, reports_denied, rate, ceiling: u64::MAX }
    }

    pub(super) fn is_bucket(&self) -> bool {
        self.kind == Kind::Bucket
    }

    /// The limiter; a token bucket represents all buckets.
    pub(super) fn algorithm(&self) -> Algorithm {
        match self.kind {
            Kind::Fixed | Kind::FixedFromFirst => Algorithm::FixedWindow,
            Kind::Log => Algorithm::SlidingWindowLog,
            Kind::CounterDown | Kind::CounterExact => Algorithm::SlidingWindowCounter,
            Kind::Bucket => Algorithm::TokenBucket,
        }
    }

    /// The limit of a window, or the burst of a bucket.
    pub(super) fn limit(&self, limit: u32) -> Limit {
        let amount = if self.kind == Kind::Bucket { self.rate.amount } else { limit };
        Limit { amount, period: self.period, burst: limit }
    }

    /// Whether timestamps with this slack determine the counts, because the window of every request is known.
    pub(super) fn is_determined_at(&self, slack: u32) -> bool {
        let step = (u64::from(slack) + 1) * 1000;
        slack == 0 || self.kind == Kind::Fixed && self.period.is_multiple_of(step)
    }

    /// Whether all options have their defaults.
    pub(super) fn is_usual(&self) -> bool {
        !self.reports_denied && !matches!(self.kind, Kind::FixedFromFirst | Kind::CounterExact)
    }

    /// All settings of the limiter that differ from the defaults.
    pub(super) fn settings(&self, limit: u32) -> Settings {
        let mut settings = Settings::for_algorithm(self.algorithm());
        let numbers = match self.kind {
            Kind::Bucket => {
                vec![(&CAPACITY, limit.into()), (&AMOUNT, self.rate.amount.into()), (&PERIOD, self.period)]
            }
            _ => vec![(&LIMIT, u64::from(limit)), (&WINDOW, self.period)],
        };
        let numbers = numbers.into_iter().map(|(parameter, number)| (parameter, Value::from(number)));
        let words = [
            (self.kind == Kind::FixedFromFirst, &ALIGN, Align::First.word()),
            (self.kind == Kind::CounterExact, &ROUNDING, Rounding::Exact.word()),
            (self.reports_denied, &COUNT_DENIED, "yes"),
        ];
        let words = words
            .into_iter()
            .filter(|word| word.0)
            .map(|(_, parameter, word)| (parameter, Value::from(word)));
        for (parameter, value) in numbers.chain(words) {
            // The limiter has all parameters named above.
            let _ = settings.put(parameter.name, value);
        }
        settings
    }
}
