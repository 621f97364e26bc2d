//! Policies by name, for whoever reads them from a text, a link or a form.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
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
        ALIGN, AMOUNT, BURST, CAPACITY, COUNT_DENIED, CREATED_AT, DRAIN, INITIAL, LIMIT, MAX_WAIT, PERIOD,
        Parameter, PolicyError, Preset, REFILL, ROUNDING, UNDELAYED, WINDOW,
    },
    policy::{Algorithm, Policy},
    window::Align,
};

/// The name of an algorithm and the values of its parameters. What is not set has
/// the default of the [bounds table](crate::bounds).
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

/// What somebody gave for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number, in range or not.
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

impl Settings {
    /// Settings of the limiter with this name, all at their defaults.
    pub fn new(algorithm: &str) -> Result<Self, PolicyError> {
        Ok(Self { algorithm: Algorithm::from_name(algorithm)?, values: Vec::new() })
    }

    /// Sets a parameter of this algorithm. A later value replaces an earlier one.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Result<Self, PolicyError> {
        let parameters = self.algorithm.parameters();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let allowed = parameters.iter().map(|parameter| parameter.name).collect();
            return Err(PolicyError::UnknownWord { field: "parameter", given: name.to_string(), allowed });
        };
        self.values.retain(|(set, _)| *set != parameter.name);
        self.values.push((parameter.name, value.into()));
        Ok(self)
    }

    /// The policy these settings describe, or what is wrong with them.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        match self.algorithm {
            Algorithm::FixedWindow => self.fixed_window().map(Policy::from),
            Algorithm::SlidingWindowLog => self.sliding_window_log().map(Policy::from),
            Algorithm::SlidingWindowCounter => self.sliding_window_counter().map(Policy::from),
            Algorithm::TokenBucket => self.token_bucket().map(Policy::from),
            Algorithm::LeakyBucketMeter => self.leaky_bucket_meter().map(Policy::from),
            Algorithm::LeakyBucketQueue => self.leaky_bucket_queue().map(Policy::from),
            Algorithm::Gcra => self.gcra().map(Policy::from),
            // `new` knows the seven alone: an all-of is made of policies.
            Algorithm::AllOf => Err(Algorithm::unknown("algorithm", "all_of")),
        }
    }

    fn fixed_window(&self) -> Result<FixedWindow, PolicyError> {
        let policy = FixedWindow::new(self.number(&LIMIT)?, self.number(&WINDOW)?)?;
        Ok(policy.align(self.align()?).count_denied(self.count_denied()?))
    }

    fn sliding_window_log(&self) -> Result<SlidingWindowLog, PolicyError> {
        let policy = SlidingWindowLog::new(self.number(&LIMIT)?, self.number(&WINDOW)?)?;
        Ok(policy.count_denied(self.count_denied()?))
    }

    fn sliding_window_counter(&self) -> Result<SlidingWindowCounter, PolicyError> {
        let policy = SlidingWindowCounter::new(self.number(&LIMIT)?, self.number(&WINDOW)?)?;
        let rounding = self.choice(&ROUNDING, [Rounding::Floor, Rounding::Exact])?;
        Ok(policy.align(self.align()?).rounding(rounding).count_denied(self.count_denied()?))
    }

    fn token_bucket(&self) -> Result<TokenBucket, PolicyError> {
        let (capacity, amount, period) =
            (self.number(&CAPACITY)?, self.number(&AMOUNT)?, self.number(&PERIOD)?);
        let refill = self.choice(&REFILL, [Refill::Greedy, Refill::Interval])?;
        let policy = TokenBucket::with_refill(refill, capacity, amount, period)?;
        policy.created_at(self.number(&CREATED_AT)?).initial(self.optional(&INITIAL)?.unwrap_or(capacity))
    }

    fn leaky_bucket_meter(&self) -> Result<LeakyBucketMeter, PolicyError> {
        LeakyBucketMeter::new(self.number(&CAPACITY)?, self.number(&AMOUNT)?, self.number(&PERIOD)?)
    }

    fn leaky_bucket_queue(&self) -> Result<LeakyBucketQueue, PolicyError> {
        let (capacity, amount, period) =
            (self.number(&CAPACITY)?, self.number(&DRAIN)?, self.number(&PERIOD)?);
        let policy = LeakyBucketQueue::new(capacity, amount, period)?.undelayed(self.number(&UNDELAYED)?)?;
        policy.max_wait(self.optional(&MAX_WAIT)?)
    }

    fn gcra(&self) -> Result<Gcra, PolicyError> {
        Gcra::new(self.number(&BURST)?, self.number(&AMOUNT)?, self.number(&PERIOD)?)
    }

    fn align(&self) -> Result<Align, PolicyError> {
        self.choice(&ALIGN, [Align::Epoch, Align::First])
    }

    fn count_denied(&self) -> Result<bool, PolicyError> {
        self.choice(&COUNT_DENIED, [false, true])
    }

    /// What was given for a parameter.
    fn given(&self, parameter: &Parameter) -> Option<&Value> {
        self.values.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| value)
    }

    /// The number that was given, if one was.
    fn optional(&self, parameter: &Parameter) -> Result<Option<u64>, PolicyError> {
        let number = match self.given(parameter) {
            None => return Ok(None),
            Some(Value::Word(word)) => return Err(parameter.not_a_number(word)),
            Some(Value::Number(number)) => *number,
        };
        let in_range = u64::try_from(number).ok();
        in_range.map(Some).ok_or_else(|| parameter.out_of_range(number, parameter.maximum, None))
    }

    /// The number that was given, or the default.
    fn number(&self, parameter: &Parameter) -> Result<u64, PolicyError> {
        let preset = if let Preset::Number(number) = parameter.preset { number } else { 0 };
        Ok(self.optional(parameter)?.unwrap_or(preset))
    }

    /// What the word that was given stands for; the first choice by default. The
    /// choices are in the order of the table's words.
    fn choice<T: Copy, const N: usize>(
        &self,
        parameter: &Parameter,
        choices: [T; N],
    ) -> Result<T, PolicyError> {
        let word = match self.given(parameter) {
            None => return Ok(choices[0]),
            Some(Value::Word(word)) => word.clone(),
            Some(Value::Number(number)) => number.to_string(),
        };
        let mut words = parameter.words.iter().zip(choices);
        let found = words.find(|(known, _)| **known == word);
        found.map(|(_, choice)| choice).ok_or_else(|| parameter.unknown_word(&word))
    }
}
