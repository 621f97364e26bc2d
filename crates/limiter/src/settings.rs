//! A policy as names and values, for texts, links and forms.

use alloc::{string::ToString, vec::Vec};
use core::fmt;

use crate::{
    algorithm::Algorithm,
    bounds::{Parameter, PolicyError},
    value::Value,
};

/// The name of an algorithm and the values of its parameters. A parameter that is not set
/// has the default of the [bounds table](crate::bounds). [`Limiter::settings`](crate::Limiter::settings)
/// returns the settings of a policy.
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
    /// Returns the settings of the limiter with this name, all at their defaults.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::UnknownWord`] if there is no such limiter.
    pub fn new(algorithm: &str) -> Result<Self, PolicyError> {
        Ok(Self::for_algorithm(Algorithm::from_name(algorithm)?))
    }

    /// Returns the settings of a limiter, all at their defaults. An all-of has none.
    ///
    /// ```
    /// use ratelab_limiter::{Algorithm, Settings};
    ///
    /// let settings = Settings::for_algorithm(Algorithm::Gcra);
    /// assert_eq!(settings.algorithm(), Algorithm::Gcra);
    /// assert!(settings.values().is_empty());
    /// ```
    pub const fn for_algorithm(algorithm: Algorithm) -> Self {
        Self { algorithm, values: Vec::new() }
    }

    /// Returns the algorithm that these settings are for.
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the parameters that are set, in the order in which they were set.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// Returns the value of a parameter, if it is set.
    ///
    /// ```
    /// use ratelab_limiter::{Settings, Value};
    ///
    /// let settings = Settings::new("fixed_window")?.set("align", "first")?;
    /// assert_eq!(settings.get("align"), Some(&Value::from("first")));
    /// assert_eq!(settings.get("limit"), None); // not set
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(set, _)| *set == name).map(|(_, value)| value)
    }

    /// Returns the number to which a parameter is set.
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
    ///
    /// ```
    /// use core::time::Duration;
    /// use ratelab_limiter::Settings;
    ///
    /// let settings = Settings::new("gcra")?.set("burst", 5u32)?.set("period", Duration::from_secs(1))?;
    /// assert_eq!(settings.to_string(), "gcra burst=5 period=1000000000");
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::UnknownWord`] if the algorithm has no parameter of this name. The value is checked by
    /// [`Self::policy`].
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Result<Self, PolicyError> {
        self.put(name, value.into())?;
        Ok(self)
    }

    /// As [`Self::set`], in place.
    ///
    /// # Errors
    ///
    /// Returns [`PolicyError::UnknownWord`] if the algorithm has no parameter of this name.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratelab_limiter::{Algorithm, Settings, Value};
    ///
    /// let mut settings = Settings::for_algorithm(Algorithm::FixedWindow);
    /// for (name, value) in [("limit", 10u32), ("window", 1_000)] {
    ///     settings.put(name, Value::from(value))?;
    /// }
    /// assert_eq!(settings.policy()?.to_string(), "fixed_window limit=10 window=1000 align=epoch");
    /// assert!(settings.put("burst", Value::from(5u32)).is_err());
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
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
