//! Options of limiters that are one of several words.

/// How tokens come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Refill {
    /// Evenly, each part of a token as soon as it is due.
    #[default]
    Greedy,
    /// All of the amount at the end of each period, counted from `created_at`.
    Interval,
}

impl Refill {
    /// The word for it in settings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Interval => "interval",
        }
    }
}

/// How the previous window's share is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Down to whole requests.
    #[default]
    Floor,
    /// Not at all: 49.5 of 50 has no room for one more.
    Exact,
}

impl Rounding {
    /// The word for it in settings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Exact => "exact",
        }
    }
}
