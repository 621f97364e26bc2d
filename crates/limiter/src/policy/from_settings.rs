//! Policies from settings, with every value checked.

use alloc::string::ToString;

use super::Policy;
use crate::{
    algorithm::Algorithm,
    algorithms::{
        fixed_window::FixedWindow, gcra::Gcra, leaky_bucket_meter::LeakyBucketMeter,
        leaky_bucket_queue::LeakyBucketQueue, sliding_window_counter::SlidingWindowCounter,
        sliding_window_log::SlidingWindowLog, token_bucket::TokenBucket,
    },
    bounds::{
        ALIGN, AMOUNT, BURST, CAPACITY, COUNT_DENIED, CREATED_AT, Checks, DRAIN, INITIAL, LIMIT, MAX_WAIT,
        PERIOD, Parameter, PolicyError, Preset, REFILL, ROUNDING, UNDELAYED, WINDOW,
    },
    options::{Refill, Rounding},
    settings::Settings,
    value::Value,
    window::Align,
};

impl Settings {
    /// Returns the policy that these settings describe.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, Policy, SECOND, Settings};
    ///
    /// let policy = Settings::new("gcra")?.set("burst", 5u32)?.policy()?;
    /// assert_eq!(policy, Policy::from(Gcra::new(5, 1, SECOND)?)); // one each second is the default
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a parameter does not accept its value, for the first such value, and if the
    /// algorithm is all-of or layers, which are made of policies.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        if matches!(self.algorithm(), Algorithm::AllOf | Algorithm::Layers) {
            return Err(Algorithm::unknown("algorithm", self.algorithm().name()));
        }
        Checks::all(|checks| Values { settings: self, checks }.policy())
    }
}

/// The values of settings, read one after the other.
struct Values<'a> {
    settings: &'a Settings,
    checks: &'a mut Checks,
}

impl<'a> Values<'a> {
    fn policy(&mut self) -> Policy {
        match self.settings.algorithm() {
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

    /// The parameters that all windows have: a limit and a length.
    fn window(&mut self) -> [u64; 2] {
        [self.number(&LIMIT), self.number(&WINDOW)]
    }

    /// The parameters that all buckets have: a size, and a rate with its period.
    fn bucket(&mut self, size: &Parameter, rate: &Parameter) -> [u64; 3] {
        [self.number(size), self.number(rate), self.number(&PERIOD)]
    }

    fn align(&mut self) -> Align {
        if self.is_second(&ALIGN) { Align::First } else { Align::Epoch }
    }

    /// The given number, if there is one.
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

    /// The given number, or the default.
    #[inline(never)]
    fn number(&mut self, parameter: &Parameter) -> u64 {
        let preset = if let Preset::Number(number) = parameter.preset { number } else { 0 };
        self.optional(parameter).unwrap_or(preset)
    }

    /// Reports whether the second of a parameter's two words is given. The first is the default.
    #[inline(never)]
    fn is_second(&mut self, parameter: &Parameter) -> bool {
        let Some(value) = self.given(parameter) else { return false };
        let word = value.to_string();
        let index = parameter.words.iter().position(|known| *known == word);
        if index.is_none() {
            self.checks.refuse(parameter.unknown_word(&word));
        }
        index == Some(1)
    }

    /// The given value of a parameter.
    fn given(&self, parameter: &Parameter) -> Option<&'a Value> {
        self.settings.get(parameter.name)
    }
}
