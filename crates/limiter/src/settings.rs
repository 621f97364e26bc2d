//! A policy as names and values: what a text, a link or a form gives and shows.

use alloc::{string::ToString, vec::Vec};
use core::fmt;

use crate::{
    algorithm::Algorithm,
    bounds::{Parameter, PolicyError},
    value::Value,
};

/// The name of an algorithm and the values of its parameters. What is not set has
/// the default of the [bounds table](crate::bounds). A policy gives its settings back
/// by [`Limiter::settings`](crate::Limiter::settings).
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
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name())?;
        self.values.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
