//! Options that are one of several words.

/// How tokens come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
// Exhaustive: the oracle of the tests must define every variant.
pub enum Refill {
    /// Evenly: each part of a token as soon as it is due.
    #[default]
    Greedy,
    /// All at once: the whole amount at the end of each period, counted from `created_at`.
    Interval,
}

impl Refill {
    /// Returns the word for it in settings.
    ///
    /// ```
    /// use ratelab_limiter::Refill;
    ///
    /// assert_eq!(Refill::Interval.word(), "interval");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Interval => "interval",
        }
    }
}

/// How a sliding window counter rounds the previous window's share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
// Exhaustive: the oracle must define every variant, and `ratelab-report` must explain it.
pub enum Rounding {
    /// Down to whole requests.
    #[default]
    Floor,
    /// Not at all: with 49.5 of 50 in use, one more does not fit.
    Exact,
}

impl Rounding {
    /// Returns the word for it in settings.
    ///
    /// ```
    /// use ratelab_limiter::Rounding;
    ///
    /// assert_eq!(Rounding::Exact.word(), "exact");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Exact => "exact",
        }
    }
}
