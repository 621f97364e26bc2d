//! The command line.

use core::fmt;

use ratelab_limiter::{Algorithm, Policy, PolicyError, SECOND, Settings};

/// The text of `--help`.
pub const USAGE: &str = "\
usage: service [--listen ADDRESS] [--limit COUNT/TIME] [--limiter NAME] [--burst COUNT] [--redis URL]

  --listen   where to listen, 127.0.0.1:8090 unless given; port 0 takes a free one
  --limit    requests for each client in a time, 10/10s unless given; times are in ms, s, m, h or d
  --limiter  token_bucket unless given, or fixed_window, sliding_window_log, sliding_window_counter,
             leaky_bucket_meter, leaky_bucket_queue, gcra
  --burst    requests that a bucket, a queue or gcra takes at once, as many as the limit unless given
  --redis    keeps the limits in Redis, such as redis://127.0.0.1/, rather than in this process";

/// The options, each of which has a value.
const KNOWN: [&str; 5] = ["--listen", "--limit", "--limiter", "--burst", "--redis"];

/// Everything that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The address to listen on.
    pub listen: String,
    /// The address of Redis; the limits are in this process if there is none.
    pub redis: Option<String>,
    limiter: String,
    count: u32,
    /// The time in which that many are allowed, in nanoseconds.
    time: u64,
    burst: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8090".to_owned(),
            redis: None,
            limiter: Algorithm::TokenBucket.name().to_owned(),
            count: 10,
            time: 10 * SECOND,
            burst: None,
        }
    }
}

/// An error of the command line: the option, the given value, and the allowed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    option: String,
    given: String,
    allowed: String,
}

impl OptionError {
    fn new(option: &str, given: &str, allowed: impl Into<String>) -> Self {
        Self { option: option.to_owned(), given: given.to_owned(), allowed: allowed.into() }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {:?}, but must be {}", self.option, self.given, self.allowed)
    }
}

impl core::error::Error for OptionError {}

impl Options {
    /// Reads pairs of an option and its value.
    pub fn read(arguments: &[String]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for pair in arguments.chunks(2) {
            options.put(&pair[0], pair.get(1).map(String::as_str))?;
        }
        Ok(options)
    }

    fn put(&mut self, option: &str, value: Option<&str>) -> Result<(), OptionError> {
        if !KNOWN.contains(&option) {
            return Err(OptionError::new("an option", option, format!("one of {}", KNOWN.join(", "))));
        }
        let value = value.ok_or_else(|| OptionError::new(option, "", "followed by a value"))?;
        match option {
            "--listen" => self.listen = value.to_owned(),
            "--redis" => self.redis = Some(value.to_owned()),
            "--limiter" => self.limiter = value.to_owned(),
            "--burst" => self.burst = Some(whole(option, value)?),
            _ => {
                let shape = || OptionError::new(option, value, "a count and a time, such as 10/10s");
                let (count, time) = value.split_once('/').ok_or_else(shape)?;
                self.count = whole(option, count)?;
                self.time = nanoseconds(time).ok_or_else(shape)?;
            }
        }
        Ok(())
    }

    /// The policy: windows have a limit and a length, the others a size and a rate.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        let settings = Settings::new(&self.limiter)?;
        let burst = self.burst.unwrap_or(self.count);
        let settings = match settings.algorithm() {
            Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter => {
                let windowed = settings.set("limit", self.count)?.set("window", self.time)?;
                // A window has no burst: the error for one lists the settings of a window.
                return match self.burst {
                    Some(burst) => windowed.set("burst", burst)?.policy(),
                    None => windowed.policy(),
                };
            }
            Algorithm::Gcra => settings.set("burst", burst)?,
            _ => settings.set("capacity", burst)?,
        };
        settings.set("amount", self.count)?.set("period", self.time)?.policy()
    }
}

/// The number that an option is.
fn whole(option: &str, given: &str) -> Result<u32, OptionError> {
    let allowed = || format!("a whole number from 0 to {}", u32::MAX);
    given.parse().map_err(|_| OptionError::new(option, given, allowed()))
}

/// A time such as `10s`.
fn nanoseconds(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
    let unit = match unit {
        "ms" => SECOND / 1_000,
        "s" => SECOND,
        "m" => 60 * SECOND,
        "h" => 3_600 * SECOND,
        "d" => 86_400 * SECOND,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}
