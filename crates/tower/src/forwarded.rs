//! Clients behind proxies, by the address that a trusted proxy wrote into a header.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use http::{HeaderName, header::FORWARDED, request::Parts};

use crate::{
    address::{Grouping, PeerAddress},
    key::{HeaderProblem, Key, KeyError},
    network::{Network, NetworkError},
};

/// The address that a trusted proxy reports in a header.
///
/// ```text
/// client 203.0.113.9 ---> proxy 10.0.0.2 ---> proxy 10.0.0.1 ---> this service
///   x-forwarded-for:   anything the client likes, 203.0.113.9, 10.0.0.2
///                                                 (2nd)        (1st from the right)
/// ```
///
/// Every proxy adds, at the right, the address it was called from. With n trusted proxies, the client is therefore the
/// nth address from the right. Addresses left of it may be forged, and are not even parsed.
///
/// Clients must not be able to bypass the proxies: they could then write the header themselves. A request whose header
/// is missing, too short or not readable is refused. With 0 trusted proxies the header is not read, and the client is
/// the peer. If some clients come through proxies and others do not, trust the [networks](Self::trusting) of the
/// proxies instead of a number.
///
/// Clients with IPv6 are distinguished by their first 64 bits, as by [`PeerAddress`].
///
/// ```
/// use http::HeaderName;
/// use ratelab_tower::{Forwarded, Key, PeerAddress};
///
/// let request = http::Request::get("/").header("x-forwarded-for", "forged, 203.0.113.9, 10.0.0.2");
/// let (parts, ()) = request.body(())?.into_parts();
/// assert_eq!(Forwarded::x_forwarded_for(2).key(&parts)?, b"203.0.113.9");
///
/// let request = http::Request::get("/").header("forwarded", "for=203.0.113.9;proto=https");
/// let (parts, ()) = request.body(())?.into_parts();
/// assert_eq!(Forwarded::standard(1).key(&parts)?, b"203.0.113.9");
///
/// let request = http::Request::get("/").header("x-real-ip", "2001:db8:0:1::7");
/// let (parts, ()) = request.body(())?.into_parts();
/// let real_ip = Forwarded::list(HeaderName::from_static("x-real-ip"), 1).ipv6_prefix(48);
/// assert_eq!(real_ip.or_peer(PeerAddress::new()).key(&parts)?, b"2001:db8::/48");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forwarded {
    header: HeaderName,
    format: Format,
    trusted_proxies: usize,
    trusted_networks: Option<Arc<[Network]>>,
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

    /// Reads another header that lists addresses. A header with a single address, which a proxy replaces, is such a
    /// list with 1 trusted proxy: `x-real-ip`, `cf-connecting-ip`.
    pub const fn list(header: HeaderName, trusted_proxies: usize) -> Self {
        Self::new(header, Format::List, trusted_proxies)
    }

    const fn new(header: HeaderName, format: Format, trusted_proxies: usize) -> Self {
        let grouping = Grouping::PRESET;
        Self { header, format, trusted_proxies, trusted_networks: None, peer: None, grouping }
    }

    /// Trusts every proxy in these networks, after the number of proxies that are trusted wherever they are, which is
    /// usually 0 then. As with `set_real_ip_from` and `real_ip_recursive` of nginx, the client is the first address
    /// that is in none of them: beginning with the peer, and then from the right of the header.
    ///
    /// If the peer is in none of them, it is the client, and its header is not read. So a client that bypasses the
    /// proxies cannot choose its address. If all addresses are in these networks, the client is the last of them, the
    /// leftmost one of the header. The peer is read as [`or_peer`](Self::or_peer) says.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use ratelab_tower::{Forwarded, Key};
    ///
    /// let key = Forwarded::x_forwarded_for(0).trusting(["10.0.0.0/8".parse()?, "2001:db8::/32".parse()?]);
    /// let client = |peer: &str| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    ///     let request = http::Request::get("/").header("x-forwarded-for", "forged, 203.0.113.9, 10.0.0.2");
    ///     let (parts, ()) = request.extension(peer.parse::<IpAddr>()?).body(())?.into_parts();
    ///     Ok(key.key(&parts)?)
    /// };
    /// assert_eq!(client("10.0.0.1")?, b"203.0.113.9");
    /// assert_eq!(client("198.51.100.7")?, b"198.51.100.7"); // not a proxy
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trusting(mut self, networks: impl IntoIterator<Item = Network>) -> Self {
        self.trusted_networks = Some(networks.into_iter().collect());
        self
    }

    /// Uses the address of the peer for a request without the header, instead of refusing it, for example for health
    /// checks and clients in the same network.
    pub const fn or_peer(mut self, peer: PeerAddress) -> Self {
        self.peer = Some(peer);
        self
    }

    /// Distinguishes clients with IPv4 by this many bits rather than 32.
    pub const fn ipv4_prefix(mut self, bits: u8) -> Self {
        self.grouping = self.grouping.ipv4(bits);
        self
    }

    /// Distinguishes clients with IPv6 by this many bits rather than 64, at most 128.
    pub const fn ipv6_prefix(mut self, bits: u8) -> Self {
        self.grouping = self.grouping.ipv6(bits);
        self
    }

    /// Takes the IPv4 address from addresses with this prefix rather than [`Network::NAT64`].
    ///
    /// ```
    /// use ratelab_tower::{Forwarded, Key};
    ///
    /// let request = http::Request::get("/").header("x-forwarded-for", "2001:db8:64::192.0.2.7");
    /// let (parts, ()) = request.body(())?.into_parts();
    /// let key = Forwarded::x_forwarded_for(1).nat64_prefix("2001:db8:64::/96".parse()?)?;
    /// assert_eq!(key.key(&parts)?, b"192.0.2.7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NetworkError`] unless it is a network of IPv6 with 32, 40, 48, 56, 64 or 96 bits.
    pub fn nat64_prefix(mut self, prefix: Network) -> Result<Self, NetworkError> {
        self.grouping = self.grouping.nat64(prefix)?;
        Ok(self)
    }

    fn address(&self, parts: &Parts) -> Result<IpAddr, KeyError> {
        // All lines are one list, in their order. Reading begins at its end.
        let lines = parts.headers.get_all(&self.header).iter().rev();
        let mut elements = lines.flat_map(|line| from_the_right(line.as_bytes(), b','));
        let mut client = match self.trusted_proxies.checked_sub(1).map(|index| elements.nth(index)) {
            None => self.peer.unwrap_or_default().address(parts)?,
            Some(Some(element)) => self.read(element)?,
            Some(None) => return self.without_header(parts),
        };
        while self.trusts(client)
            && let Some(element) = elements.next()
        {
            client = self.read(element)?;
        }
        Ok(client)
    }

    /// The client of a request that has no element where the trusted proxies put one.
    fn without_header(&self, parts: &Parts) -> Result<IpAddr, KeyError> {
        match self.peer {
            _ if parts.headers.contains_key(&self.header) => Err(self.refuse(HeaderProblem::TooFewProxies)),
            Some(peer) => peer.address(parts),
            None => Err(self.refuse(HeaderProblem::Missing)),
        }
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_networks
            .iter()
            .flat_map(|networks| networks.iter())
            .any(|network| network.contains(address))
    }

    fn read(&self, element: &[u8]) -> Result<IpAddr, KeyError> {
        self.parse(element).ok_or_else(|| self.refuse(HeaderProblem::NoAddress))
    }

    fn parse(&self, element: &[u8]) -> Option<IpAddr> {
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

/// The elements between separators, the last one first. Quotes are matched from the right as well, so that a quote
/// that a client leaves open cannot hide the elements of the proxies. An empty element counts: skipping it would lead
/// to one that the client wrote.
fn from_the_right(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let line = rest?;
        let Some(index) = last_unquoted(line, separator) else { return rest.take() };
        rest = Some(&line[..index]);
        Some(&line[index + 1..])
    })
}

/// The index of the last occurrence of a byte that is not between quotes.
fn last_unquoted(line: &[u8], wanted: u8) -> Option<usize> {
    let mut is_quoted = false;
    line.iter().enumerate().rev().find_map(|(index, byte)| {
        is_quoted ^= *byte == b'"' && !is_escaped(line, index);
        (*byte == wanted && !is_quoted).then_some(index)
    })
}

/// Reports whether an odd number of backslashes precedes this byte.
fn is_escaped(line: &[u8], index: usize) -> bool {
    let backslashes = line[..index].iter().rev().take_while(|byte| **byte == b'\\').count();
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
