//! Where windows begin, for the limiters that count in windows.

/// Where windows begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
// Exhaustive: the oracle of the tests must define every variant.
pub enum Align {
    /// At multiples of the window's length.
    #[default]
    Epoch,
    /// At the first request that is counted. A key with nothing counted has no
    /// window: the next request begins one.
    First,
}

impl Align {
    /// Returns the word for it in settings.
    ///
    /// ```
    /// use ratelab_limiter::Align;
    ///
    /// assert_eq!(Align::First.word(), "first");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Epoch => "epoch",
            Self::First => "first",
        }
    }

    /// The start of the window of a key that has nothing counted at `clock`.
    #[inline]
    pub(crate) const fn start(self, clock: u64, window: u64) -> u64 {
        match self {
            Self::Epoch => clock - clock % window,
            Self::First => clock,
        }
    }

    /// Whether a key with nothing counted forgets its window.
    #[inline]
    pub(crate) const fn forgets(self) -> bool {
        matches!(self, Self::First)
    }

    /// The start of the window after its length has changed, such that its count still applies.
    pub(crate) const fn carried(self, start: u64, clock: u64, window: u64) -> u64 {
        match self {
            Self::First if clock - start < window => start,
            _ => self.start(clock, window),
        }
    }

    /// Whether a window that began at `start` can be the one at `clock`.
    pub(crate) const fn is_start(self, start: u64, clock: u64, window: u64) -> bool {
        start <= clock
            && clock - start < window
            && match self {
                Self::Epoch => start % window == 0,
                Self::First => true,
            }
    }
}

/// Subtracts an amount from a count, down to zero.
pub(crate) fn less(count: u32, amount: u64) -> u32 {
    u32::try_from(amount).map_or(0, |amount| count.saturating_sub(amount))
}

/// The most windows that an interval of this length can touch, both ends included.
pub(crate) fn windows_touched(interval: u64, window: u64) -> u128 {
    u128::from(interval.div_ceil(window)) + 1
}

/// The most windows that can begin in an interval of this length, both ends included.
pub(crate) fn windows_begun(interval: u64, window: u64) -> u128 {
    u128::from(interval / window) + 1
}
