//! The list of algorithms.

use core::fmt;

use crate::error::PolicyError;

/// An algorithm.
///
/// ```
/// use ratelab_limiter::Algorithm;
///
/// let gcra = Algorithm::from_name("gcra")?;
/// assert_eq!((gcra, gcra.name()), (Algorithm::Gcra, "gcra"));
/// let names: Vec<_> = gcra.parameters().iter().map(|parameter| parameter.name).collect();
/// assert_eq!(names, ["burst", "amount", "period"]);
/// assert!(Algorithm::from_name("lottery").is_err());
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: scripts, anatomies and texts exist for each algorithm, and a new one must not compile without them.
pub enum Algorithm {
    /// [`FixedWindow`](crate::FixedWindow).
    FixedWindow,
    /// [`SlidingWindowLog`](crate::SlidingWindowLog).
    SlidingWindowLog,
    /// [`SlidingWindowCounter`](crate::SlidingWindowCounter).
    SlidingWindowCounter,
    /// [`TokenBucket`](crate::TokenBucket).
    TokenBucket,
    /// [`LeakyBucketMeter`](crate::LeakyBucketMeter).
    LeakyBucketMeter,
    /// [`LeakyBucketQueue`](crate::LeakyBucketQueue).
    LeakyBucketQueue,
    /// [`Gcra`](crate::Gcra).
    Gcra,
    /// [`AllOf`](crate::AllOf) several of the others.
    AllOf,
    /// [`AllOf`](crate::AllOf) several of the others, asked and charged [in order](crate::AllOf::in_order).
    Layers,
}

impl Algorithm {
    /// The seven limiters.
    pub const ALL: [Self; 7] = [
        Self::FixedWindow,
        Self::SlidingWindowLog,
        Self::SlidingWindowCounter,
        Self::TokenBucket,
        Self::LeakyBucketMeter,
        Self::LeakyBucketQueue,
        Self::Gcra,
    ];

    /// The combinations of several limiters.
    pub const JOINT: [Self; 2] = [Self::AllOf, Self::Layers];

    /// Returns the name in settings, links and vectors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixedWindow => "fixed_window",
            Self::SlidingWindowLog => "sliding_window_log",
            Self::SlidingWindowCounter => "sliding_window_counter",
            Self::TokenBucket => "token_bucket",
            Self::LeakyBucketMeter => "leaky_bucket_meter",
            Self::LeakyBucketQueue => "leaky_bucket_queue",
            Self::Gcra => "gcra",
            Self::AllOf => "all_of",
            Self::Layers => "layers",
        }
    }

    /// Returns the limiter with this name.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::UnknownWord`] if none of the seven has this name.
    pub fn from_name(name: &str) -> Result<Self, PolicyError> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| Self::unknown("algorithm", name))
    }

    /// The error for a name that none of the seven has.
    pub(crate) fn unknown(field: &'static str, name: &str) -> PolicyError {
        let allowed = Self::ALL.iter().map(|algorithm| algorithm.name()).collect();
        PolicyError::UnknownWord { field, given: name.into(), allowed }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
