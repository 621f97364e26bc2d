//! Envelopes that containers, `docker compose` and syslog put around lines.
//!
//! The envelope is detected together with the format, from the first lines. A line without it is read as is.

use super::json;
use crate::Text;
use crate::search::{before, first};
use crate::time::rfc3339;
use crate::trim::trim;

/// The envelope of each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// None.
    Bare,
    /// `2024-08-02T07:15:25.599169498Z stdout F LINE`, as Kubernetes stores it; or the time alone.
    Container,
    /// `name_1  | LINE`.
    Compose,
    /// `Feb  6 12:14:14 host name[14389]: LINE`, and other prefixes that end with a name and a colon; or RFC 5424.
    Syslog,
    /// `{"log":"LINE\n","stream":"stdout","time":"…"}`, or with `message` for `log`.
    Object,
}

/// The most words before the colon of syslog.
const MOST_WORDS: usize = 10;

impl Envelope {
    pub(crate) const ALL: [Self; 5] =
        [Self::Bare, Self::Container, Self::Compose, Self::Syslog, Self::Object];

    /// The line in the envelope, if there is one.
    pub(crate) fn open<'line>(self, line: &'line [u8]) -> Option<Text<'line>> {
        let inside = match self {
            Self::Bare => Some(line),
            Self::Container => container(line),
            Self::Compose => compose(line),
            Self::Syslog => syslog(line),
            Self::Object => return object(line),
        };
        inside.map(Text::Borrowed)
    }

    /// All lines without the envelope, each with its line break; `None` if no line has it.
    pub(crate) fn open_all(self, lines: &[u8]) -> Option<Vec<u8>> {
        let (mut all, mut any) = (Vec::new(), false);
        for line in lines.strip_suffix(b"\n")?.split(|&byte| byte == b'\n').map(trim) {
            let opened = self.open(line);
            any |= opened.is_some();
            all.extend_from_slice(opened.as_deref().unwrap_or(line));
            all.push(b'\n');
        }
        any.then_some(all)
    }
}

/// The first word, and the rest.
fn word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = first(b' ', text)?;
    Some((&text[..space], &text[space + 1..]))
}

fn container(line: &[u8]) -> Option<&[u8]> {
    let (_, rest) = word(line).filter(|(time, _)| rfc3339(time).is_some())?;
    let stream = rest.strip_prefix(b"stdout ").or(rest.strip_prefix(b"stderr "));
    let Some(stream) = stream else { return Some(rest) };
    stream.strip_prefix(b"F ").or(stream.strip_prefix(b"P "))
}

fn compose(line: &[u8]) -> Option<&[u8]> {
    let (name, rest) = word(line)?;
    let rest = rest.trim_ascii_start().strip_prefix(b"|")?;
    (!name.is_empty()).then(|| rest.strip_prefix(b" ").unwrap_or(rest))
}

fn syslog(line: &[u8]) -> Option<&[u8]> {
    if let [b'<', b'0'..=b'9', ..] = line
        && let Some(rest) = line[before(b'>', line).len()..].strip_prefix(b">1 ")
    {
        return structured(rest);
    }
    let (mut rest, mut found) = (line, None);
    for _ in 0..MOST_WORDS {
        let Some((name, behind)) = word(rest).filter(|_| !matches!(rest, [b'[' | b'{' | b'"' | b'#', ..]))
        else {
            break;
        };
        rest = behind;
        if name.len() > 1 && name.ends_with(b":") {
            found = Some(rest);
        }
    }
    found
}

/// The text after the time, host, name, process, kind and data of RFC 5424.
fn structured(header: &[u8]) -> Option<&[u8]> {
    let mut rest = header;
    for _ in 0..5 {
        rest = word(rest)?.1;
    }
    let end = if rest.starts_with(b"[") { first(b']', rest)? + 1 } else { 1 };
    rest.get(end..)?.strip_prefix(b" ")
}

fn object(line: &[u8]) -> Option<Text<'_>> {
    // Fluentd writes a time and a name before the object.
    let start = first(b'{', line).filter(|&start| start == 0 || line[..start].ends_with(b" "))?;
    let [log, message, ..] = json::find(&line[start..], &["log", "message"]).ok()?;
    let inside = log.or(message).filter(|text| text.starts_with(b"\""));
    let mut text = inside.map(|_| json::text(inside))?;
    if text.ends_with(b"\n") {
        let length = text.trim_ascii_end().len();
        text.to_mut().truncate(length);
    }
    Some(text)
}
