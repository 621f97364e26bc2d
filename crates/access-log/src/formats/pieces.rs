//! The pieces of a pattern, and their compilation.

use super::literal::Literal;
use super::pattern::Pattern;
use super::roles::{Part, Role};
use super::step::Step;
use crate::Fault;

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Literal text.
    Literal(Vec<u8>),
    /// A value that differs from line to line.
    Variable(Variable),
}

/// A variable of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Of several variables of one role, the one with the lowest rank is used.
    pub(crate) rank: u8,
    pub(crate) width: Option<usize>,
}

/// The text from a byte on. Indexing a string would pull in the panic message for character boundaries, which a web
/// page would have to load.
pub(crate) fn from(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// Whether the next piece directly follows a request or a path.
pub(crate) fn follows_path(pieces: &[Piece]) -> bool {
    let last = pieces.iter().rev().find(|piece| !matches!(piece, Piece::Literal(text) if text.is_empty()));
    matches!(last, Some(Piece::Variable(last)) if last.role == Role::Request)
}

/// How values of a pattern are interpreted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Whether values are escaped.
    pub(crate) escaped: bool,
    /// Whether the time is that of the response.
    pub(crate) completion: bool,
}

/// Compiles pieces. `text` is the pattern as given, for error messages.
pub(crate) fn compile(text: &str, pieces: Vec<Piece>, manner: Manner) -> Result<Pattern, Fault> {
    let split = split(pieces).map_err(|why| Fault::pattern(text, why))?;
    let (before, mut steps, ranks) = steps(split, manner.escaped);
    choose(&mut steps, &ranks);
    if !has_time(&steps) {
        return Err(Fault::pattern(text, "a pattern with a whole time in it, such as $time_local or %t"));
    }
    Ok(Pattern::new(before, steps, manner.escaped, manner.completion))
}

/// The literal before the first variable; and each variable with the literal after it, and whether that is shared with
/// the next variable.
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

/// Ensures that a variable can be separated from the next.
fn divide((last, after, shared): &mut (Variable, Vec<u8>, bool), next: Role) -> Result<(), &'static str> {
    if !after.is_empty() || last.width.is_some() {
        return Ok(());
    }
    if last.role == Role::Host && next == Role::Request {
        // A URL: its path begins with a slash, which hosts do not contain.
        (*after, *shared) = (b"/".to_vec(), true);
        return Ok(());
    }
    Err("a pattern with text between any two variables, so that their values can be separated")
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

/// Of variables with equivalent roles, only the best keeps its role.
fn choose(steps: &mut [Step], ranks: &[u8]) {
    for one in 0..steps.len() {
        let better = |other: usize| (ranks[other], other) < (ranks[one], one);
        let beaten = (0..steps.len()).any(|other| steps[one].role.rivals(steps[other].role) && better(other));
        if beaten {
            steps[one].role = Role::Skip;
        }
    }
    // Parts of a time are used if there is no complete one; a fraction also next to one in whole seconds.
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
