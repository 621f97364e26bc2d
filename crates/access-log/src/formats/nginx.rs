//! nginx `log_format` directives.
//!
//! All times of nginx are those of the end of the response: `$time_local`, `$time_iso8601` and `$msec` are taken when
//! the line is written. With `$request_time` in the pattern, the arrival is known. nginx takes both from one clock in
//! milliseconds, so the difference is exact to the millisecond.
//!
//! <https://nginx.org/en/docs/http/ngx_http_log_module.html>

use super::pieces::{Manner, Piece, Variable, compile, follows_path, from};
use super::roles::{Form, Role};
use crate::time::Unit;
use crate::{Fault, Format};

/// The default format of nginx.
const COMBINED: &str = "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent \
    \"$http_referer\" \"$http_user_agent\"";

/// The variables that are used, with a rank among those of one role.
const ROLES: &[(&str, Role, u8)] = &[
    ("remote_addr", Role::Client, 0),
    ("http_x_real_ip", Role::Client, 1),
    ("proxy_protocol_addr", Role::Client, 2),
    ("http_x_forwarded_for", Role::Forwarded, 3),
    ("proxy_add_x_forwarded_for", Role::Forwarded, 4),
    ("remote_user", Role::User, 0),
    ("host", Role::Host, 0),
    ("http_host", Role::Host, 1),
    ("server_name", Role::Host, 2),
    ("request", Role::Request, 0),
    ("request_uri", Role::Request, 1),
    ("uri", Role::Request, 2),
    ("document_uri", Role::Request, 3),
    ("status", Role::Status, 0),
    ("msec", Role::Whole(Form::Epoch(Unit::Seconds)), 0),
    ("time_iso8601", Role::Whole(Form::Rfc3339), 1),
    ("time_local", Role::Whole(Form::Common), 1),
    ("request_time", Role::Duration { unit: Unit::Seconds, slack: 0 }, 0),
];

/// Compiles a `log_format` directive, or its format string. Empty text is the `combined` of nginx.
pub(crate) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    let given = pattern.trim();
    let (text, escaped) = text_of(if given.is_empty() { COMBINED } else { given });
    if !text.contains('$') {
        return Err(Fault::pattern(pattern, "an nginx log_format, with variables such as $remote_addr"));
    }
    Ok(Box::new(compile(given, pieces(&text), Manner { escaped, completion: true })?))
}

/// The format string of a directive, and whether its values are escaped.
fn text_of(given: &str) -> (String, bool) {
    let Some(arguments) =
        given.strip_prefix("log_format").filter(|rest| rest.starts_with(char::is_whitespace))
    else {
        return (bare(given), true);
    };
    let mut words = words(arguments);
    words.next(); // The format's name.
    let (mut text, mut escaped) = (String::new(), true);
    for word in words {
        match word.strip_prefix("escape=") {
            Some(kind) if text.is_empty() => escaped = kind != "none",
            _ => text.push_str(&word),
        }
    }
    (text, escaped)
}

/// The format string without its directive: verbatim, or quoted as in a configuration file.
fn bare(given: &str) -> String {
    let given = given.strip_suffix(';').unwrap_or(given);
    let double = given.strip_prefix('"').map(|inner| word(inner, Some('"')));
    match double {
        // Otherwise the quotes belong to the pattern.
        Some((text, length)) if length + 1 == given.len() => text,
        _ if given.starts_with('\'') => words(given).collect(),
        _ => given.replace(['\r', '\n'], ""),
    }
}

/// The words of a configuration up to the semicolon, without their quotes.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next().filter(|&first| first != ';')?;
        let quote = Some(first).filter(|first| matches!(first, '\'' | '"'));
        let opening = usize::from(quote.is_some());
        let (word, length) = word(from(rest, opening), quote);
        rest = from(rest, opening + length);
        Some(word)
    })
}

/// The first word of a text, and its length including the closing quote.
fn word(text: &str, quote: Option<char>) -> (String, usize) {
    let mut word = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (letter, quote) {
            (_, Some(quote)) if letter == quote => return (word, at + 1),
            (';', None) => return (word, at),
            (_, None) if letter.is_whitespace() => return (word, at),
            ('\\', _) => {
                if let Some((_, letter)) = letters.next() {
                    push_control(letter, &mut word);
                }
            }
            _ => word.push(letter),
        }
    }
    (word, text.len())
}

/// Appends the character that a letter after a backslash stands for; the backslash is kept before letters without a
/// meaning.
fn push_control(letter: char, word: &mut String) {
    let meant = match letter {
        't' => '\t',
        'r' => '\r',
        'n' => '\n',
        '\'' | '"' | '\\' | ';' => letter,
        _ => {
            word.push('\\');
            letter
        }
    };
    word.push(meant);
}

/// The literals and variables of a format string: `$name` or `${name}`.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        pieces.push(Piece::Literal(before.into()));
        let inner = after.strip_prefix('{').unwrap_or(after);
        let end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let (name, behind) = end.and_then(|end| inner.split_at_checked(end)).unwrap_or((inner, ""));
        rest = if inner.len() < after.len() { behind.strip_prefix('}').unwrap_or(behind) } else { behind };
        push_variable(&mut pieces, name);
    }
    pieces.push(Piece::Literal(rest.into()));
    pieces
}

fn push_variable(pieces: &mut Vec<Piece>, name: &str) {
    // A query directly after a path is read as part of it, and removed where the path is needed.
    if follows_path(pieces) && matches!(name, "is_args" | "args" | "query_string") {
        return;
    }
    let known = ROLES.iter().find(|(known, ..)| *known == name);
    let (role, rank) = known.map_or((Role::Skip, 0), |&(_, role, rank)| (role, rank));
    pieces.push(Piece::Variable(Variable { name: name.to_owned(), role, rank, width: None }));
}
