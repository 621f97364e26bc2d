//! Reads vectors, and runs them through the core. `tests/vectors/README.md` documents the format.

use std::{fs, path::Path};

use ratelab_limiter::{AllOf, Decision, Keyed, Limiter, Policy, PolicyError, PolicyState, Settings};
use serde_json::{Map, Value};

/// A timeline with expected results.
#[derive(Debug)]
pub struct Vector {
    /// Its unique name.
    pub id: String,
    value: Value,
}

/// The result of a vector.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// Something differed.
    Failed(String),
    /// Its configuration is not a valid policy.
    Refused(String),
}

/// Reads the vectors of a file.
pub fn read(file: &Path) -> Result<Vec<Vector>, String> {
    parse(&fs::read_to_string(file).map_err(|error| error.to_string())?)
}

/// Reads the vectors of a text.
pub fn parse(text: &str) -> Result<Vec<Vector>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Value::Array(vectors) = value else { return Err("a vector file is an array".into()) };
    vectors.into_iter().map(Vector::new).collect()
}

impl Vector {
    fn new(value: Value) -> Result<Self, String> {
        let id = value["id"].as_str().ok_or("a vector has an id")?.to_owned();
        Ok(Self { id, value })
    }

    /// Runs it on a single state, and through a keyed store.
    pub fn run(&self) -> Verdict {
        let policy = match policy(&self.value["algorithm"], &self.value["config"]) {
            Ok(policy) => policy,
            Err(ConfigError::Refused(reason)) => return Verdict::Refused(reason),
            Err(ConfigError::Malformed(reason)) => return Verdict::Failed(reason),
        };
        let outcome = match self.value["ours"].as_str() {
            Some("match") => self.steps("steps", policy),
            Some("differs") => self.steps("expect_ours", policy),
            Some("aggregate") => self.aggregate(&policy),
            other => Err(format!("`ours` is {other:?}, not match, differs or aggregate")),
        };
        outcome.err().map_or(Verdict::Passed, Verdict::Failed)
    }

    fn steps(&self, field: &str, policy: Policy) -> Result<(), String> {
        let steps = self.value[field].as_array().ok_or_else(|| format!("`{field}` is not an array"))?;
        let tolerance = integer(&self.value, "tol_ns")?.unwrap_or(0);
        let mut single = Single { state: policy.fresh(), policy: policy.clone() };
        let mut keyed = Keyed::<_, String>::new(policy);
        // A store has no call with a caller's own maximum wait.
        let stored = steps.iter().all(|step| step["op"] != "try_within");
        for (number, step) in steps.iter().enumerate() {
            let at = |reason: String| format!("step {number}: {reason}");
            check(&single.step(step).map_err(at)?, &step["expect"], tolerance).map_err(at)?;
            if stored {
                let at = |reason: String| format!("step {number}, in a keyed store: {reason}");
                check(&keyed_step(&mut keyed, step).map_err(at)?, &step["expect"], tolerance).map_err(at)?;
            }
        }
        Ok(())
    }

    /// Sends many requests at equal distances, of which a certain number must pass.
    fn aggregate(&self, policy: &Policy) -> Result<(), String> {
        let expected = &self.value["aggregate"];
        let number = |name| required(expected, name);
        let (every, cost) = (number("every_ns")? as u64, number("cost")? as u32);
        let mut state = policy.fresh();
        let requests = 0..number("count")? as u64;
        let admitted = requests.filter(|n| policy.take(&mut state, n * every, cost).admits()).count() as i128;
        let exact = number("exact_ours")?;
        if admitted != exact || !(number("min")?..=number("max")?).contains(&admitted) {
            return Err(format!("{admitted} admitted, not {exact}"));
        }
        Ok(())
    }
}

struct Single {
    policy: Policy,
    state: PolicyState,
}

impl Single {
    /// Performs a step on a state, and returns what can be compared.
    fn step(&mut self, step: &Value) -> Result<Decision, String> {
        let Step { now, cost, wait } = Step::new(step)?;
        let Self { policy, state } = self;
        let small = || policy_cost(policy, cost);
        Ok(match (step["op"].as_str().unwrap_or("check"), &*policy) {
            ("check", _) => policy.check(state, now, small()?),
            ("peek", _) => policy.peek(state, now, small()?),
            ("refund", _) => {
                policy.refund(state, now, cost);
                policy.peek(state, now, 0)
            }
            ("try_within", Policy::LeakyBucketQueue(queue)) => {
                Policy::from(queue.within(wait)).check(state, now, small()?)
            }
            ("clear", _) => {
                *state = policy.fresh();
                policy.peek(state, now, 0)
            }
            (other, _) => return Err(format!("{} does not support `{other}`", policy.algorithm())),
        })
    }
}

/// Performs a step on the single key of a store.
fn keyed_step(keyed: &mut Keyed<Policy, String>, step: &Value) -> Result<Decision, String> {
    let Step { now, cost, .. } = Step::new(step)?;
    let small = policy_cost(keyed.limiter(), cost);
    match step["op"].as_str() {
        Some("peek") => return Ok(keyed.peek("key", now, small?)),
        Some("refund") => keyed.refund("key", now, cost),
        Some("clear") => drop(keyed.reset("key")),
        _ => return Ok(keyed.check_cost("key", now, small?)),
    }
    Ok(keyed.peek("key", now, 0))
}

/// Converts a cost to the core's type. A larger one is replaced by the maximum, because neither can ever pass,
/// unless the policy's capacity is the maximum.
fn policy_cost(policy: &Policy, cost: u64) -> Result<u32, String> {
    match u32::try_from(cost) {
        Ok(cost) => Ok(cost),
        Err(_) if policy.limit() < u32::MAX => Ok(u32::MAX),
        Err(_) => Err(format!("a cost of {cost} is above 4294967295")),
    }
}

struct Step {
    now: u64,
    cost: u64,
    wait: u64,
}

impl Step {
    fn new(step: &Value) -> Result<Self, String> {
        let number = |name, value: i128| {
            u64::try_from(value).map_err(|_| format!("{name} is {value}, which is not a u64"))
        };
        let now = number("t_ns", required(step, "t_ns")?)?;
        let cost = number("cost", integer(step, "cost")?.unwrap_or(1))?;
        let wait = number("max_wait_ns", integer(step, "max_wait_ns")?.unwrap_or(0))?;
        Ok(Self { now, cost, wait })
    }
}

/// Compares a decision with the expected one.
fn check(decision: &Decision, expect: &Value, tolerance: i128) -> Result<(), String> {
    let no_fields = Map::new();
    for (field, expected) in expect.as_object().unwrap_or(&no_fields) {
        let (actual, expected, tolerance) = match field.as_str() {
            "allowed" => (Some(decision.outcome.admits().into()), expected.as_bool().map(i128::from), 0),
            "remaining" => (Some(decision.remaining.into()), number(expected)?, 0),
            "retry_after_ns" => (decision.retry_after.map(i128::from), number(expected)?, tolerance),
            "reset_after_ns" => (decision.reset_after.map(i128::from), number(expected)?, tolerance),
            "delay_ns" => (Some(decision.outcome.delay().into()), number(expected)?, tolerance),
            _ => return Err(format!("unknown expectation `{field}`")),
        };
        let near =
            actual.zip(expected).is_some_and(|(actual, expected)| (actual - expected).abs() <= tolerance);
        if !(near || actual == expected) {
            return Err(format!("{field} is {}, not {}", shown(actual), shown(expected)));
        }
    }
    Ok(())
}

fn shown(value: Option<i128>) -> String {
    value.map_or("never".into(), |value| value.to_string())
}

enum ConfigError {
    Refused(String),
    Malformed(String),
}

impl From<PolicyError> for ConfigError {
    fn from(error: PolicyError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<String> for ConfigError {
    fn from(reason: String) -> Self {
        Self::Malformed(reason)
    }
}

/// Returns the policy that a configuration describes.
fn policy(algorithm: &Value, config: &Value) -> Result<Policy, ConfigError> {
    let algorithm = algorithm.as_str().ok_or("`algorithm` is not a word".to_owned())?;
    let config = config.as_object().ok_or("`config` is not an object".to_owned())?;
    if algorithm == "composite" {
        let members =
            config.get("all_of").and_then(Value::as_array).ok_or("`all_of` is missing".to_owned())?;
        let members = members.iter().map(|member| policy(&member["algorithm"], &member["config"]));
        return Ok(AllOf::new(members.collect::<Result<_, _>>()?)?.into());
    }
    let mut settings = Settings::new(algorithm)?;
    for (field, value) in config {
        settings = set(settings, field, value)?;
    }
    if config.get("capacity").is_some_and(Value::is_null) {
        return Ok(largest(settings)?);
    }
    Ok(settings.policy()?)
}

/// Sets a field of a configuration under its name in the bounds table.
fn set(settings: Settings, field: &str, value: &Value) -> Result<Settings, ConfigError> {
    let name = match field {
        // This describes how the other project treats an entry exactly one window old.
        "edge" => return Ok(settings),
        "window_ns" => "window",
        "created_at_ns" => "created_at",
        "max_wait_ns" => "max_wait",
        "count" | "refill_amount" | "leak_amount" | "rate_amount" => "amount",
        "period_ns" | "refill_period_ns" | "leak_period_ns" | "rate_period_ns" => "period",
        other => other,
    };
    Ok(match value {
        Value::Null => settings,
        Value::Bool(flag) => settings.set(name, *flag)?,
        Value::String(word) => settings.set(name, word.as_str())?,
        _ => settings.set(name, number(value)?.unwrap_or(0))?,
    })
}

/// Returns a queue with the largest capacity for its rate, if none was given.
fn largest(settings: Settings) -> Result<Policy, PolicyError> {
    let unbounded = settings.clone().set("capacity", u32::MAX)?;
    match unbounded.policy() {
        Err(PolicyError::OutOfRange { field: "capacity", maximum, .. }) => {
            settings.set("capacity", maximum)?.policy()
        }
        other => other,
    }
}

/// Reads a whole number of any size, `None` for null.
fn number(value: &Value) -> Result<Option<i128>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Number(number) => {
            number.to_string().parse().map(Some).map_err(|_| format!("{number} is not whole"))
        }
        other => Err(format!("{other} is not a number")),
    }
}

fn integer(object: &Value, field: &str) -> Result<Option<i128>, String> {
    number(&object[field])
}

fn required(object: &Value, field: &str) -> Result<i128, String> {
    integer(object, field)?.ok_or_else(|| format!("`{field}` is missing"))
}
