//! What a pattern is made of before it is compiled, and how it is.

use super::literal::Literal;
use super::pattern::{Pattern, Step};
use crate::time::{self, Unit};
use crate::{Fault, Stamp};

/// A piece of a pattern.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// A text that stands in the line as it is.
    Literal(Vec<u8>),
    /// Something that differs from line to line.
    Variable(Variable),
}

/// A variable of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Of several variables of one role the least is taken.
    pub(crate) rank: u8,
    pub(crate) width: Option<usize>,
}

/// What a variable is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Skip,
    /// A number that we have no use for, but that tells one format from another.
    Number,
    Client,
    /// Addresses as proxies hand them on; the first is the client's.
    Forwarded,
    User,
    Host,
    /// A request line or a path.
    Request,
    Status,
    /// A whole time.
    Whole(Form),
    /// A part of a time.
    Part(Part),
    /// How long the answer took, and how much longer it may have been.
    Duration {
        unit: Unit,
        slack: u32,
    },
}

/// How a whole time is written.
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
    /// What a line should have had where this was not found.
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

    /// Whether two variables are of one kind, so that only one of them can be taken.
    fn rivals(self, other: Self) -> bool {
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

/// A text from a byte on. An index would do, but for what the standard library says of one that is within a letter: a
/// page has to load that.
pub(crate) fn from(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// Whether what comes next follows a request or path with nothing between.
pub(crate) fn follows_path(pieces: &[Piece]) -> bool {
    let last = pieces.iter().rev().find(|piece| !matches!(piece, Piece::Literal(text) if text.is_empty()));
    matches!(last, Some(Piece::Variable(last)) if last.role == Role::Request)
}

/// How values of a pattern are to be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Whether values are escaped.
    pub(crate) escaped: bool,
    /// Whether the time is that of the answer.
    pub(crate) completion: bool,
}

/// Compiles pieces. The text is the user's, for what is wrong with it.
pub(crate) fn compile(text: &str, pieces: Vec<Piece>, manner: Manner) -> Result<Pattern, Fault> {
    let split = split(pieces).map_err(|why| Fault::pattern(text, why))?;
    let (before, mut steps, ranks) = steps(split, manner.escaped);
    choose(&mut steps, &ranks);
    if !has_time(&steps) {
        return Err(Fault::pattern(text, "a pattern with a whole time in it, such as $time_local or %t"));
    }
    Ok(Pattern::new(before, steps, manner.escaped, manner.completion))
}

/// The text before the first variable; and each variable, the text behind it, and whether that is shared with
/// the next.
type Split = (Vec<u8>, Vec<(Variable, Vec<u8>, bool)>);

fn split(pieces: Vec<Piece>) -> Result<Split, &'static str> {
    let (mut before, mut rest) = (Vec::new(), Vec::<(Variable, Vec<u8>, bool)>::new());
    for piece in pieces {
        match piece {
            Piece::Literal(text) => rest.last_mut().map_or(&mut before, |(_, after, _)| after).extend(text),
            Piece::Variable(next) => {
                if let Some(last) = rest.last_mut() {
                    divide(last, next.role)?;
                }
                rest.push((next, Vec::new(), false));
            }
        }
    }
    Ok((before, rest))
}

/// Sees to it that a variable can be told from the next.
fn divide((last, after, shared): &mut (Variable, Vec<u8>, bool), next: Role) -> Result<(), &'static str> {
    if !after.is_empty() || last.width.is_some() {
        return Ok(());
    }
    if last.role == Role::Host && next == Role::Request {
        // An address of a page: its path begins with a slash, which no host has.
        (*after, *shared) = (b"/".to_vec(), true);
        return Ok(());
    }
    Err("a pattern with some text between any two variables, as they could not be told apart otherwise")
}

fn steps(split: Split, escaped: bool) -> (Vec<u8>, Vec<Step>, Vec<u8>) {
    let (before, rest) = split;
    let (mut steps, mut ranks) = (Vec::new(), Vec::new());
    let mut quote = before.ends_with(b"\"");
    for (Variable { name, role, rank, width }, after, shared) in rest {
        let quoted = escaped && quote && after.starts_with(b"\"");
        quote = after.ends_with(b"\"");
        steps.push(Step { name, role, width, after: Literal::new(after), shared, quoted });
        ranks.push(rank);
    }
    (before, steps, ranks)
}

/// Of variables of one kind, leaves the best its role.
fn choose(steps: &mut [Step], ranks: &[u8]) {
    for one in 0..steps.len() {
        let better = |other: usize| (ranks[other], other) < (ranks[one], one);
        let beaten = (0..steps.len()).any(|other| steps[one].role.rivals(steps[other].role) && better(other));
        if beaten {
            steps[one].role = Role::Skip;
        }
    }
    // Parts of a time are of use where there is no whole one; a fraction also beside one in whole seconds.
    let whole = steps.iter().position(|step| matches!(step.role, Role::Whole(_)));
    let fine = whole.is_some_and(|whole| ranks[whole] == 0);
    for step in steps.iter_mut().filter(|_| whole.is_some()) {
        if matches!(step.role, Role::Part(part) if fine || part != Part::Fraction) {
            step.role = Role::Skip;
        }
    }
}

fn has_time(steps: &[Step]) -> bool {
    let has =
        |parts: &[Part]| steps.iter().any(|step| parts.iter().any(|&part| step.role == Role::Part(part)));
    let whole = steps.iter().any(|step| matches!(step.role, Role::Whole(_)));
    let date =
        has(&[Part::Year, Part::ShortYear]) && has(&[Part::Month, Part::MonthName]) && has(&[Part::Day]);
    whole || date && has(&[Part::Hour, Part::HalfHour]) && has(&[Part::Minute]) && has(&[Part::Second])
}
