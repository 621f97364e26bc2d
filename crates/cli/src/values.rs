//! Parsers of option values. An error states what is expected; clap adds the option and the value given.

use std::{fmt, ops::RangeInclusive};

use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, counted};
use ratelab_scenario::{
    language::amend,
    scenario::{Rate, Scenario},
};

/// Parses a limit as in the scenario language: `60/m`, `100/10s`, `5 per second`.
pub(crate) fn rate(text: &str) -> Result<Rate, String> {
    if text.trim().is_empty() {
        return Err("expected a limit, as in \"60/m\"".to_owned());
    }
    amend(&Scenario::default(), "limit", text).map(|scenario| scenario.limit).map_err(|error| {
        let found = match error.found.as_str() {
            "" => "unexpected end".to_owned(),
            found => format!("found \"{found}\""),
        };
        format!("{found}, expected {}, as in \"60/m\", \"100/10s\", \"5/s\"", error.expected)
    })
}

/// Parses a duration to nanoseconds: `1m`, `10s`.
pub(crate) fn period(text: &str) -> Result<u64, String> {
    let rate = rate(&format!("1/{text}"));
    rate.map(|rate| rate.period)
        .map_err(|_| "expected a duration with a unit, as in \"10s\", \"1m\" or \"h\"".to_owned())
}

/// Parses the name of a limiter.
pub(crate) fn limiter(text: &str) -> Result<Algorithm, String> {
    let names = Algorithm::ALL.map(Algorithm::name).join(", ");
    Algorithm::from_name(text).map_err(|_| format!("expected one of: {names}"))
}

/// Returns a parser of integers in a range.
pub(crate) fn whole<Number: TryFrom<u64> + 'static>(
    allowed: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<Number, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        let refused = || format!("expected a whole number from {} to {}", allowed.start(), allowed.end());
        number.and_then(|number| Number::try_from(number).ok()).ok_or_else(refused)
    }
}

/// A share, in parts per million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub u32);

/// A percent, in parts per million.
pub(crate) const PERCENT: u32 = 10_000;

impl Share {
    /// Whether part of a total is more than this share.
    pub(crate) fn is_exceeded_by(self, part: u64, whole: u64) -> bool {
        u128::from(part) * u128::from(100 * PERCENT) > u128::from(self.0) * u128::from(whole)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / PERCENT, self.0 % PERCENT);
        let decimals = format!(".{rest:04}");
        write!(f, "{whole}{} %", decimals.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Parses a percentage: `0.1%`.
pub(crate) fn share(text: &str) -> Result<Share, String> {
    let share = text.strip_suffix('%').and_then(|number| millionths(number.trim_end()));
    let refused =
        || "expected a percentage from 0% to 100% with at most 4 decimals, as in \"0.1%\"".to_owned();
    share.filter(|share| share.0 <= 100 * PERCENT).ok_or_else(refused)
}

/// Parses a margin in whole percent, which may be more than 100: `20%`.
pub(crate) fn margin(text: &str) -> Result<u32, String> {
    const MOST: u32 = 1_000;
    let percent = text.strip_suffix('%').and_then(|number| number.trim_end().parse().ok());
    let refused = || format!("expected a whole percentage from 0% to {MOST}%, as in \"20%\"");
    percent.filter(|percent| *percent <= MOST).ok_or_else(refused)
}

/// Parses a number with at most four decimals.
fn millionths(text: &str) -> Option<Share> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 4 {
        return None;
    }
    let whole = whole.parse::<u32>().ok()?.checked_mul(PERCENT)?;
    whole.checked_add(format!("{decimals:0<4}").parse().ok()?).map(Share)
}

/// An upper bound: a number, or a share of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Most {
    Number(u64),
    Share(Share),
}

impl Most {
    /// Describes the bound: `0.1 % of requests`, `12 requests`, `1 request`.
    pub(crate) fn counted(self, thing: &str) -> String {
        match self {
            Self::Number(most) => counted(most, thing),
            Self::Share(most) => format!("{most} of {thing}s"),
        }
    }

    /// The share, if the bound is one.
    pub(crate) fn share(self) -> Option<Share> {
        match self {
            Self::Number(_) => None,
            Self::Share(most) => Some(most),
        }
    }

    /// Whether part of a total exceeds the bound.
    pub(crate) fn is_exceeded_by(self, part: u64, whole: u64) -> bool {
        match self {
            Self::Number(most) => part > most,
            Self::Share(most) => most.is_exceeded_by(part, whole),
        }
    }
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(most) => f.write_str(&count(*most)),
            Self::Share(most) => most.fmt(f),
        }
    }
}

/// Parses a number, or a percentage.
pub(crate) fn most(text: &str) -> Result<Most, String> {
    if text.ends_with('%') {
        return share(text).map(Most::Share);
    }
    let number = text.parse().map(Most::Number);
    number.map_err(|_| "expected a whole number, or a percentage as in \"0.1%\"".to_owned())
}
