//! Clients by address.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use http::{Extensions, request::Parts};

use crate::{
    key::{Key, KeyError},
    network::{Network, NetworkError},
};

/// The address that opened the connection, for services to which clients connect directly. Behind a proxy it is that
/// of the proxy, and all clients share one budget: see [`Forwarded`](crate::Forwarded).
///
/// It is read from the request's extensions, where the server puts a [`SocketAddr`] or an [`IpAddr`]. A function reads
/// any other extension. For axum, with `into_make_service_with_connect_info::<SocketAddr>()`, it is
///
/// ```
/// # use std::net::SocketAddr;
/// # use axum::extract::ConnectInfo;
/// # use ratelab_tower::PeerAddress;
/// let key = PeerAddress::read_by(|extensions| Some(extensions.get::<ConnectInfo<SocketAddr>>()?.0.ip()));
/// ```
///
/// Clients with IPv6 are distinguished by the first 64 bits: one household or one rented server has all addresses that
/// begin with these, and could use a new one for each request. An address in [`Network::NAT64`] is the IPv4 address
/// that it contains.
///
/// ```
/// use std::net::IpAddr;
/// use ratelab_tower::{Key, PeerAddress};
///
/// let peer: IpAddr = "2001:db8:0:1::7".parse()?;
/// let (parts, ()) = http::Request::get("/").extension(peer).body(())?.into_parts();
/// assert_eq!(PeerAddress::new().key(&parts)?, b"2001:db8:0:1::/64");
/// assert_eq!(PeerAddress::new().ipv6_prefix(48).key(&parts)?, b"2001:db8::/48");
///
/// let peer: IpAddr = "192.0.2.7".parse()?;
/// let (parts, ()) = http::Request::get("/").extension(peer).body(())?.into_parts();
/// assert_eq!(PeerAddress::new().key(&parts)?, b"192.0.2.7");
/// assert_eq!(PeerAddress::new().ipv4_prefix(24).key(&parts)?, b"192.0.2.0/24");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress {
    read: fn(&Extensions) -> Option<IpAddr>,
    grouping: Grouping,
}

impl PeerAddress {
    /// Returns the key for the address in the extension [`SocketAddr`] or [`IpAddr`].
    pub fn new() -> Self {
        Self::read_by(plain)
    }

    /// Returns the key for the address that a function finds in a request's extensions.
    pub fn read_by(read: fn(&Extensions) -> Option<IpAddr>) -> Self {
        Self { read, grouping: Grouping::PRESET }
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

    /// Takes the IPv4 address from addresses with this prefix rather than [`Network::NAT64`]: that of a translator in
    /// front of the service.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use ratelab_tower::{Key, PeerAddress};
    ///
    /// let peer: IpAddr = "2001:db8:64::192.0.2.7".parse()?;
    /// let (parts, ()) = http::Request::get("/").extension(peer).body(())?.into_parts();
    /// let key = PeerAddress::new().nat64_prefix("2001:db8:64::/96".parse()?)?;
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

    /// The address itself.
    pub(crate) fn address(&self, parts: &Parts) -> Result<IpAddr, KeyError> {
        (self.read)(&parts.extensions).ok_or(KeyError::NoPeer)
    }
}

impl Default for PeerAddress {
    fn default() -> Self {
        Self::new()
    }
}

impl Key for PeerAddress {
    fn key(&self, parts: &Parts) -> Result<Vec<u8>, KeyError> {
        self.address(parts).map(|address| self.grouping.key(address))
    }
}

fn plain(extensions: &Extensions) -> Option<IpAddr> {
    let socket = extensions.get::<SocketAddr>().map(SocketAddr::ip);
    socket.or_else(|| extensions.get::<IpAddr>().copied())
}

/// The addresses that are one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grouping {
    ipv4_bits: u8,
    ipv6_bits: u8,
    /// The prefix of addresses that contain an IPv4 address.
    nat64: Network,
}

impl Grouping {
    pub(crate) const PRESET: Self = Self { ipv4_bits: 32, ipv6_bits: 64, nat64: Network::NAT64 };

    pub(crate) const fn ipv4(mut self, bits: u8) -> Self {
        self.ipv4_bits = if bits > 32 { 32 } else { bits };
        self
    }

    pub(crate) const fn ipv6(mut self, bits: u8) -> Self {
        self.ipv6_bits = if bits > 128 { 128 } else { bits };
        self
    }

    pub(crate) fn nat64(mut self, prefix: Network) -> Result<Self, NetworkError> {
        if !prefix.is_translated() {
            return Err(NetworkError::not_translated(prefix));
        }
        self.nat64 = prefix;
        Ok(self)
    }

    /// The client's key: `192.0.2.7`, `192.0.2.0/24` or `2001:db8:0:1::/64`.
    pub(crate) fn key(self, address: IpAddr) -> Vec<u8> {
        match self.client(address) {
            IpAddr::V4(client) if self.ipv4_bits == 32 => dotted(client),
            client @ IpAddr::V4(_) => Network::around(client, self.ipv4_bits).to_string().into_bytes(),
            client @ IpAddr::V6(_) => Network::around(client, self.ipv6_bits).to_string().into_bytes(),
        }
    }

    /// The address without what a socket for both families or a translator put before it: the first 64 bits of
    /// `::ffff:192.0.2.7` and `64:ff9b::192.0.2.7` are those of all clients.
    fn client(self, address: IpAddr) -> IpAddr {
        match address.to_canonical() {
            IpAddr::V6(address) => self.nat64.embedded(address).map_or(IpAddr::V6(address), IpAddr::V4),
            address => address,
        }
    }
}

/// `192.0.2.7`, which is the key of most requests, without the formatter of the standard library.
fn dotted(address: Ipv4Addr) -> Vec<u8> {
    let mut text = Vec::with_capacity("255.255.255.255".len());
    for (index, byte) in address.octets().into_iter().enumerate() {
        text.extend_from_slice(if index == 0 { b"" } else { b"." });
        text.extend_from_slice(itoa::Buffer::new().format(byte).as_bytes());
    }
    text
}
