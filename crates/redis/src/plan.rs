//! The script arguments of a policy: whole microseconds, and no number of 2^53 or more.
//!
//! Lua counts in doubles, which hold every integer below 2^53. A policy that needs more is refused here, with
//! the field and the reason, so that a script never has to round.

use core::fmt;

use ratelab_limiter::{
    Algorithm, Limiter, Policy, Refill, Settings, Value,
    bounds::{
        ALIGN, AMOUNT, BURST, CAPACITY, COUNT_DENIED, CREATED_AT, INITIAL, LIMIT, MAX_WAIT, PERIOD,
        Parameter, REFILL, ROUNDING, UNDELAYED, WINDOW,
    },
};

use crate::script::Script;

/// Nanoseconds in a microsecond, the unit of Redis' clock.
pub(crate) const MICROSECOND: u64 = 1_000;

/// Times are below this many microseconds, which is the year 2112, and so are durations. The sum of both is then
/// below 2^53.
pub const END_OF_TIME: u64 = 1 << 52;

/// Two windows after any time are below 2^53.
const LONGEST_WINDOW: u64 = END_OF_TIME / 2;

/// The script and its arguments for a policy.
///
/// ```
/// use ratelab_limiter::{FixedWindow, Policy, SECOND};
/// use ratelab_redis::Plan;
///
/// let plan = Plan::new(&Policy::from(FixedWindow::new(10, 60 * SECOND)?))?;
/// assert_eq!(plan.script().name(), "fixed_window");
/// assert_eq!(plan.arguments(), ["10", "60000000", "epoch", "no"]); // times are in microseconds
/// assert_eq!((plan.members().len(), plan.is_joined()), (1, false));
///
/// let refusal = Plan::new(&Policy::from(FixedWindow::new(10, 1_500)?)).expect_err("not whole microseconds");
/// assert_eq!(refusal.field, "window");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    algorithm: Algorithm,
    members: Vec<Member>,
}

/// One limiter of a plan: the only one, or one of an all-of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The arguments of its script after operation, cost and time, in this order.
    pub arguments: Vec<Argument>,
    /// The number of the core's parts of a request in one of the script's.
    pub(crate) scale: u64,
}

/// An argument of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name in the script.
    pub name: &'static str,
    /// Its value, a whole number or a word.
    pub value: String,
}

/// Why Redis cannot hold a policy exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The parameter, by its name in the bounds table.
    pub field: &'static str,
    /// The given value.
    pub given: String,
    /// The allowed values, and the reason.
    pub allowed: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, given, allowed } = self;
        write!(f, "{field} is {given}, but must be {allowed}")
    }
}

impl core::error::Error for Refusal {}

impl Plan {
    /// Returns the script and its arguments for this policy.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] if Redis cannot hold the policy exactly.
    pub fn new(policy: &Policy) -> Result<Self, Refusal> {
        let members = policy.members().iter().map(Member::new).collect::<Result<_, _>>()?;
        Ok(Self { algorithm: policy.algorithm(), members })
    }

    /// Returns the script that decides.
    pub const fn script(&self) -> Script {
        Script::for_algorithm(self.algorithm)
    }

    /// Returns the limiters, of which an all-of has several.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Reports whether this is an all-of or layers, whose script decides for several limiters.
    pub const fn is_joined(&self) -> bool {
        matches!(self.algorithm, Algorithm::AllOf | Algorithm::Layers)
    }

    /// Returns the arguments of the script after operation, cost and time.
    pub fn arguments(&self) -> Vec<String> {
        if !self.is_joined() {
            return self.members[0].values().collect();
        }
        let order = if self.algorithm == Algorithm::Layers { "in_order" } else { "together" };
        let mut arguments = vec![order.to_owned(), self.begins().to_string()];
        for member in &self.members {
            arguments.extend([member.algorithm.name().to_owned(), member.arguments.len().to_string()]);
            arguments.extend(member.values());
        }
        arguments
    }

    /// The start of the clock that the members of an all-of share: that of the latest of them.
    fn begins(&self) -> u64 {
        let begins = |member: &Member| member.value(&CREATED_AT)?.parse().ok();
        self.members.iter().filter_map(begins).max().unwrap_or(0)
    }
}

impl Member {
    /// The argument of a parameter.
    fn value(&self, parameter: &Parameter) -> Option<&str> {
        self.arguments
            .iter()
            .find(|argument| argument.name == parameter.name)
            .map(|argument| argument.value.as_str())
    }

    fn values(&self) -> impl Iterator<Item = String> {
        self.arguments.iter().map(|argument| argument.value.clone())
    }

    fn new(policy: &Policy) -> Result<Self, Refusal> {
        let settings = Reading(policy.settings());
        let algorithm = policy.algorithm();
        let (arguments, scale) = match algorithm {
            Algorithm::FixedWindow => (settings.fixed_window()?, 1),
            Algorithm::SlidingWindowLog => (settings.sliding_window_log()?, 1),
            Algorithm::SlidingWindowCounter => (settings.sliding_window_counter()?, 1),
            Algorithm::TokenBucket => settings.token_bucket()?,
            Algorithm::LeakyBucketQueue => settings.leaky_bucket_queue()?,
            Algorithm::LeakyBucketMeter => settings.bucket(&CAPACITY)?.arguments(&CAPACITY),
            Algorithm::Gcra | Algorithm::AllOf | Algorithm::Layers => {
                settings.bucket(&BURST)?.arguments(&BURST)
            }
        };
        Ok(Self { algorithm, arguments, scale })
    }
}

fn argument(name: &'static str, value: impl ToString) -> Argument {
    Argument { name, value: value.to_string() }
}

/// The settings of a policy, which the core has checked.
struct Reading(Settings);

/// A bucket in the script's parts: `unit` per request, of which `amount` come back in each microsecond.
struct Parts {
    capacity: u64,
    unit: u64,
    amount: u64,
    scale: u64,
}

impl Parts {
    fn arguments(&self, size: &Parameter) -> (Vec<Argument>, u64) {
        let &Self { capacity, unit, amount, scale } = self;
        (vec![argument(size.name, capacity), argument("unit", unit), argument(AMOUNT.name, amount)], scale)
    }
}

impl Reading {
    fn fixed_window(&self) -> Result<Vec<Argument>, Refusal> {
        let window = self.window(LONGEST_WINDOW)?;
        Ok([self.limited(window), vec![self.word(&ALIGN), self.word(&COUNT_DENIED)]].concat())
    }

    fn sliding_window_log(&self) -> Result<Vec<Argument>, Refusal> {
        let window = self.window(LONGEST_WINDOW)?;
        Ok([self.limited(window), vec![self.word(&COUNT_DENIED)]].concat())
    }

    /// The rule multiplies a number of requests, up to the limit, by the window.
    fn sliding_window_counter(&self) -> Result<Vec<Argument>, Refusal> {
        let most = (1 << 53) / (self.number(&LIMIT) + 1);
        let window = self.window(LONGEST_WINDOW.min(most))?;
        let words = [&ALIGN, &ROUNDING, &COUNT_DENIED].map(|parameter| self.word(parameter));
        Ok([self.limited(window), words.to_vec()].concat())
    }

    fn limited(&self, window: u64) -> Vec<Argument> {
        vec![argument(LIMIT.name, self.number(&LIMIT)), argument(WINDOW.name, window)]
    }

    fn token_bucket(&self) -> Result<(Vec<Argument>, u64), Refusal> {
        let created_at = self.microseconds(&CREATED_AT, END_OF_TIME - 1)?;
        let is_at_intervals = self.word(&REFILL).value == Refill::Interval.word();
        let (parts, period) = if is_at_intervals { self.intervals()? } else { (self.bucket(&CAPACITY)?, 0) };
        let (mut arguments, scale) = parts.arguments(&CAPACITY);
        arguments.push(argument(INITIAL.name, self.number(&INITIAL)));
        arguments.extend([argument(CREATED_AT.name, created_at), argument(PERIOD.name, period)]);
        Ok((arguments, scale))
    }

    /// A bucket that counts whole tokens, and the period after which some come back.
    fn intervals(&self) -> Result<(Parts, u64), Refusal> {
        let [capacity, amount] = [&CAPACITY, &AMOUNT].map(|parameter| self.number(parameter));
        let most = capacity.checked_div(amount).map_or(END_OF_TIME, |periods| END_OF_TIME / (periods + 1));
        let period = self.microseconds(&PERIOD, most)?;
        Ok((Parts { capacity, unit: 1, amount, scale: 1 }, period))
    }

    /// A longest wait is a bound on the backlog ahead, in whole parts, because every backlog is whole.
    fn leaky_bucket_queue(&self) -> Result<(Vec<Argument>, u64), Refusal> {
        let parts = self.bucket(&CAPACITY)?;
        let undelayed = self.number(&UNDELAYED);
        let served_in = |wait: u64| u128::from(parts.amount) * u128::from(wait) / u128::from(MICROSECOND);
        let most = u128::from(parts.capacity * parts.unit);
        let longest = self
            .0
            .number(&MAX_WAIT)
            .map_or(most, |wait| (served_in(wait) + u128::from(undelayed * parts.unit)).min(most));
        let (mut arguments, scale) = parts.arguments(&CAPACITY);
        arguments.extend([argument(UNDELAYED.name, undelayed), argument("longest", longest)]);
        Ok((arguments, scale))
    }

    /// A rate in its lowest terms, for a clock of microseconds. Any period is possible, because only waits are
    /// rounded to a microsecond, and those upwards.
    fn bucket(&self, size: &Parameter) -> Result<Parts, Refusal> {
        let [capacity, amount, period] = [size, &AMOUNT, &PERIOD].map(|parameter| self.number(parameter));
        let in_microsecond = amount * MICROSECOND;
        let divisor = greatest_common_divisor(in_microsecond, period);
        let (unit, scale) = (period / divisor, divisor / greatest_common_divisor(amount, period));
        if capacity.checked_mul(unit).is_none_or(|parts| parts > END_OF_TIME) {
            let most = END_OF_TIME / unit;
            let allowed = if most > 0 {
                format!("at most {most} requests in Redis")
            } else {
                "combined with a shorter period in Redis".to_owned()
            };
            let reason = format!(
                "{allowed}: at this amount and period a request is {unit} parts, and a full bucket at most 2^52"
            );
            return Err(Refusal { field: size.name, given: capacity.to_string(), allowed: reason });
        }
        Ok(Parts { capacity, unit, amount: in_microsecond / divisor, scale })
    }

    fn window(&self, longest: u64) -> Result<u64, Refusal> {
        self.microseconds(&WINDOW, longest)
    }

    /// A duration that is a whole number of microseconds.
    fn microseconds(&self, parameter: &Parameter, most: u64) -> Result<u64, Refusal> {
        let (field, nanoseconds) = (parameter.name, self.number(parameter));
        let refuse = |allowed| Err(Refusal { field, given: format!("{nanoseconds} ns"), allowed });
        if !nanoseconds.is_multiple_of(MICROSECOND) {
            return refuse("a multiple of 1000 ns in Redis: its clock counts microseconds".to_owned());
        }
        if nanoseconds / MICROSECOND > most {
            let most = u128::from(most) * u128::from(MICROSECOND);
            return refuse(format!("at most {most} ns in Redis: its scripts count in integers below 2^53"));
        }
        Ok(nanoseconds / MICROSECOND)
    }

    /// A number that every policy of this kind has.
    fn number(&self, parameter: &Parameter) -> u64 {
        self.0.number(parameter).unwrap_or(0)
    }

    /// A word. Settings leave out flags that are off, which is the first word of a parameter.
    fn word(&self, Parameter { name, words, .. }: &Parameter) -> Argument {
        argument(name, self.0.get(name).map_or(words[0].to_owned(), Value::to_string))
    }
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
