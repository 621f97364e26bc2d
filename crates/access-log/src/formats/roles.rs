//! The roles of a pattern's variables, and the notations of their values.

use crate::Stamp;
use crate::time::{self, Unit};

/// The role of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Skip,
    /// A number that is not used, but distinguishes formats.
    Number,
    Client,
    /// A list of addresses from proxies, of which the first is the client's.
    Forwarded,
    User,
    Host,
    /// A request line or a path.
    Request,
    Status,
    /// A complete time.
    Whole(Form),
    /// A part of a time.
    Part(Part),
    /// The duration of the request, and how much longer it may have been.
    Duration {
        unit: Unit,
        slack: u32,
    },
}

/// The notation of a complete time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Common,
    Rfc3339,
    Epoch(Unit),
}

/// A part of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Year,
    ShortYear,
    Month,
    MonthName,
    Day,
    Hour,
    HalfHour,
    Afternoon,
    Minute,
    Second,
    Zone,
    Fraction,
}

impl Form {
    pub(crate) fn read(self, text: &[u8]) -> Option<Stamp> {
        match self {
            Self::Common => time::common(text),
            Self::Rfc3339 => time::rfc3339(text),
            Self::Epoch(unit) => time::epoch(text, Some(unit)),
        }
    }
}

impl Role {
    /// What to report as expected where this was not found.
    pub(crate) fn expected(self) -> &'static str {
        match self {
            Self::Skip => "a value and the text that follows it in the pattern",
            Self::Number => "a number",
            Self::Client | Self::Forwarded => {
                "the client's address and the text that follows it in the pattern"
            }
            Self::User => "the user and the text that follows it in the pattern",
            Self::Host => "the host and the text that follows it in the pattern",
            Self::Request => "the request and the text that follows it in the pattern",
            Self::Status => "a status of three digits",
            Self::Whole(Form::Common) => "a time such as 10/Oct/2000:13:55:36 -0700",
            Self::Whole(Form::Rfc3339) => "a time such as 2000-10-10T13:55:36-07:00",
            Self::Whole(Form::Epoch(_)) => "a time as a number since 1970",
            Self::Part(_) => "a part of a time",
            Self::Duration { .. } => "a duration",
        }
    }

    /// Whether two variables have equivalent roles, so that only one of them can be used.
    pub(super) fn rivals(self, other: Self) -> bool {
        let kind = |role| match role {
            Self::Client | Self::Forwarded => 1,
            Self::User => 2,
            Self::Host => 3,
            Self::Request => 4,
            Self::Status => 5,
            Self::Whole(_) => 6,
            Self::Duration { .. } => 7,
            Self::Skip | Self::Number | Self::Part(_) => 0,
        };
        kind(self) > 0 && kind(self) == kind(other)
    }
}

/// Parses a status of three digits; `-` and zeros mean none.
#[inline(always)]
pub(crate) fn status(text: &[u8]) -> Option<u16> {
    match *text {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] => {
            Some(u16::from(a - b'0') * 100 + u16::from(b - b'0') * 10 + u16::from(c - b'0'))
        }
        [b'-' | b'0'] => Some(0),
        _ => None,
    }
}
