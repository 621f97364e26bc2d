//! Clients by address.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::{Extensions, request::Parts};

use crate::key::{Key, KeyError};

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
/// Clients with IPv6 are distinguished by the first 64 bits: one household or one rented server has all addresses
/// that begin with these, and could use a new one for each request.
///
/// ```
/// use std::net::IpAddr;
/// use ratelab_tower::{Key, PeerAddress};
///
/// let peer: IpAddr = "2001:db8:0:1::7".parse()?;
/// let (parts, ()) = http::Request::get("/").extension(peer).body(())?.into_parts();
/// assert_eq!(PeerAddress::new().key(&parts)?, b"2001:db8:0:1::/64");
/// assert_eq!(PeerAddress::new().ipv6_prefix(48).key(&parts)?, b"2001:db8::/48");
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

    /// Distinguishes clients with IPv6 by this many bits rather than 64, at most 128.
    pub const fn ipv6_prefix(mut self, bits: u8) -> Self {
        self.grouping = Grouping::new(bits);
        self
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
    ipv6_bits: u8,
}

impl Grouping {
    pub(crate) const PRESET: Self = Self::new(64);

    pub(crate) const fn new(ipv6_bits: u8) -> Self {
        Self { ipv6_bits: if ipv6_bits > 128 { 128 } else { ipv6_bits } }
    }

    /// The client's key: `192.0.2.7`, or `2001:db8:0:1::/64`.
    pub(crate) fn key(self, address: IpAddr) -> Vec<u8> {
        // A socket for both families shows IPv4 as ::ffff:192.0.2.7, of which the first 64 bits are all the same.
        let text = match address.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("{}/{}", self.network(address), self.ipv6_bits),
        };
        text.into_bytes()
    }

    fn network(self, address: Ipv6Addr) -> Ipv6Addr {
        let host_bits = u32::from(128 - self.ipv6_bits);
        let mask = u128::MAX.checked_shl(host_bits).unwrap_or(0);
        Ipv6Addr::from_bits(address.to_bits() & mask)
    }
}
