//! Clients behind proxies, by the address that a trusted proxy wrote into a header.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderName, header::FORWARDED, request::Parts};

use crate::{
    address::{Grouping, PeerAddress},
    key::{HeaderProblem, Key, KeyError},
};

/// The address that a trusted proxy reports in a header.
///
/// ```text
/// client 203.0.113.9 ---> proxy 10.0.0.2 ---> proxy 10.0.0.1 ---> this service
///   x-forwarded-for:   anything the client likes, 203.0.113.9, 10.0.0.2
///                                                 (2nd)        (1st from the right)
/// ```
///
/// Every proxy adds, at the right, the address it was called from. Who trusts n proxies therefore reads the nth
/// address from the right. Whatever stands left of it may be forged, and is not even parsed.
///
/// Clients must not be able to reach this service past the proxies: they could then write the header themselves.
/// A request whose header is missing, too short or not readable is refused. With 0 trusted proxies the header is
/// not read, and the client is the peer.
///
/// Clients with IPv6 are distinguished by their first 64 bits, as by [`PeerAddress`].
#[derive(Clone, Debug)]
pub struct Forwarded {
    header: HeaderName,
    format: Format,
    trusted_proxies: usize,
    peer: Option<PeerAddress>,
    grouping: Grouping,
}

/// How a header lists addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `203.0.113.9, 10.0.0.2`
    List,
    /// `for=203.0.113.9;proto=https, for="[2001:db8::1]:4711"`
    Pairs,
}

impl Forwarded {
    /// Reads `X-Forwarded-For`, which nearly all proxies write.
    pub const fn x_forwarded_for(trusted_proxies: usize) -> Self {
        Self::list(HeaderName::from_static("x-forwarded-for"), trusted_proxies)
    }

    /// Reads the `for` of `Forwarded`, the header of RFC 7239.
    pub const fn standard(trusted_proxies: usize) -> Self {
        Self::new(FORWARDED, Format::Pairs, trusted_proxies)
    }

    /// Reads another header that lists addresses. One with a single address, which a proxy puts in place of
    /// whatever was there, is such a list with 1 trusted proxy: `x-real-ip`, `cf-connecting-ip`.
    pub const fn list(header: HeaderName, trusted_proxies: usize) -> Self {
        Self::new(header, Format::List, trusted_proxies)
    }

    const fn new(header: HeaderName, format: Format, trusted_proxies: usize) -> Self {
        Self { header, format, trusted_proxies, peer: None, grouping: Grouping::PRESET }
    }

    /// Takes the address of the peer for a request that has no such header at all, instead of refusing it: a
    /// health check, or a client in the same building.
    pub const fn or_peer(mut self, peer: PeerAddress) -> Self {
        self.peer = Some(peer);
        self
    }

    /// Tells clients with IPv6 apart by this many bits rather than 64. More than 128 are 128.
    pub const fn ipv6_prefix(mut self, bits: u8) -> Self {
        self.grouping = Grouping::new(bits);
        self
    }

    fn address(&self, parts: &Parts) -> Result<IpAddr, KeyError> {
        let Some(place) = self.trusted_proxies.checked_sub(1) else {
            return self.peer.unwrap_or_default().address(parts);
        };
        // Lines are one list, in the order in which they came. Reading begins at its end.
        let lines = parts.headers.get_all(&self.header).iter().rev();
        let element = lines.flat_map(|line| from_the_right(line.as_bytes(), b',')).nth(place);
        match (element, self.peer) {
            (Some(element), _) => self.read(element).ok_or_else(|| self.refuse(HeaderProblem::NoAddress)),
            (None, _) if parts.headers.contains_key(&self.header) => {
                Err(self.refuse(HeaderProblem::TooFewProxies))
            }
            (None, Some(peer)) => peer.address(parts),
            (None, None) => Err(self.refuse(HeaderProblem::Missing)),
        }
    }

    fn read(&self, element: &[u8]) -> Option<IpAddr> {
        let text = match self.format {
            Format::List => element,
            Format::Pairs => value_of_for(element)?,
        };
        address_in(core::str::from_utf8(text).ok()?.trim())
    }

    fn refuse(&self, problem: HeaderProblem) -> KeyError {
        KeyError::Header { name: self.header.clone(), problem }
    }
}

impl Key for Forwarded {
    fn key(&self, parts: &Parts) -> Result<Vec<u8>, KeyError> {
        self.address(parts).map(|address| self.grouping.key(address))
    }
}

/// What a separator divides, the last one first. Quotes are matched from the right as well, so that a quote which
/// a client leaves open cannot swallow what the proxies added. An empty element counts: to skip it would be to go
/// on to one that the client wrote.
fn from_the_right(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let line = rest?;
        let Some(place) = last_unquoted(line, separator) else { return rest.take() };
        rest = Some(&line[..place]);
        Some(&line[place + 1..])
    })
}

/// Where a byte last stands that is not between quotes.
fn last_unquoted(line: &[u8], wanted: u8) -> Option<usize> {
    let mut is_quoted = false;
    line.iter().enumerate().rev().find_map(|(place, byte)| {
        is_quoted ^= *byte == b'"' && !is_escaped(line, place);
        (*byte == wanted && !is_quoted).then_some(place)
    })
}

/// Whether an odd number of backslashes stands before this byte.
fn is_escaped(line: &[u8], place: usize) -> bool {
    let backslashes = line[..place].iter().rev().take_while(|byte| **byte == b'\\').count();
    !backslashes.is_multiple_of(2)
}

/// The value of the pair `for=`, without quotes. An address needs no escapes.
fn value_of_for(element: &[u8]) -> Option<&[u8]> {
    let mut values = from_the_right(element, b';').filter_map(|pair| {
        let (name, value) = pair.split_at(pair.iter().position(|byte| *byte == b'=')?);
        name.trim_ascii().eq_ignore_ascii_case(b"for").then_some(value[1..].trim_ascii())
    });
    let value = values.next().filter(|_| values.next().is_none())?;
    let unquoted = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\""));
    Some(unquoted.unwrap_or(value))
}

/// An address with or without a port, with or without brackets.
fn address_in(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(bracketed).or_else(with_port)
}
