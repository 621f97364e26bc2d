//! Apache `LogFormat` directives, and the formats derived from them.
//!
//! `%t` and `%{begin:...}t` are the arrival; `%{end:...}t` is the time of the response, from which `%D` or `%T` is
//! subtracted if the pattern has it.
//!
//! The `combined` of nginx looks like Apache's, but its time is that of the response, and lines cannot show which it
//! is. So `common`, `combined` and `vhost_combined` are read as Apache's; users can choose `nginx`.
//!
//! Lines of these three may have more fields at the end, and a host or a list of addresses in front of the client; see
//! `lead.rs`.
//!
//! <https://httpd.apache.org/docs/2.4/mod/mod_log_config.html>

use super::no_pattern;
use super::pieces::{Manner, Piece, Variable, compile, follows_path, from};
use super::roles::{Form, Part, Role};
use super::strftime;
use crate::time::Unit;
use crate::{Fault, Format};

const COMMON: &str = "%h %l %u %t \"%r\" %>s %b";
const COMBINED: &str = "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\"";
const VHOST_COMBINED: &str = "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"";
const ALLOWED: &str = "an Apache LogFormat, with variables such as %h and %t";

/// Compiles a `LogFormat` or `CustomLog` directive, or its format string. Empty text is `combined`.
pub(crate) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    let text = text_of(pattern.trim());
    if !text.contains('%') || text.contains('$') {
        return Err(Fault::pattern(pattern, ALLOWED));
    }
    let (pieces, completion) = pieces(&text).ok_or_else(|| Fault::pattern(pattern, ALLOWED))?;
    Ok(Box::new(compile(pattern.trim(), pieces, Manner { escaped: true, completion })?))
}

/// The format `common`, and any extension of it.
pub(crate) fn common(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    open(COMMON, pattern)
}

/// The format `combined`, and any extension of it.
pub(crate) fn combined(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    open(COMBINED, pattern)
}

/// The format `vhost_combined`, and any extension of it.
pub(crate) fn vhost_combined(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    open(VHOST_COMBINED, pattern)
}

/// Users append fields to these formats, so lines may have more.
fn open(text: &str, pattern: &str) -> Result<Box<dyn Format>, Fault> {
    no_pattern(pattern)?;
    let (pieces, completion) = pieces(text).ok_or_else(|| Fault::pattern(text, ALLOWED))?;
    let mut compiled = compile(text, pieces, Manner { escaped: true, completion })?;
    compiled.open = true;
    Ok(Box::new(compiled))
}

/// The format string of a directive.
fn text_of(given: &str) -> String {
    let directive = given.split_whitespace().next().unwrap_or_default();
    let known = ["LogFormat", "CustomLog", "GlobalLog", "TransferLog"];
    if !known.iter().any(|known| known.eq_ignore_ascii_case(directive)) {
        return named(&given.strip_prefix('"').map_or_else(|| bare(given), |after| unquote(given, after)));
    }
    let arguments = from(given, directive.len());
    // The first quoted argument with a variable; otherwise the last argument is the name of a format.
    let mut rest = arguments;
    while let Some((_, after)) = rest.split_once('"') {
        let (inner, behind) = quoted(after);
        if inner.contains('%') {
            return bare(inner);
        }
        rest = behind;
    }
    let word = arguments.split_whitespace().find(|word| word.contains('%'));
    word.map_or_else(|| named(arguments.split_whitespace().last().unwrap_or_default()), bare)
}

/// The format string of a name in Apache's default configuration.
fn named(text: &str) -> String {
    match text {
        "" | "combined" => COMBINED,
        "common" => COMMON,
        "vhost_combined" => VHOST_COMBINED,
        _ => text,
    }
    .to_owned()
}

/// Splits the text after an opening quote at the closing quote.
fn quoted(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !escaped => return (text.get(..at).unwrap_or_default(), from(text, at + 1)),
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    (text, "")
}

/// Removes the quotes around a text, which a format name may follow. If more follows, the quotes belong to the text.
fn unquote(text: &str, after: &str) -> String {
    let (inner, behind) = quoted(after);
    let name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'=');
    bare(if behind.trim().bytes().all(name) { inner } else { text })
}

/// Decodes the backslashes of a configuration file: quotes, line breaks and continued lines.
fn bare(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().filter(|_| letter == '\\');
        match next {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('"' | '\\') => plain.extend(next),
            Some('\r' | '\n') => {}
            _ => {
                plain.push(letter);
                continue;
            }
        }
        letters.next();
    }
    plain
}

/// The literals and variables of a format string, and whether its time is that of the response.
fn pieces(text: &str) -> Option<(Vec<Piece>, bool)> {
    let (mut pieces, mut ended) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        pieces.push(Piece::Literal(before.into()));
        let directive = Directive::parse(after)?;
        rest = from(after, directive.length);
        directive.push(&mut pieces)?;
        ended.resize(pieces.len(), directive.is_end_time());
    }
    pieces.push(Piece::Literal(rest.into()));
    let completion = !pieces.iter().zip(&ended).any(|(piece, &ended)| !ended && is_time(piece));
    // Of two times, the start is used and the other only skipped.
    for (piece, _) in pieces.iter_mut().zip(ended).filter(|(_, ended)| *ended && !completion) {
        if let Piece::Variable(variable) = piece {
            variable.role = Role::Skip;
        }
    }
    Some((pieces, completion))
}

fn is_time(piece: &Piece) -> bool {
    matches!(piece, Piece::Variable(Variable { role: Role::Whole(_) | Role::Part(_), .. }))
}

/// A variable in its syntax: `%>s`, `%{Referer}i`, `%!200,304{User-agent}i`, `%^FB`.
struct Directive<'text> {
    argument: &'text str,
    letter: &'text str,
    length: usize,
    /// Whether it refers to the last of several internal requests: `>`.
    last: bool,
}

impl<'text> Directive<'text> {
    fn parse(text: &'text str) -> Option<Self> {
        let (mut argument, mut last) = ("", false);
        let mut at = 0;
        loop {
            let rest = from(text, at);
            match rest.bytes().next()? {
                b'{' => {
                    (argument, _) = from(rest, 1).split_once('}')?;
                    at += argument.len() + 2;
                    continue;
                }
                b'>' => last = true,
                b'<' | b'!' | b',' | b'0'..=b'9' => {}
                b'^' => return Some(Self { argument, letter: rest.get(..3)?, length: at + 3, last }),
                b'%' | b'a'..=b'z' | b'A'..=b'Z' => {
                    return Some(Self { argument, letter: rest.get(..1)?, length: at + 1, last });
                }
                _ => return None,
            }
            at += 1;
        }
    }

    /// Whether it is the time of the response.
    fn is_end_time(&self) -> bool {
        self.letter == "t" && self.argument.starts_with("end:")
    }

    fn push(&self, pieces: &mut Vec<Piece>) -> Option<()> {
        match self.letter {
            "%" => pieces.push(Piece::Literal(b"%".to_vec())),
            "t" => {
                let form = self.argument;
                let form = form.strip_prefix("begin:").or(form.strip_prefix("end:")).unwrap_or(form);
                pieces.extend(time_pieces(form)?);
            }
            // A query directly after a path is read as part of it, and removed where the path is needed.
            "q" if follows_path(pieces) => {}
            _ => pieces.push(Piece::Variable(self.variable())),
        }
        Some(())
    }

    fn variable(&self) -> Variable {
        let header = |name: &str| self.letter == "i" && self.argument.eq_ignore_ascii_case(name);
        let (role, rank) = match self.letter {
            "a" if self.argument.is_empty() => (Role::Client, 0),
            "h" => (Role::Client, 1),
            "a" => (Role::Client, 2),
            "i" if header("X-Real-IP") => (Role::Client, 3),
            "i" if header("X-Forwarded-For") => (Role::Forwarded, 4),
            "u" => (Role::User, 0),
            "i" if header("Host") => (Role::Host, 0),
            "V" => (Role::Host, 1),
            "v" => (Role::Host, 2),
            "r" => (Role::Request, 0),
            "U" => (Role::Request, 1),
            "s" => (Role::Status, u8::from(!self.last)),
            "D" | "T" => self.duration(),
            "p" | "P" => (Role::Number, 0),
            _ => (Role::Skip, 0),
        };
        let name = if self.argument.is_empty() { self.letter } else { self.argument };
        Variable { name: name.to_owned(), role, rank, width: None }
    }

    fn duration(&self) -> (Role, u8) {
        match (self.letter, self.argument) {
            ("D", _) | (_, "us") => (Role::Duration { unit: Unit::Micros, slack: 0 }, 0),
            (_, "ms") => (Role::Duration { unit: Unit::Millis, slack: 999 }, 1),
            _ => (Role::Duration { unit: Unit::Seconds, slack: 999_999 }, 2),
        }
    }
}

/// The pieces of a time: Apache's own format, a number, a fraction, or `strftime`.
fn time_pieces(form: &str) -> Option<Vec<Piece>> {
    let whole = |form, rank| (Role::Whole(form), rank, None);
    let (role, rank, width) = match form {
        "" => {
            let time = Variable { name: "t".into(), role: Role::Whole(Form::Common), rank: 1, width: None };
            return Some(vec![
                Piece::Literal(b"[".into()),
                Piece::Variable(time),
                Piece::Literal(b"]".into()),
            ]);
        }
        "sec" => whole(Form::Epoch(Unit::Seconds), 1),
        "msec" => whole(Form::Epoch(Unit::Millis), 0),
        "usec" => whole(Form::Epoch(Unit::Micros), 0),
        "msec_frac" => (Role::Part(Part::Fraction), 0, Some(3)),
        "usec_frac" => (Role::Part(Part::Fraction), 0, Some(6)),
        _ => return strftime::pieces(form),
    };
    Some(vec![Piece::Variable(Variable { name: form.to_owned(), role, rank, width })])
}
