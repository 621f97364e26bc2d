//! Whose budget a request is charged to.

use core::fmt;
use std::borrow::Cow;

use http::{HeaderName, StatusCode, request::Parts};

/// Finds the client of a request.
///
/// A function is a key too. Its argument has to be written out:
///
/// ```
/// use http::{StatusCode, request::Parts};
/// use ratelab_tower::{Key, KeyError};
///
/// // The first segment of the path is the tenant.
/// let tenant = |parts: &Parts| match parts.uri.path().split('/').nth(1) {
///     Some(tenant) if !tenant.is_empty() => Ok(tenant.as_bytes().to_vec()),
///     _ => Err(KeyError::Refused { status: StatusCode::NOT_FOUND, reason: "no tenant".into() }),
/// };
/// let (parts, ()) = http::Request::get("/acme/orders").body(()).expect("a request").into_parts();
/// assert_eq!(tenant.key(&parts), Ok(b"acme".to_vec()));
/// ```
pub trait Key: Clone + Send + Sync + 'static {
    /// The bytes that name the client, or why there are none.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everyone;

impl Key for Everyone {
    fn key(&self, _: &Parts) -> Result<Vec<u8>, KeyError> {
        Ok(b"everyone".to_vec())
    }
}

/// The value of a header, such as an API key. It must be there once, and have from 1 to
/// [`Header::LONGEST`] bytes.
///
/// Put this behind the layer that authenticates the value: a client that can invent values gets a full budget for
/// each. In Redis the value is part of a key's name, and can be read by anyone who may list the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    name: HeaderName,
}

impl Header {
    /// The most bytes of a value. Every value takes memory in the store, and clients choose its length.
    pub const LONGEST: usize = 1_024;

    /// The header with this name, which [`HeaderName::from_static`] makes from lower-case letters.
    pub const fn new(name: HeaderName) -> Self {
        Self { name }
    }

    fn refuse(&self, problem: HeaderProblem) -> KeyError {
        KeyError::Header { name: self.name.clone(), problem }
    }
}

impl Key for Header {
    /// A second value is refused because the application might believe that one.
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The server did not provide the peer's address, which takes a line in the program.
    NoPeer,
    /// A header that has to name the client does not.
    Header {
        /// Which header.
        name: HeaderName,
        /// What is wrong with it.
        problem: HeaderProblem,
    },
    /// A function of the caller's refused it.
    Refused {
        /// The status to answer with.
        status: StatusCode,
        /// The reason, for the client.
        reason: Cow<'static, str>,
    },
}

/// What is wrong with a header that has to name the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderProblem {
    /// It is not there, or empty.
    Missing,
    /// It is there more than once.
    Repeated,
    /// Its value is longer than [`Header::LONGEST`].
    TooLong,
    /// It has passed fewer proxies than are trusted.
    TooFewProxies,
    /// What the proxy wrote is no address.
    NoAddress,
}

impl KeyError {
    /// An error of the caller's own.
    pub fn refused(status: StatusCode, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Refused { status, reason: reason.into() }
    }

    /// The status to answer with: 400 for what the client did not send, 500 for what the program did not do.
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
            Self::NoPeer => f.write_str("the server did not tell the address of the peer"),
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
            Self::Repeated => f.write_str("is there more than once"),
            Self::TooLong => write!(f, "is longer than {} bytes", Header::LONGEST),
            Self::TooFewProxies => f.write_str("has passed fewer proxies than are trusted"),
            Self::NoAddress => f.write_str("has no address where a trusted proxy puts it"),
        }
    }
}
