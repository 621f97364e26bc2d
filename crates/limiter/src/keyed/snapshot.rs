//! Export and import of everything a store holds.
//!
//! ```
//! use ratelab_limiter::{Gcra, Keyed, SECOND, SnapshotError};
//!
//! let mut clients = Keyed::<_, String>::new(Gcra::new(5, 1, SECOND)?);
//! clients.check("ada", 0);
//! let mut saved = clients.export();
//! saved[20] ^= 1;
//! assert!(matches!(clients.import(&saved), Err(SnapshotError::Damaged { .. })));
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! # The format, version 1
//!
//! | part | bytes |
//! |---|---|
//! | `RATELAB` | 7 |
//! | the version, 1 | 1 |
//! | the policy as text: its length as a number, then UTF-8 | |
//! | the clock | a number |
//! | the number of keys | a number |
//! | for each key: its length as a number, its bytes, the count of numbers in its state, those numbers | |
//! | FNV-1a over all bytes before | 8, least first |
//!
//! A number is written as LEB128: seven bits per byte, least significant first, with the top bit set on all bytes
//! except the last.

use alloc::{borrow::Cow, borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, net::IpAddr};

const MAGIC: &[u8; 7] = b"RATELAB";
const VERSION: u8 = 1;
const CHECKSUM: usize = 8;

/// A key that can be written to a snapshot and read back.
///
/// ```
/// use std::borrow::Cow;
/// use ratelab_limiter::SnapshotKey;
///
/// #[derive(PartialEq, Eq, Hash)]
/// struct Tenant(u32);
///
/// impl SnapshotKey for Tenant {
///     fn to_bytes(&self) -> Cow<'_, [u8]> {
///         Cow::Owned(self.0.to_le_bytes().to_vec())
///     }
///
///     fn from_bytes(bytes: &[u8]) -> Option<Self> {
///         bytes.try_into().ok().map(|bytes| Self(u32::from_le_bytes(bytes)))
///     }
/// }
/// # assert!(Tenant::from_bytes(&Tenant(7).to_bytes()) == Some(Tenant(7)));
/// ```
pub trait SnapshotKey: Sized {
    /// Returns the key as bytes.
    fn to_bytes(&self) -> Cow<'_, [u8]>;

    /// Returns the key that these bytes encode, or `None` if they encode none.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

impl SnapshotKey for String {
    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        core::str::from_utf8(bytes).ok().map(ToOwned::to_owned)
    }
}

impl SnapshotKey for Vec<u8> {
    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(bytes.to_vec())
    }
}

macro_rules! number_keys {
    ($($number:ty),*) => {
        $(impl SnapshotKey for $number {
            fn to_bytes(&self) -> Cow<'_, [u8]> {
                Cow::Owned(self.to_le_bytes().to_vec())
            }

            fn from_bytes(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_le_bytes)
            }
        })*
    };
}

number_keys!(u32, u64, u128);

impl SnapshotKey for IpAddr {
    fn to_bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::V4(address) => Cow::Owned(address.octets().to_vec()),
            Self::V6(address) => Cow::Owned(address.octets().to_vec()),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let four = <[u8; 4]>::try_from(bytes).map(Self::from);
        four.or_else(|_| <[u8; 16]>::try_from(bytes).map(Self::from)).ok()
    }
}

/// Why a snapshot was not imported. The store is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The data does not begin as a snapshot does.
    NotASnapshot,
    /// The version is not one that this crate reads.
    Version {
        /// The version in the snapshot.
        found: u8,
    },
    /// The bytes are not those that were written.
    Damaged {
        /// The checksum in the snapshot.
        written: u64,
        /// The checksum of the bytes.
        computed: u64,
    },
    /// The snapshot ends too early, or has more data than it declares.
    Length {
        /// The position, in bytes from the beginning.
        offset: usize,
    },
    /// The snapshot was made under another policy. Import it under that one, then reconfigure.
    Policy {
        /// The policy of the snapshot.
        written: String,
        /// The policy of this store.
        held: String,
    },
    /// The key of an entry is invalid, or occurs twice.
    Key {
        /// The index of the entry.
        entry: usize,
    },
    /// The state of an entry is invalid under this policy.
    State {
        /// The index of the entry.
        entry: usize,
        /// The reason.
        reason: &'static str,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => write!(f, "this is not a snapshot: it does not begin with RATELAB"),
            Self::Version { found } => {
                write!(f, "the snapshot has version {found}, but only version {VERSION} can be read")
            }
            Self::Damaged { written, computed } => {
                write!(f, "the snapshot is damaged: its checksum is {computed:016x}, expected {written:016x}")
            }
            Self::Length { offset } => write!(f, "the snapshot has the wrong length, at byte {offset}"),
            Self::Policy { written, held } => {
                write!(f, "the snapshot is for \"{written}\", but this store is \"{held}\": ")?;
                f.write_str("import it under its own policy, then reconfigure")
            }
            Self::Key { entry } => write!(f, "the key of entry {entry} is invalid, or occurs twice"),
            Self::State { entry, reason } => write!(f, "the state of entry {entry} is invalid: {reason}"),
        }
    }
}

impl core::error::Error for SnapshotError {}

/// A snapshot being written.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new(policy: &str, clock: u64, keys: usize) -> Self {
        let mut writer = Self(MAGIC.to_vec());
        writer.0.push(VERSION);
        writer.bytes(policy.as_bytes());
        writer.number(clock);
        writer.number(keys as u64);
        writer
    }

    pub(super) fn entry(&mut self, key: &[u8], state: &[u64]) {
        self.bytes(key);
        self.number(state.len() as u64);
        state.iter().for_each(|number| self.number(*number));
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let checksum = fnv1a(&self.0);
        self.0.extend(checksum.to_le_bytes());
        self.0
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

/// A snapshot being read, after its checksum was verified.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Opens a snapshot of this policy, and returns its clock and number of keys.
    pub(super) fn open(snapshot: &'a [u8], held: String) -> Result<(Self, u64, u64), SnapshotError> {
        let mut reader = Self { bytes: verified(snapshot)?, offset: MAGIC.len() + 1 };
        let written = String::from_utf8_lossy(reader.bytes()?).into_owned();
        if written != held {
            return Err(SnapshotError::Policy { written, held });
        }
        let (clock, keys) = (reader.number()?, reader.number()?);
        Ok((reader, clock, keys))
    }

    /// The next entry: the bytes of its key, the numbers of its state.
    pub(super) fn entry(&mut self) -> Result<(&'a [u8], Vec<u64>), SnapshotError> {
        let key = self.bytes()?;
        let count = self.number()?;
        // Grown while reading: a wrong count must not reserve memory.
        let mut state = Vec::new();
        for _ in 0..count {
            state.push(self.number()?);
        }
        Ok((key, state))
    }

    /// Checks that nothing follows.
    pub(super) fn finish(self) -> Result<(), SnapshotError> {
        if self.offset == self.bytes.len() { Ok(()) } else { Err(self.wrong_length()) }
    }

    fn bytes(&mut self) -> Result<&'a [u8], SnapshotError> {
        let length = self.number()?;
        let end = usize::try_from(length).ok().and_then(|length| self.offset.checked_add(length));
        let bytes =
            end.and_then(|end| self.bytes.get(self.offset..end)).ok_or_else(|| self.wrong_length())?;
        self.offset += bytes.len();
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, SnapshotError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.bytes.get(self.offset).ok_or_else(|| self.wrong_length())?;
            if shift == 63 && byte > 1 {
                break;
            }
            self.offset += 1;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.wrong_length())
    }

    const fn wrong_length(&self) -> SnapshotError {
        SnapshotError::Length { offset: self.offset }
    }
}

/// The bytes before the checksum, if the checksum is right.
fn verified(snapshot: &[u8]) -> Result<&[u8], SnapshotError> {
    let body = snapshot.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    match body.first() {
        None => return Err(SnapshotError::Length { offset: snapshot.len() }),
        Some(&VERSION) => {}
        Some(&found) => return Err(SnapshotError::Version { found }),
    }
    let Some((content, checksum)) = snapshot.split_last_chunk::<CHECKSUM>() else {
        return Err(SnapshotError::Length { offset: snapshot.len() });
    };
    let (written, computed) = (u64::from_le_bytes(*checksum), fnv1a(content));
    if written == computed { Ok(content) } else { Err(SnapshotError::Damaged { written, computed }) }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}
