//! Networks: the addresses that begin with the same bits.

use core::{fmt, str::FromStr};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A network of IPv4 or IPv6: the addresses that begin with the same bits. A bare address is the network of this
/// address alone.
///
/// ```
/// use ratelab_tower::Network;
///
/// let network: Network = "10.0.0.0/8".parse()?;
/// assert!(network.contains("10.1.2.3".parse()?));
/// assert!(!network.contains("11.1.2.3".parse()?));
/// assert_eq!("2001:db8::7".parse::<Network>()?.to_string(), "2001:db8::7/128");
///
/// let error = "10.0.0.0/33".parse::<Network>().unwrap_err();
/// assert_eq!(error.to_string(), "network is \"10.0.0.0/33\", but the bits of an IPv4 network must be from 0 to 32");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// The first address.
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// The IPv4 addresses as IPv6-only services see them behind a translator: `64:ff9b::/96`, the prefix of RFC 6052.
    pub const NAT64: Self =
        Self { address: IpAddr::V6(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0)), bits: 96 };

    /// Reports whether an address is in this network. An IPv4 address that is written as IPv6, such as
    /// `::ffff:192.0.2.7`, is in the networks of IPv4.
    ///
    /// ```
    /// use ratelab_tower::Network;
    ///
    /// let network: Network = "192.0.2.0/24".parse()?;
    /// assert!(network.contains("::ffff:192.0.2.7".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => first_v4(address, self.bits) == first,
            (IpAddr::V6(first), IpAddr::V6(address)) => first_v6(address, self.bits) == first,
            _ => false,
        }
    }

    /// The network of this many bits around an address.
    pub(crate) fn around(address: IpAddr, bits: u8) -> Self {
        let first = match address {
            IpAddr::V4(address) => IpAddr::V4(first_v4(address, bits)),
            IpAddr::V6(address) => IpAddr::V6(first_v6(address, bits)),
        };
        Self { address: first, bits }
    }

    /// `::ffff:10.0.0.0/104` is `10.0.0.0/8`.
    fn canonical(self) -> Self {
        match (self.address.to_canonical(), self.bits.checked_sub(96)) {
            (address @ IpAddr::V4(_), Some(bits)) if self.address.is_ipv6() => Self { address, bits },
            _ => self,
        }
    }

    /// The IPv4 address that an address in this network contains, where RFC 6052 puts it: behind the prefix, without
    /// the byte of bits 64 to 71.
    pub(crate) fn embedded(&self, address: Ipv6Addr) -> Option<Ipv4Addr> {
        if !self.contains(IpAddr::V6(address)) {
            return None;
        }
        let bytes = address.octets().into_iter().enumerate().skip(usize::from(self.bits / 8));
        let mut bytes = bytes.filter_map(|(index, byte)| (index != 8).then_some(byte));
        let mut next = || bytes.next();
        Some(Ipv4Addr::new(next()?, next()?, next()?, next()?))
    }

    /// Reports whether addresses in this network can contain IPv4 addresses, after RFC 6052.
    pub(crate) const fn is_translated(&self) -> bool {
        matches!((self.address, self.bits), (IpAddr::V6(_), 32 | 40 | 48 | 56 | 64 | 96))
    }
}

/// The network of one address.
///
/// ```
/// use std::net::{IpAddr, Ipv4Addr};
/// use ratelab_tower::Network;
///
/// assert_eq!(Network::from(IpAddr::V4(Ipv4Addr::LOCALHOST)).to_string(), "127.0.0.1/32");
/// ```
impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, bits: whole(address) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let refuse = |problem| NetworkError { given: text.to_owned(), problem };
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(before, after)| (before, Some(after)));
        let address: IpAddr = address.parse().map_err(|_| refuse(Problem::NoAddress))?;
        let Some(bits) = bits else { return Ok(Self::from(address)) };
        let bits = number(bits).filter(|bits| *bits <= whole(address));
        let bits = bits.ok_or_else(|| refuse(Problem::Bits(address)))?;
        let network = Self::around(address, bits);
        if network.address != address {
            return Err(refuse(Problem::NotTheFirst(network)));
        }
        Ok(network.canonical())
    }
}

/// A text that is not a network.
///
/// ```
/// use ratelab_tower::{Network, NetworkError};
///
/// let error: NetworkError = "10.1.2.3/8".parse::<Network>().unwrap_err();
/// assert_eq!(error.to_string(), "network is \"10.1.2.3/8\", but must begin with its first address: 10.0.0.0/8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError {
    given: String,
    problem: Problem,
}

impl NetworkError {
    /// A network that cannot be the prefix of translated addresses.
    pub(crate) fn not_translated(network: Network) -> Self {
        Self { given: network.to_string(), problem: Problem::NotTranslated }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    NoAddress,
    Bits(IpAddr),
    NotTheFirst(Network),
    NotTranslated,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network is {:?}, but ", self.given)?;
        match self.problem {
            Problem::NoAddress => {
                f.write_str("must be an address, or an address and bits: 10.0.0.7, 10.0.0.0/8, 2001:db8::/32")
            }
            Problem::Bits(address) => {
                let version = if address.is_ipv4() { 4 } else { 6 };
                write!(f, "the bits of an IPv{version} network must be from 0 to {}", whole(address))
            }
            Problem::NotTheFirst(network) => write!(f, "must begin with its first address: {network}"),
            Problem::NotTranslated => {
                f.write_str("a prefix of NAT64 must be of IPv6, with 32, 40, 48, 56, 64 or 96 bits")
            }
        }
    }
}

impl core::error::Error for NetworkError {}

/// All bits of an address.
const fn whole(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// A number without a sign.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn first_v4(address: Ipv4Addr, bits: u8) -> Ipv4Addr {
    let others = 32_u32.saturating_sub(bits.into());
    Ipv4Addr::from_bits(address.to_bits() & u32::MAX.checked_shl(others).unwrap_or(0))
}

fn first_v6(address: Ipv6Addr, bits: u8) -> Ipv6Addr {
    let others = 128_u32.saturating_sub(bits.into());
    Ipv6Addr::from_bits(address.to_bits() & u128::MAX.checked_shl(others).unwrap_or(0))
}
