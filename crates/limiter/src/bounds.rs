//! The table of parameters: the name, unit, range, default and description of each.
//!
//! Validation, error messages and every control that sets a value read this table, so no
//! number of it is repeated elsewhere.
//!
//! ```
//! use ratelab_limiter::{Algorithm, bounds::{Preset, SECOND, WINDOW}};
//!
//! assert_eq!((WINDOW.name, WINDOW.minimum), ("window", 1));
//! assert_eq!(WINDOW.preset, Preset::Number(10 * SECOND));
//! assert_eq!(Algorithm::FixedWindow.parameters()[1], WINDOW);
//! ```

use alloc::borrow::ToOwned;

pub use crate::error::{PolicyError, Unit};

use crate::{
    algorithm::Algorithm,
    options::{Refill, Rounding},
    role::Role,
    window::Align,
};

/// One second, in nanoseconds, the unit of every duration.
pub const SECOND: u64 = 1_000_000_000;

/// The default of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the bindings must pass every kind of default on.
pub enum Preset {
    /// This number.
    Number(u64),
    /// This word.
    Word(&'static str),
    /// The capacity of the bucket.
    Capacity,
    /// None: the parameter does not apply until it is set.
    Unset,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in settings, messages, links and vectors.
    pub name: &'static str,
    /// The unit of its number.
    pub unit: Unit,
    /// The least value that is accepted.
    pub minimum: u64,
    /// The greatest value that is ever accepted. Other parameters may lower it; the error
    /// then has the lower maximum.
    pub maximum: u64,
    /// The value if it is not set.
    pub preset: Preset,
    /// The words it accepts, if it is a word.
    pub words: &'static [&'static str],
    /// A description, for people.
    pub phrase: &'static str,
    /// The purpose, which several names may share.
    pub role: Role,
}

const GREATEST_COUNT: u64 = u32::MAX as u64;

/// Twice a window must fit a `u64`, because a sliding window counter looks one window ahead.
const LONGEST_WINDOW: u64 = u64::MAX / 2;

const fn requests(name: &'static str, minimum: u64, preset: Preset, phrase: &'static str) -> Parameter {
    let (unit, maximum) = (Unit::Requests, GREATEST_COUNT);
    Parameter { name, unit, minimum, maximum, preset, words: &[], phrase, role: Role::Option }
}

const fn nanoseconds(
    name: &'static str,
    minimum: u64,
    maximum: u64,
    preset: Preset,
    phrase: &'static str,
) -> Parameter {
    Parameter { unit: Unit::Nanoseconds, maximum, ..requests(name, minimum, preset, phrase) }
}

const fn word(name: &'static str, words: &'static [&'static str], phrase: &'static str) -> Parameter {
    let preset = Preset::Word(words[0]);
    Parameter { unit: Unit::Word, maximum: 0, words, ..requests(name, 0, preset, phrase) }
}

impl Parameter {
    const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }
}

/// Requests allowed in one window.
pub static LIMIT: Parameter =
    requests("limit", 1, Preset::Number(10), "requests allowed in one window").with_role(Role::Limit);
/// Length of the window.
pub static WINDOW: Parameter =
    nanoseconds("window", 1, LONGEST_WINDOW, Preset::Number(10 * SECOND), "length of the window")
        .with_role(Role::Period);
/// Where windows begin.
pub static ALIGN: Parameter = word(
    "align",
    &[Align::Epoch.word(), Align::First.word()],
    "where windows begin: at multiples of their length, or at the first request",
);
/// Whether refused requests use up budget as well.
pub static COUNT_DENIED: Parameter =
    word("count_denied", &["no", "yes"], "whether a denied request uses up budget as well");
/// How the estimate of a sliding window counter is rounded.
pub static ROUNDING: Parameter = word(
    "rounding",
    &[Rounding::Floor.word(), Rounding::Exact.word()],
    "whether the weighted count is rounded down or compared as it is",
);
/// The most requests a bucket takes at once.
pub static CAPACITY: Parameter =
    requests("capacity", 1, Preset::Number(10), "the most requests the bucket takes at once")
        .with_role(Role::Burst);
/// The most requests GCRA takes at once.
pub static BURST: Parameter =
    requests("burst", 1, Preset::Number(10), "the most requests that pass at once").with_role(Role::Burst);
/// Requests given back in each period.
pub static AMOUNT: Parameter =
    requests("amount", 0, Preset::Number(1), "requests given back in each period; 0 gives none back")
        .with_role(Role::Amount);
/// Requests that a queue serves in each period: at least 1, because in a queue that never
/// drains no request has a start.
pub static DRAIN: Parameter =
    requests("amount", 1, Preset::Number(1), "requests served in each period").with_role(Role::Amount);
/// The period of the rate.
pub static PERIOD: Parameter =
    nanoseconds("period", 1, u64::MAX, Preset::Number(SECOND), "the period in which that many come back")
        .with_role(Role::Period);
/// Tokens in a fresh bucket.
pub static INITIAL: Parameter = requests("initial", 0, Preset::Capacity, "tokens in a fresh bucket");
/// How tokens come back.
pub static REFILL: Parameter = word(
    "refill",
    &[Refill::Greedy.word(), Refill::Interval.word()],
    "whether tokens come back evenly or all at the end of each period",
);
/// The instant from which a fresh bucket fills.
pub static CREATED_AT: Parameter =
    nanoseconds("created_at", 0, u64::MAX, Preset::Number(0), "the instant at which buckets begin to fill");
/// The number of requests in the queue behind which a request still starts at once.
pub static UNDELAYED: Parameter =
    requests("undelayed", 0, Preset::Number(0), "requests in the queue that start at once all the same");
/// The longest time that a request may wait.
pub static MAX_WAIT: Parameter = nanoseconds(
    "max_wait",
    0,
    u64::MAX,
    Preset::Unset,
    "the longest wait; a request that would wait longer is denied",
)
.with_role(Role::LongestWait);
/// Limiters that must agree.
pub static MEMBERS: Parameter = Parameter {
    name: "members",
    unit: Unit::Limiters,
    minimum: 1,
    maximum: 16,
    preset: Preset::Unset,
    words: &[],
    phrase: "limiters that must all agree",
    role: Role::Option,
};

// Statics, so that each is in a program once.
static FIXED_WINDOW: [Parameter; 4] = [LIMIT, WINDOW, ALIGN, COUNT_DENIED];
static SLIDING_WINDOW_LOG: [Parameter; 3] = [LIMIT, WINDOW, COUNT_DENIED];
static SLIDING_WINDOW_COUNTER: [Parameter; 5] = [LIMIT, WINDOW, ALIGN, ROUNDING, COUNT_DENIED];
static TOKEN_BUCKET: [Parameter; 6] = [CAPACITY, AMOUNT, PERIOD, INITIAL, REFILL, CREATED_AT];
static LEAKY_BUCKET_METER: [Parameter; 3] = [CAPACITY, AMOUNT, PERIOD];
static LEAKY_BUCKET_QUEUE: [Parameter; 5] = [CAPACITY, DRAIN, PERIOD, UNDELAYED, MAX_WAIT];
static GCRA: [Parameter; 3] = [BURST, AMOUNT, PERIOD];
static ALL_OF: [Parameter; 1] = [MEMBERS];

impl Algorithm {
    /// Returns the parameters of this algorithm, in the order in which a form shows them.
    ///
    /// ```
    /// use ratelab_limiter::{Algorithm, bounds};
    ///
    /// assert_eq!(Algorithm::Gcra.parameters(), [bounds::BURST, bounds::AMOUNT, bounds::PERIOD]);
    /// ```
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::FixedWindow => &FIXED_WINDOW,
            Self::SlidingWindowLog => &SLIDING_WINDOW_LOG,
            Self::SlidingWindowCounter => &SLIDING_WINDOW_COUNTER,
            Self::TokenBucket => &TOKEN_BUCKET,
            Self::LeakyBucketMeter => &LEAKY_BUCKET_METER,
            Self::LeakyBucketQueue => &LEAKY_BUCKET_QUEUE,
            Self::Gcra => &GCRA,
            Self::AllOf | Self::Layers => &ALL_OF,
        }
    }

    /// Returns the parameter with this role, if the algorithm has one.
    ///
    /// ```
    /// use ratelab_limiter::{Algorithm, role::Role};
    ///
    /// assert_eq!(Algorithm::TokenBucket.parameter(Role::Burst).map(|found| found.name), Some("capacity"));
    /// assert_eq!(Algorithm::FixedWindow.parameter(Role::Burst), None);
    /// ```
    pub fn parameter(self, role: Role) -> Option<&'static Parameter> {
        self.parameters().iter().find(|parameter| parameter.role == role)
    }
}

/// The first error in the values of a policy. A refused value is replaced by 1, so that code
/// that reads several values need not stop after each.
#[derive(Default)]
pub(crate) struct Checks {
    refused: Option<PolicyError>,
}

impl Checks {
    /// The result, or the first value that was refused.
    pub(crate) fn all<T>(make: impl FnOnce(&mut Self) -> T) -> Result<T, PolicyError> {
        let mut checks = Self::default();
        let made = make(&mut checks);
        checks.refused.map_or(Ok(made), Err)
    }

    /// Refuses the values. Only the first error is kept.
    pub(crate) fn refuse(&mut self, error: PolicyError) {
        self.refused.get_or_insert(error);
    }
}

impl Parameter {
    /// The value, which must be in range.
    pub(crate) fn check(&self, given: u64, checks: &mut Checks) -> u64 {
        self.check_within(given, self.maximum, None, checks)
    }

    /// The value as a number of requests, which must be in range.
    pub(crate) fn check_requests(&self, given: u64, checks: &mut Checks) -> u32 {
        self.check_requests_within(given, self.maximum, None, checks)
    }

    /// As [`Self::check_requests`], with a maximum that another field lowers.
    pub(crate) fn check_requests_within(
        &self,
        given: u64,
        maximum: u64,
        because: Option<&'static str>,
        checks: &mut Checks,
    ) -> u32 {
        let value = self.check_within(given, maximum.min(GREATEST_COUNT), because, checks);
        u32::try_from(value).unwrap_or(u32::MAX)
    }

    /// The value, which must be between the minimum and a maximum that another
    /// field may lower.
    #[inline(never)]
    pub(crate) fn check_within(
        &self,
        given: u64,
        maximum: u64,
        because: Option<&'static str>,
        checks: &mut Checks,
    ) -> u64 {
        let maximum = maximum.min(self.maximum);
        if (self.minimum..=maximum).contains(&given) {
            return given;
        }
        checks.refuse(self.out_of_range(i128::from(given), maximum, because));
        1
    }

    /// The error for a number that this parameter does not accept.
    pub(crate) fn out_of_range(
        &self,
        given: i128,
        maximum: u64,
        because: Option<&'static str>,
    ) -> PolicyError {
        let (field, minimum, unit) = (self.name, self.minimum, self.unit);
        PolicyError::OutOfRange { field, given, minimum, maximum, unit, because }
    }

    /// The error for a word where this parameter needs a number.
    pub(crate) fn not_a_number(&self, given: &str) -> PolicyError {
        let Self { name: field, minimum, maximum, unit, .. } = *self;
        PolicyError::NotANumber { field, given: given.to_owned(), minimum, maximum, unit }
    }

    /// The error for a word that this parameter does not accept.
    pub(crate) fn unknown_word(&self, given: &str) -> PolicyError {
        PolicyError::UnknownWord { field: self.name, given: given.to_owned(), allowed: self.words.to_vec() }
    }
}
