//! A policy as names and values: what a text, a link or a form gives and shows.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    algorithm::Algorithm,
    algorithms::{
        fixed_window::FixedWindow,
        gcra::Gcra,
        leaky_bucket_meter::LeakyBucketMeter,
        leaky_bucket_queue::LeakyBucketQueue,
        sliding_window_counter::{Rounding, SlidingWindowCounter},
        sliding_window_log::SlidingWindowLog,
        token_bucket::{Refill, TokenBucket},
    },
    bounds::{
        ALIGN, AMOUNT, BURST, CAPACITY, COUNT_DENIED, CREATED_AT, Checks, DRAIN, INITIAL, LIMIT, MAX_WAIT,
        PERIOD, Parameter, PolicyError, Preset, REFILL, ROUNDING, UNDELAYED, WINDOW,
    },
    limiter::Limiter,
    policy::Policy,
    window::Align,
};

/// The name of an algorithm and the values of its parameters. What is not set has
/// the default of the [bounds table](crate::bounds). A policy gives its settings back
/// by [`Limiter::settings`].
///
/// ```
/// use ratelab_limiter::Settings;
///
/// let policy = Settings::new("token_bucket")?.set("capacity", 10u32)?.set("amount", 5u32)?.policy()?;
/// assert_eq!(policy.to_string(),
///     "token_bucket capacity=10 amount=5 period=1000000000 initial=10 refill=greedy created_at=0");
///
/// let refused = Settings::new("gcra")?.set("burst", 0u32)?.policy().unwrap_err();
/// assert_eq!(refused.to_string(), "burst is 0, but must be from 1 to 4294967295 requests");
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    algorithm: Algorithm,
    values: Vec<(&'static str, Value)>,
}

/// The value of a parameter: what was given, in range or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i128),
    /// A word.
    Word(String),
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}

numbers!(i32, u32, i64, u64, i128);

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_string())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Word(if flag { "yes" } else { "no" }.to_string())
    }
}

impl fmt::Display for Value {
    /// A number in two halves of at most 19 digits: what formats 64 bits is there anyway.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HALF: u128 = 10u128.pow(19);
        let number = match self {
            Self::Word(word) => return f.write_str(word),
            Self::Number(number) => number,
        };
        if *number < 0 {
            f.write_str("-")?;
        }
        let number = number.unsigned_abs();
        let (upper, lower) = ((number / HALF) as u64, (number % HALF) as u64);
        if upper == 0 { write!(f, "{lower}") } else { write!(f, "{upper}{lower:019}") }
    }
}

impl Settings {
    /// Settings of the limiter with this name, all at their defaults.
    pub fn new(algorithm: &str) -> Result<Self, PolicyError> {
        Ok(Self::of(Algorithm::from_name(algorithm)?))
    }

    /// Settings of a limiter, all at their defaults. An all-of has none.
    pub const fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, values: Vec::new() }
    }

    /// Whose settings these are.
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The parameters that are set, in the order in which they were.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// The value of a parameter that is set.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(set, _)| *set == name).map(|(_, value)| value)
    }

    /// The number to which a parameter is set.
    ///
    /// ```
    /// use ratelab_limiter::{Settings, bounds::{AMOUNT, BURST, WINDOW}};
    ///
    /// let settings = Settings::new("gcra")?.set("burst", 5u32)?;
    /// assert_eq!(settings.number(&BURST), Some(5));
    /// assert_eq!(settings.number(&AMOUNT), None); // not set
    /// assert_eq!(settings.number(&WINDOW), None); // GCRA has none
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn number(&self, parameter: &Parameter) -> Option<u64> {
        match self.get(parameter.name)? {
            Value::Number(number) => u64::try_from(*number).ok(),
            Value::Word(_) => None,
        }
    }

    /// These settings with a parameter that a policy is known to have.
    pub(crate) fn with(mut self, parameter: &Parameter, value: impl Into<Value>) -> Self {
        self.values.push((parameter.name, value.into()));
        self
    }

    /// As [`Self::with`], unless there is no value.
    pub(crate) fn with_some(self, parameter: &Parameter, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(parameter, value),
            None => self,
        }
    }

    /// Sets a parameter of this algorithm. A later value replaces an earlier one.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Result<Self, PolicyError> {
        self.put(name, value.into())?;
        Ok(self)
    }

    /// As [`Self::set`], in place.
    pub fn put(&mut self, name: &str, value: Value) -> Result<(), PolicyError> {
        let parameters = self.algorithm.parameters();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let allowed = parameters.iter().map(|parameter| parameter.name).collect();
            return Err(PolicyError::UnknownWord { field: "parameter", given: name.to_string(), allowed });
        };
        match self.values.iter_mut().find(|(set, _)| *set == name) {
            Some((_, before)) => *before = value,
            None => self.values.push((parameter.name, value)),
        }
        Ok(())
    }

    /// The policy these settings describe, or what is wrong with them.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        if matches!(self.algorithm, Algorithm::AllOf | Algorithm::Layers) {
            return Err(Algorithm::unknown("algorithm", self.algorithm.name()));
        }
        Checks::all(|checks| Values { settings: self, checks }.policy())
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name())?;
        self.values.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

macro_rules! shown_by_settings {
    ($($policy:ty),*) => {
        $(impl fmt::Display for $policy {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.settings().fmt(f)
            }
        })*
    };
}

shown_by_settings!(FixedWindow, SlidingWindowLog, SlidingWindowCounter);
shown_by_settings!(TokenBucket, LeakyBucketMeter, LeakyBucketQueue, Gcra);

/// The values of settings, read one after the other.
struct Values<'a> {
    settings: &'a Settings,
    checks: &'a mut Checks,
}

impl<'a> Values<'a> {
    fn policy(&mut self) -> Policy {
        match self.settings.algorithm {
            Algorithm::FixedWindow => self.fixed_window().into(),
            Algorithm::SlidingWindowLog => self.sliding_window_log().into(),
            Algorithm::SlidingWindowCounter => self.sliding_window_counter().into(),
            Algorithm::TokenBucket => self.token_bucket().into(),
            Algorithm::LeakyBucketMeter => self.leaky_bucket_meter().into(),
            Algorithm::LeakyBucketQueue => self.leaky_bucket_queue().into(),
            // An all-of is made of policies, not of settings.
            Algorithm::Gcra | Algorithm::AllOf | Algorithm::Layers => self.gcra().into(),
        }
    }

    fn fixed_window(&mut self) -> FixedWindow {
        let [limit, window] = self.window();
        let policy = FixedWindow::checked(limit, window, self.checks);
        policy.align(self.align()).count_denied(self.is_second(&COUNT_DENIED))
    }

    fn sliding_window_log(&mut self) -> SlidingWindowLog {
        let [limit, window] = self.window();
        let policy = SlidingWindowLog::checked(limit, window, self.checks);
        policy.count_denied(self.is_second(&COUNT_DENIED))
    }

    fn sliding_window_counter(&mut self) -> SlidingWindowCounter {
        let [limit, window] = self.window();
        let policy = SlidingWindowCounter::checked(limit, window, self.checks);
        let rounding = if self.is_second(&ROUNDING) { Rounding::Exact } else { Rounding::Floor };
        policy.rounding(rounding).align(self.align()).count_denied(self.is_second(&COUNT_DENIED))
    }

    fn token_bucket(&mut self) -> TokenBucket {
        let given = self.bucket(&CAPACITY, &AMOUNT);
        let refill = if self.is_second(&REFILL) { Refill::Interval } else { Refill::Greedy };
        let policy = TokenBucket::checked(refill, given, self.checks).created_at(self.number(&CREATED_AT));
        let initial = self.optional(&INITIAL).unwrap_or(given[0]);
        policy.checked_initial(initial, self.checks)
    }

    fn leaky_bucket_meter(&mut self) -> LeakyBucketMeter {
        LeakyBucketMeter::checked(self.bucket(&CAPACITY, &AMOUNT), self.checks)
    }

    fn leaky_bucket_queue(&mut self) -> LeakyBucketQueue {
        let policy = LeakyBucketQueue::checked(self.bucket(&CAPACITY, &DRAIN), self.checks);
        let policy = policy.checked_undelayed(self.number(&UNDELAYED), self.checks);
        policy.checked_max_wait(self.optional(&MAX_WAIT), self.checks)
    }

    fn gcra(&mut self) -> Gcra {
        Gcra::checked(self.bucket(&BURST, &AMOUNT), self.checks)
    }

    /// What all windows have: a limit and a length.
    fn window(&mut self) -> [u64; 2] {
        [self.number(&LIMIT), self.number(&WINDOW)]
    }

    /// What all buckets have: a size, and a rate with its period.
    fn bucket(&mut self, size: &Parameter, rate: &Parameter) -> [u64; 3] {
        [self.number(size), self.number(rate), self.number(&PERIOD)]
    }

    fn align(&mut self) -> Align {
        if self.is_second(&ALIGN) { Align::First } else { Align::Epoch }
    }

    /// The number that was given, if one was.
    #[inline(never)]
    fn optional(&mut self, parameter: &Parameter) -> Option<u64> {
        self.checks.refuse(match self.given(parameter)? {
            Value::Word(word) => parameter.not_a_number(word),
            Value::Number(number) => match u64::try_from(*number) {
                Ok(number) => return Some(number),
                Err(_) => parameter.out_of_range(*number, parameter.maximum, None),
            },
        });
        Some(0)
    }

    /// The number that was given, or the default.
    #[inline(never)]
    fn number(&mut self, parameter: &Parameter) -> u64 {
        let preset = if let Preset::Number(number) = parameter.preset { number } else { 0 };
        self.optional(parameter).unwrap_or(preset)
    }

    /// Whether the second of a parameter's two words was given, rather than the first,
    /// which is the default.
    #[inline(never)]
    fn is_second(&mut self, parameter: &Parameter) -> bool {
        let Some(value) = self.given(parameter) else { return false };
        let word = value.to_string();
        let place = parameter.words.iter().position(|known| *known == word);
        if place.is_none() {
            self.checks.refuse(parameter.unknown_word(&word));
        }
        place == Some(1)
    }

    /// What was given for a parameter.
    fn given(&self, parameter: &Parameter) -> Option<&'a Value> {
        self.settings.get(parameter.name)
    }
}
