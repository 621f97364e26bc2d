//! The measured scripts: ours, and the smallest that reads and writes a value.

use ratelab_limiter::{
    Align, AllOf, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Policy, PolicyError, SECOND,
    SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};
use ratelab_redis::{Plan, key::Names};
use redis::{Cmd, Connection, Value, cmd};

use crate::Outcome;

/// Windows and periods are this long, so that nothing comes back while it is measured.
pub(crate) const HOUR: u64 = 3_600 * SECOND;

/// Reads a state and writes one as long as ours.
const BARE: &str = "local old = redis.call('GET', KEYS[1]) redis.call('SET', KEYS[1], ARGV[1]) return old";

/// One of our limiters. Those of rivals begin their windows with the first request, so two of ours do so too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    FixedWindow,
    FixedWindowFromFirst,
    SlidingWindowLog,
    SlidingWindowCounter,
    SlidingWindowCounterFromFirst,
    TokenBucket,
    LeakyBucketMeter,
    LeakyBucketQueue,
    Gcra,
    AllOf,
}

impl Kind {
    pub(crate) const ALL: [Self; 10] = [
        Self::FixedWindow,
        Self::FixedWindowFromFirst,
        Self::SlidingWindowLog,
        Self::SlidingWindowCounter,
        Self::SlidingWindowCounterFromFirst,
        Self::TokenBucket,
        Self::LeakyBucketMeter,
        Self::LeakyBucketQueue,
        Self::Gcra,
        Self::AllOf,
    ];
    /// How many limiters an all-of joins here.
    pub(crate) const MEMBERS: usize = 2;

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::FixedWindow => "fixed_window",
            Self::FixedWindowFromFirst => "fixed_window_from_first",
            Self::SlidingWindowLog => "sliding_window_log",
            Self::SlidingWindowCounter => "sliding_window_counter",
            Self::SlidingWindowCounterFromFirst => "sliding_window_counter_from_first",
            Self::TokenBucket => "token_bucket",
            Self::LeakyBucketMeter => "leaky_bucket_meter",
            Self::LeakyBucketQueue => "leaky_bucket_queue",
            Self::Gcra => "gcra",
            Self::AllOf => "all_of",
        }
    }

    /// Requests per hour.
    pub(crate) fn policy(self, limit: u64) -> Result<Policy, PolicyError> {
        Ok(match self {
            Self::FixedWindow => FixedWindow::new(limit, HOUR)?.into(),
            Self::FixedWindowFromFirst => FixedWindow::new(limit, HOUR)?.align(Align::First).into(),
            Self::SlidingWindowLog => SlidingWindowLog::new(limit, HOUR)?.into(),
            Self::SlidingWindowCounter => SlidingWindowCounter::new(limit, HOUR)?.into(),
            Self::SlidingWindowCounterFromFirst => {
                SlidingWindowCounter::new(limit, HOUR)?.align(Align::First).into()
            }
            Self::TokenBucket => TokenBucket::new(limit, limit, HOUR)?.into(),
            Self::LeakyBucketMeter => LeakyBucketMeter::new(limit, limit, HOUR)?.into(),
            Self::LeakyBucketQueue => LeakyBucketQueue::new(limit, limit, HOUR)?.into(),
            Self::Gcra => Gcra::new(limit, limit, HOUR)?.into(),
            Self::AllOf => {
                AllOf::new(vec![Self::Gcra.policy(limit)?, Self::FixedWindow.policy(limit)?])?.into()
            }
        })
    }
}

/// The name of a client: sixteen letters.
pub(crate) fn client_name(client: u32) -> String {
    format!("client{client:010}")
}

/// Makes a script known to the server, and returns what it is called there.
fn load(connection: &mut Connection, source: &str) -> Outcome<String> {
    Ok(cmd("SCRIPT").arg("LOAD").arg(source).query(connection)?)
}

/// A script as a program without our store calls it.
#[derive(Clone)]
pub(crate) enum Call {
    Bare { digest: String },
    Ours { digest: String, names: Names, members: Option<usize>, arguments: Vec<String> },
}

impl Call {
    /// A script that does one GET and one SET.
    pub(crate) fn bare(connection: &mut Connection) -> Outcome<Self> {
        Ok(Self::Bare { digest: load(connection, BARE)? })
    }

    /// The script of a policy.
    pub(crate) fn ours(connection: &mut Connection, policy: &Policy) -> Outcome<Self> {
        let plan = Plan::new(policy)?;
        Ok(Self::Ours {
            digest: load(connection, plan.script().source())?,
            names: Names::new("rl", &plan),
            members: plan.is_joined().then(|| plan.members().len()),
            arguments: plan.arguments(),
        })
    }

    /// A request of one client; `now` in microseconds, or empty for the server's clock.
    pub(crate) fn command(&self, client: u32, now: &str) -> Cmd {
        let client = client_name(client);
        let mut command = cmd("EVALSHA");
        match self {
            Self::Bare { digest } => {
                command.arg(digest).arg(1).arg(format!("rl:bare:{{{client}}}")).arg("10000001792345678");
            }
            Self::Ours { digest, names, members, arguments } => {
                let keys = match members {
                    Some(count) => {
                        (0..*count).map(|place| names.member_key(client.as_bytes(), place, b"")).collect()
                    }
                    None => vec![names.client_key(client.as_bytes())],
                };
                command.arg(digest).arg(keys.len()).arg(keys).arg("check").arg(1).arg(now).arg(arguments);
            }
        }
        command
    }

    /// Whether an answer admits. A bare script admits everybody.
    pub(crate) fn admits(&self, answer: &Value) -> Outcome<bool> {
        match (self, answer) {
            (Self::Bare { .. }, Value::Nil | Value::BulkString(_)) => Ok(true),
            (Self::Ours { .. }, Value::Array(values)) => {
                Ok(!matches!(values.first(), Some(Value::BulkString(word)) if word == b"denied"))
            }
            (_, other) => Err(format!("The script answered {other:?}.").into()),
        }
    }
}
