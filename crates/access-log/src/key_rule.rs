//! The key by which requests are counted.

use crate::address::push_prefix;
use crate::keys::BETWEEN;
use crate::request::path;
use crate::{Entry, Fault, Format, Wanted};

/// Replaces a part of a key that the line does not have.
const MISSING: &[u8] = b"-";
const ALLOWED: &str =
    "client, prefix, user, path, host, everyone or field:NAME, or several of them joined with +";

/// The rule for the key by which requests are counted: one part, or several combined.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::KeyRule;
///
/// let rule = KeyRule::parse("client+field:api_key")?;
/// assert!(rule.wanted().client && !rule.wanted().user);
/// assert_eq!(rule.fields().collect::<Vec<_>>(), ["api_key"]);
/// assert_eq!(KeyRule::parse("")?, KeyRule::default()); // client
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRule {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Client,
    Prefix,
    User,
    Path,
    Host,
    Everyone,
    Field(String),
}

impl KeyRule {
    /// Parses a rule as users type it. Empty text is `client`.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if a part is neither a known word nor `field:NAME`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let parts = text.split('+').map(|part| Part::parse(part.trim()));
        Ok(Self { parts: parts.collect::<Result<_, _>>()? })
    }

    /// The parts of an entry that the rule needs.
    pub fn wanted(&self) -> Wanted {
        let has = |wanted: &[Part]| self.parts.iter().any(|part| wanted.contains(part));
        Wanted {
            client: has(&[Part::Client, Part::Prefix]),
            user: has(&[Part::User]),
            host: has(&[Part::Host]),
            request: has(&[Part::Path]),
        }
    }

    /// Whether the key is the client's address alone.
    pub(crate) fn is_client(&self) -> bool {
        self.parts == [Part::Client]
    }

    /// The fields of the format that the rule needs.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Field(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the key of a request, built in the buffer if the entry does not have it verbatim, and whether the line
    /// has all parts of it.
    #[inline(always)]
    pub(crate) fn key<'a>(
        &self,
        entry: &'a Entry<'_>,
        line: &[u8],
        format: &dyn Format,
        buffer: &'a mut Vec<u8>,
    ) -> (&'a [u8], bool) {
        match self.parts[..] {
            [Part::Client] if !entry.client.is_empty() => (&entry.client, true),
            _ => {
                buffer.clear();
                let whole = self.push(entry, line, format, buffer);
                (buffer, whole)
            }
        }
    }

    fn push(&self, entry: &Entry<'_>, line: &[u8], format: &dyn Format, buffer: &mut Vec<u8>) -> bool {
        let mut whole = true;
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                buffer.push(BETWEEN);
            }
            let start = buffer.len();
            part.push(entry, line, format, buffer);
            if buffer.len() == start {
                buffer.extend_from_slice(MISSING);
                whole = false;
            }
        }
        whole
    }
}

impl Default for KeyRule {
    fn default() -> Self {
        Self { parts: vec![Part::Client] }
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, Fault> {
        Ok(match text {
            "client" => Self::Client,
            "prefix" => Self::Prefix,
            "user" => Self::User,
            "path" => Self::Path,
            "host" => Self::Host,
            "everyone" => Self::Everyone,
            _ => Self::Field(field_name(text).ok_or_else(|| Fault::new("key", text, ALLOWED))?.to_owned()),
        })
    }

    fn push(&self, entry: &Entry<'_>, line: &[u8], format: &dyn Format, buffer: &mut Vec<u8>) {
        match self {
            Self::Client => buffer.extend_from_slice(&entry.client),
            Self::Prefix => push_prefix(&entry.client, buffer),
            Self::User => buffer.extend_from_slice(&entry.user),
            Self::Path => buffer.extend_from_slice(path(&entry.request)),
            Self::Host => buffer.extend(entry.host.iter().map(u8::to_ascii_lowercase)),
            Self::Everyone => buffer.extend_from_slice(b"everyone"),
            Self::Field(name) => buffer.extend_from_slice(&format.field(line, name).unwrap_or_default()),
        }
    }
}

/// The name in `field:NAME`.
pub(crate) fn field_name(text: &str) -> Option<&str> {
    text.strip_prefix("field:").map(str::trim).filter(|name| !name.is_empty())
}
