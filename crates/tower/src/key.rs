//! Keys: the client whose budget a request is charged to.

use core::fmt;
use std::borrow::Cow;

use http::{HeaderName, StatusCode, request::Parts};

/// Finds the client of a request.
///
/// A function is a key, too. The type of its argument has to be written out:
///
/// ```
/// use http::{StatusCode, request::Parts};
/// use ratelab_tower::{Key, KeyError};
///
/// // The first segment of the path is the tenant.
/// let tenant = |parts: &Parts| match parts.uri.path().split('/').nth(1) {
///     Some(tenant) if !tenant.is_empty() => Ok(tenant.as_bytes().to_vec()),
///     _ => Err(KeyError::refused(StatusCode::NOT_FOUND, "no tenant")),
/// };
/// let (parts, ()) = http::Request::get("/acme/orders").body(()).expect("a request").into_parts();
/// assert_eq!(tenant.key(&parts), Ok(b"acme".to_vec()));
/// ```
pub trait Key: Clone + Send + Sync + 'static {
    /// Returns the bytes that identify the client.
    ///
    /// # Errors
    ///
    /// Returns a [`KeyError`] if the request has no key.
    fn key(&self, parts: &Parts) -> Result<Vec<u8>, KeyError>;
}

impl<F> Key for F
where
    F: Fn(&Parts) -> Result<Vec<u8>, KeyError> + Clone + Send + Sync + 'static,
{
    fn key(&self, parts: &Parts) -> Result<Vec<u8>, KeyError> {
        self(parts)
    }
}

/// One budget for all clients together.
///
/// ```
/// use ratelab_tower::{Everyone, Key};
///
/// let (parts, ()) = http::Request::get("/").body(()).expect("a request").into_parts();
/// assert_eq!(Everyone.key(&parts), Ok(b"everyone".to_vec()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everyone;

impl Key for Everyone {
    fn key(&self, _: &Parts) -> Result<Vec<u8>, KeyError> {
        Ok(b"everyone".to_vec())
    }
}

/// The value of a header, such as an API key. The header must occur once, with 1 to [`Header::LONGEST`] bytes.
///
/// Use it behind the layer that authenticates the value: a client that can invent values gets a full budget for each.
/// In Redis the value is part of a key's name, and is visible to everyone with access to the list of keys.
///
/// ```
/// use http::HeaderName;
/// use ratelab_tower::{Header, Key};
///
/// let key = Header::new(HeaderName::from_static("x-api-key"));
/// let request = http::Request::get("/").header("x-api-key", "ada");
/// let (parts, ()) = request.body(()).expect("a request").into_parts();
/// assert_eq!(key.key(&parts), Ok(b"ada".to_vec()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    name: HeaderName,
}

impl Header {
    /// The most bytes of a value. Every value takes memory in the store, and clients choose its length.
    pub const LONGEST: usize = 1_024;

    /// Returns the key for the header with this name, which [`HeaderName::from_static`] makes from lower-case letters.
    pub const fn new(name: HeaderName) -> Self {
        Self { name }
    }

    fn refuse(&self, problem: HeaderProblem) -> KeyError {
        KeyError::Header { name: self.name.clone(), problem }
    }
}

impl Key for Header {
    /// A second value is refused because the application might use that one.
    fn key(&self, parts: &Parts) -> Result<Vec<u8>, KeyError> {
        let mut values = parts.headers.get_all(&self.name).iter();
        let value = values.next().ok_or_else(|| self.refuse(HeaderProblem::Missing))?;
        match value.len() {
            _ if values.next().is_some() => Err(self.refuse(HeaderProblem::Repeated)),
            0 => Err(self.refuse(HeaderProblem::Missing)),
            1..=Self::LONGEST => Ok(value.as_bytes().to_vec()),
            _ => Err(self.refuse(HeaderProblem::TooLong)),
        }
    }
}

/// Why a request has no key.
///
/// ```
/// use http::StatusCode;
/// use ratelab_tower::KeyError;
///
/// let error = KeyError::refused(StatusCode::UNAUTHORIZED, "log in first");
/// assert_eq!((error.status(), error.to_string()), (StatusCode::UNAUTHORIZED, "log in first".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The server did not provide the peer's address: see [`PeerAddress`](crate::PeerAddress).
    NoPeer,
    /// The header that identifies the client is missing or invalid.
    Header {
        /// The header.
        name: HeaderName,
        /// The problem.
        problem: HeaderProblem,
    },
    /// A function of the application refused the request.
    Refused {
        /// The status of the response.
        status: StatusCode,
        /// The reason, for the client.
        reason: Cow<'static, str>,
    },
}

/// The problem with a header that identifies the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderProblem {
    /// It is missing or empty.
    Missing,
    /// It occurs more than once.
    Repeated,
    /// Its value is longer than [`Header::LONGEST`].
    TooLong,
    /// It has passed fewer proxies than are trusted.
    TooFewProxies,
    /// The value that the proxy wrote is not an address.
    NoAddress,
}

impl KeyError {
    /// Returns an error of the application.
    pub fn refused(status: StatusCode, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Refused { status, reason: reason.into() }
    }

    /// Returns the status of the response: 400 for a mistake of the client, 500 for one of the server.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NoPeer => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Header { .. } => StatusCode::BAD_REQUEST,
            Self::Refused { status, .. } => *status,
        }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPeer => f.write_str("the server did not provide the address of the peer"),
            Self::Header { name, problem } => write!(f, "the header {name} {problem}"),
            Self::Refused { reason, .. } => f.write_str(reason),
        }
    }
}

impl core::error::Error for KeyError {}

impl fmt::Display for HeaderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Repeated => f.write_str("occurs more than once"),
            Self::TooLong => write!(f, "is longer than {} bytes", Header::LONGEST),
            Self::TooFewProxies => f.write_str("has passed fewer proxies than are trusted"),
            Self::NoAddress => f.write_str("has no address where a trusted proxy puts it"),
        }
    }
}
