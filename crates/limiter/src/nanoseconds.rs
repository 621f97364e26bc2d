//! Durations as arguments: nanoseconds, or the standard library's type.

use core::time::Duration;

use crate::{
    bounds::{Checks, Parameter},
    value::Value,
};

/// A duration, made from a number of nanoseconds or from a [`Duration`].
///
/// Constructors take `impl Into<Nanoseconds>`, so both can be passed as they are. A duration that a parameter does not
/// accept is an error of the constructor; it never wraps around.
///
/// ```
/// use core::time::Duration;
/// use ratelab_limiter::{FixedWindow, SECOND};
///
/// assert_eq!(FixedWindow::new(10, Duration::from_secs(60)), FixedWindow::new(10, 60 * SECOND));
/// let refused = FixedWindow::new(10, Duration::MAX).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "window is 18446744073709551615999999999, but must be from 1 to 9223372036854775807 ns"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanoseconds(u128);

impl From<u64> for Nanoseconds {
    #[inline]
    fn from(nanoseconds: u64) -> Self {
        Self(nanoseconds.into())
    }
}

impl From<Duration> for Nanoseconds {
    #[inline]
    fn from(duration: Duration) -> Self {
        Self(duration.as_nanos())
    }
}

/// For [`Settings::set`](crate::Settings::set).
impl From<Duration> for Value {
    fn from(duration: Duration) -> Self {
        Self::Number(Nanoseconds::from(duration).signed())
    }
}

impl Nanoseconds {
    /// The number, which must fit the parameter's type. Its range is checked later, with those of plain numbers.
    #[inline]
    pub(crate) fn fit(self, parameter: &Parameter, checks: &mut Checks) -> u64 {
        u64::try_from(self.0).unwrap_or_else(|_| {
            checks.refuse(parameter.out_of_range(self.signed(), parameter.maximum, None));
            1
        })
    }

    /// Returns the number, or `u64::MAX` if that is less. Every limiter rejects `u64::MAX` as a window or period.
    ///
    /// ```
    /// use core::time::Duration;
    /// use ratelab_limiter::{FixedWindow, Nanoseconds};
    ///
    /// assert_eq!(Nanoseconds::from(Duration::from_secs(1)).saturated(), 1_000_000_000);
    /// assert!(FixedWindow::new(10, Nanoseconds::from(Duration::MAX).saturated()).is_err());
    /// ```
    #[inline]
    pub fn saturated(self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }

    /// The number with a sign. The longest duration has 94 bits.
    fn signed(self) -> i128 {
        i128::try_from(self.0).unwrap_or(i128::MAX)
    }
}
