//! The one reader of a clock. A state in Redis is decided by the server's; this one serves what is decided in
//! process.

use std::time::{SystemTime, UNIX_EPOCH};

/// Nanoseconds since 1970, as Redis counts microseconds.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
